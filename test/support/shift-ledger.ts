import { HOUR, MINUTE, type SimulatedPerson } from './shift-week.ts'

/**
 * People's actions in the simulated week, and their consequences by the clock: the notifications that each should have
 * had, and when a device may ring. Nothing of the product is used for that.
 */

/** A session that is longer counts as forgotten. */
const DUTY = 14 * HOUR
/**
 * A push should be tried within this time, though a server was killed. When a push service hangs, its host rests for a
 * minute, and the waits double while it does so again and again.
 */
const RINGS_WITHIN = 16 * MINUTE
/** Between a decision and the arrival of a push. */
const ON_ITS_WAY = 11_000

interface Duty {
  from: number
  to: number | null
}

/** A fact that somebody should be told of. */
interface Fact {
  kind: string
  user: string
  subject: string | null
  /** How many notifications of it there are at least and at most. */
  least: number
  most: number
}

/** An attempt to reach a device, as the push service has seen it. */
export interface Attempt {
  user: string
  device: number
  /** Null if it was not taken: then nobody has decrypted it. */
  notification: number | null
  at: number
  wasTaken: boolean
}

export interface Device {
  user: string
  number: number
  since: number
  /** When the push service said that it is gone, or another took its place. */
  until: number | null
}

/** A briefing as its person has read it. */
export interface ReadBriefing {
  user: string
  at: number
  /** The notifications under `held`. */
  held: Set<number>
  /** The items of the other sections, as `task 7`. */
  listed: Set<string>
}

export interface StoredNotification {
  id: number
  user: string
  kind: string
  /** As `task 7`. */
  subject: string | null
  urgency: string
  at: number
  isOwn: boolean
}

/** For these kinds the ledger knows exactly who should have been told. */
const exactKinds = new Set([
  ...['task-assigned', 'comment', 'problem-reported', 'problem-taken', 'message', 'reminder', 'handover'],
  ...['sop-read-reminder', 'sign-in-new-browser', 'due-soon', 'overdue'],
])
const securityKinds = new Set(['sign-in-new-browser'])

/** Within the same moment, in milliseconds. */
const AT_ONCE = 2_000

/** Notifications that add nothing to a briefing that lists their subject. */
const saidBy: Record<string, string[]> = {
  task: ['task-assigned', 'problem-reported', 'problem-waiting', 'due-soon', 'overdue'],
  'handover-item': ['handover', 'handover-forgotten', 'handover-waiting'],
}

export class ShiftLedger {
  private readonly people: Map<string, SimulatedPerson>
  private readonly duties = new Map<string, Duty[]>()
  private readonly facts = new Map<string, Fact>()
  readonly attempts: Attempt[] = []
  readonly devices: Device[] = []
  readonly briefings: ReadBriefing[] = []
  /** Things that people have read in the bell, or received: notifications, and subjects as `handover-item 7`. */
  readonly read: { user: string; notification?: number; subject?: string; at: number }[] = []
  /** Received items: nobody else needs them any more. */
  readonly received: { subject: string; at: number }[] = []

  constructor(people: SimulatedPerson[]) {
    this.people = new Map(people.map((person) => [person.id, person]))
  }

  /** From the moment on at which the server may know of it. */
  clockedIn(user: string, from: number) {
    this.duties.set(user, [...(this.duties.get(user) ?? []), { from, to: null }])
  }
  clockedOut(user: string, to: number) {
    const last = this.duties.get(user)?.at(-1)
    if (last) last.to = Math.min(to, last.from + DUTY)
  }

  isOnDuty(user: string, now: number) {
    const last = this.duties.get(user)?.at(-1)
    return last !== undefined && last.to === null && now < last.from + DUTY
  }
  /** Whether somebody was on duty at some moment of a span. */
  private wasOnDuty(user: string, from: number, to: number) {
    return (this.duties.get(user) ?? []).some((duty) => duty.from <= to && (duty.to ?? duty.from + DUTY) >= from)
  }
  private wasOnDutyThroughout(user: string, from: number, to: number) {
    return (this.duties.get(user) ?? []).some((duty) => duty.from <= from && (duty.to ?? duty.from + DUTY) >= to)
  }

  /** Each of these people should be told, once. `mayBe`: also once more, because nobody answered the first time. */
  expect(kind: string, users: string[], subject: string | null, { least = 1, most = 1 } = {}) {
    for (const user of users) {
      const key = `${kind} ${user} ${subject}`
      const fact = this.facts.get(key) ?? { kind, user, subject, least: 0, most: 0 }
      this.facts.set(key, { ...fact, least: fact.least + least, most: fact.most + most })
    }
  }

  /**
   * Compares the stored notifications with the expected ones: missing ones, and ones that nobody should have had.
   * People who have left are not told any more.
   */
  compareFacts(stored: StoredNotification[], gone: ReadonlySet<string>) {
    const counts = new Map<string, number>()
    for (const { kind, user, subject } of stored) {
      if (!exactKinds.has(kind)) continue
      const key = `${kind} ${user} ${subject}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const keys = new Set([...this.facts.keys(), ...counts.keys()])
    const faults: string[] = []
    let [missing, unexpected] = [0, 0]
    for (const key of keys) {
      const { least, most } = this.facts.get(key) ?? { least: 0, most: 0 }
      const count = counts.get(key) ?? 0
      if ((count >= least && count <= most) || gone.has(this.facts.get(key)?.user ?? '')) continue
      missing += Math.max(0, least - count)
      unexpected += Math.max(0, count - most)
      faults.push(`${key}: ${count} instead of ${least} to ${most}`)
    }
    return { missing, unexpected, faults }
  }

  /** Why a device may ring for somebody off duty; null if it may not. */
  reasonOffDuty({ user, kind, urgency, isOwn }: StoredNotification) {
    const person = this.people.get(user)
    if (!person) throw new Error(`Nobody knows ${user}`)
    if (securityKinds.has(kind)) return 'security'
    if (urgency === 'urgent') return 'urgent'
    if (isOwn) return 'own reminder'
    // Everybody works in a department that uses the clock.
    if (kind === 'sop-read-reminder' && person.role === 'user') return null
    return (person.notify ?? (person.role === 'user' ? 'on_duty' : 'always')) === 'always' ? 'always' : null
  }

  /**
   * Whether the person read the briefing in the very moment in which somebody else received the item. It mentions
   * neither the item nor the notice then (`briefing.test.ts`), and nobody else needs it any more.
   */
  private isMoot({ kind, subject, at }: StoredNotification, briefings: ReadBriefing[]) {
    if (!saidBy['handover-item']?.includes(kind)) return false
    const received = this.received.find((entry) => entry.subject === subject)?.at
    if (received === undefined) return false
    return briefings.some((briefing) => briefing.at >= at - AT_ONCE && Math.abs(received - briefing.at) <= AT_ONCE)
  }

  /** Judges the outcome of each notification. */
  judge(stored: StoredNotification[], end: number) {
    const attempts = groupBy(this.attempts, ({ notification }) => notification)
    const failed = groupBy(
      this.attempts.filter(({ wasTaken }) => !wasTaken),
      ({ user }) => user,
    )
    const briefings = groupBy(this.briefings, ({ user }) => user)
    const read = groupBy(this.read, ({ user }) => user)
    const devices = groupBy(this.devices, ({ user }) => user)
    const faults: string[] = []
    const counts = { offDuty: 0, neverTold: 0, toldTwice: 0 }
    let late = 0
    const fault = (name: keyof typeof counts, notification: StoredNotification, says: string) => {
      counts[name] += 1
      faults.push(
        `${name}: ${notification.kind} ${notification.id} of ${notification.user}, ${iso(notification.at)}: ${says}`,
      )
    }
    const outcomes = stored.map((notification) => {
      const { id, user, kind, subject, at } = notification
      const own = attempts.get(id) ?? []
      const taken = own.filter(({ wasTaken }) => wasTaken).sort((a, b) => a.at - b.at)
      const reason = this.reasonOffDuty(notification)

      const disturbing = taken.filter((push) => !this.wasOnDuty(user, push.at - ON_ITS_WAY, push.at + 1_000))
      if (disturbing.length > 0 && reason === null)
        fault('offDuty', notification, `rang at ${iso(disturbing[0]?.at ?? 0)}`)

      const shown = (briefings.get(user) ?? []).filter(
        (briefing) =>
          briefing.held.has(id) || (subject !== null && isSaid(briefing, kind, subject) && briefing.at >= at),
      )
      const [first] = taken
      // Listed under its subject, it says nothing again.
      const again = shown.filter((briefing) => briefing.held.has(id))
      if (first && again.some((briefing) => briefing.at > first.at + ON_ITS_WAY))
        fault(
          'toldTwice',
          notification,
          `rang at ${iso(first.at)} and was in the briefing of ${iso(again[0]?.at ?? 0)}`,
        )
      if (again.length > 1)
        fault(
          'toldTwice',
          notification,
          `in the briefings of ${again.map((briefing) => iso(briefing.at)).join(' and ')}`,
        )
      // Devices ring together; a later ring would be a second disturbance. A device shows the same tag once.
      const firsts = [...groupBy(taken, ({ device }) => device).values()].flatMap(([push]) => push ?? [])
      if (first && firsts.some((push) => push.at > first.at + 10 * MINUTE + ON_ITS_WAY))
        fault('toldTwice', notification, `rang at ${firsts.map((push) => iso(push.at)).join(' and ')}`)

      const reads = (read.get(user) ?? []).filter(
        (entry) => entry.notification === id || (subject !== null && entry.subject === subject && entry.at >= at),
      )
      const isTold = first !== undefined || shown.length > 0 || reads.length > 0
      if (!isTold && !this.isMoot(notification, briefings.get(user) ?? []))
        fault('neverTold', notification, `in no way, about ${subject}`)

      const until = at + RINGS_WITHIN
      const mustRing = reason !== null || this.wasOnDutyThroughout(user, at - MINUTE, until + MINUTE)
      const awake = (devices.get(user) ?? []).some(
        (device) => device.since < at && (device.until === null || device.until > until),
      )
      const isKnown = [...shown, ...reads].some((entry) => entry.at <= until)
      const isTried = [...own, ...(failed.get(user) ?? [])].some((attempt) => attempt.at >= at && attempt.at <= until)
      if (mustRing && awake && until < end && !isTried && !isKnown) late += 1

      const how = !first
        ? shown.length > 0
          ? 'inBriefing'
          : reads.length > 0
            ? 'read'
            : 'never'
        : disturbing.length > 0
          ? 'rangOffDuty'
          : 'rangOnDuty'
      return { notification, how, reason: how === 'rangOffDuty' ? reason : null } as const
    })
    return { ...counts, late, faults, outcomes }
  }
}

const isSaid = ({ listed }: ReadBriefing, kind: string, subject: string) =>
  listed.has(subject) && (saidBy[subject.split(' ')[0] ?? ''] ?? []).includes(kind)

const iso = (time: number) => new Date(time).toISOString()

export function groupBy<T, K>(list: T[], keyOf: (each: T) => K) {
  const groups = new Map<K, T[]>()
  for (const each of list) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}
