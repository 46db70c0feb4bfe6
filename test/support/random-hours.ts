/** Random hours around the nights on which clocks change, for tests of paid minutes. */

export const MINUTE = 60_000
export const DAY = 86_400_000

/** Weeks around a change of the clocks, by zone; Kathmandu has none. In Santiago and Cairo it is at midnight. */
export const changeWeeks: [zone: string, last: string][] = [
  ['Europe/Berlin', '2026-03-31'],
  ['Europe/Berlin', '2026-10-27'],
  ['America/New_York', '2026-03-10'],
  ['America/New_York', '2026-11-03'],
  ['Australia/Lord_Howe', '2026-04-07'],
  ['Australia/Lord_Howe', '2026-10-06'],
  ['America/Santiago', '2026-04-06'],
  ['America/Santiago', '2026-09-08'],
  ['Africa/Cairo', '2026-04-26'],
  ['Africa/Cairo', '2026-11-01'],
  ['Asia/Kathmandu', '2026-10-27'],
]
interface Break {
  startTime: string
  endTime: string | null
  isPaid: boolean
}
export interface Session {
  startTime: string
  endTime: string | null
  breaks: Break[]
}

export const iso = (time: number) => new Date(time).toISOString()

/** Sessions one after the other from `from` to `now`, with breaks between none and many; the last may run. */
export function randomSessions(random: () => number, from: number, now: number): Session[] {
  const between = (low: number, high: number) => Math.floor(low + random() * (high - low))
  const sessions: Session[] = []
  let at = from + between(0, DAY)
  while (at < now) {
    const end = at + between(0, random() < 0.1 ? 30 * 60 * MINUTE : 11 * 60 * MINUTE)
    const runs = end >= now
    const breaks: Break[] = []
    let pause = at + between(0, 3 * 60 * MINUTE)
    while (pause < Math.min(end, now) && random() < 0.8) {
      const over = pause + between(0, 90 * MINUTE)
      const isRunning = runs && over >= now
      breaks.push({
        startTime: iso(pause),
        endTime: isRunning ? null : iso(Math.min(over, end)),
        isPaid: random() < 0.3,
      })
      pause = over + between(0, 3 * 60 * MINUTE)
    }
    sessions.push({ startTime: iso(at), endTime: runs ? null : iso(end), breaks })
    at = end + (random() < 0.2 ? 0 : between(0, 16 * 60 * MINUTE))
  }
  return sessions
}

/** The same work in pieces: each session ends and begins again at some instants, and so do the breaks there. */
export function cut(sessions: Session[], instants: number[], now: number): Session[] {
  return instants.reduce((before, instant) => {
    const at = iso(instant)
    const isWithin = (span: { startTime: string; endTime: string | null }) =>
      span.startTime < at && at < (span.endTime ?? iso(now))
    return before.flatMap((session) => {
      if (!isWithin(session)) return [session]
      const breaks = session.breaks.flatMap((one) =>
        isWithin(one)
          ? [
              { ...one, endTime: at },
              { ...one, startTime: at },
            ]
          : [one],
      )
      return [
        { ...session, endTime: at, breaks: breaks.filter(({ startTime }) => startTime < at) },
        { ...session, startTime: at, breaks: breaks.filter(({ startTime }) => startTime >= at) },
      ]
    })
  }, sessions)
}
