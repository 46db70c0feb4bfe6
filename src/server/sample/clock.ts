import { correctionOf, shiftsOf } from '../../../sample/clock.ts'
import { people } from '../../../sample/people.ts'
import { diceOf } from '../../../sample/story.ts'
import { durationOf } from '../../shared/clock.ts'
import { insertMany } from '../core/write.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { startSession } from '../features/clock/clocking.ts'
import { correctSession } from '../features/clock/correct.ts'
import { contextOf, type Deed, HOUR, type Hotel, keysOf, type Person } from './hotel.ts'

/** So many shifts of a person are written at once, to be quick: there are hundreds. */
const SHIFTS_AT_ONCE = 7

/** Everybody's hours, and the one time that somebody forgot to clock out and the manager put it right. */
export function clockActions({ ctx, calendar, staff }: Hotel): Deed[] {
  // Of their own, so that the tasks' lots stay as they are.
  const dice = diceOf(calendar.day(0) / HOUR + 1)
  return keysOf(people).flatMap((name) => {
    const person = staff[name]
    const actions: Deed[] = []
    let worked: (typeof clockSessions.$inferInsert)[] = []
    const write = (at: number, correction: ReturnType<typeof correctionOf>) => {
      const values = worked
      worked = []
      let ids: number[] = []
      const act = async () => {
        ids = (await insertMany(contextOf(ctx, person, at), clockSessions, values)).map(({ id }) => id)
      }
      actions.push({ at, act })
      if (!correction) return
      const { by, at: later, ...body } = correction
      const correct = () =>
        correctSession(contextOf(ctx, staff[by], later), { params: { id: ids.at(-1) ?? 0 }, query: undefined, body })
      actions.push({ at: later, act: correct })
    }
    const shifts = shiftsOf(name, calendar, dice)
    for (const [place, shift] of shifts.entries()) {
      const { from, to } = shift
      if (to === null) {
        actions.push({ at: from, act: () => startSession(contextOf(ctx, person, from)) })
        continue
      }
      worked.push(completedSession(person, from, to))
      const correction = correctionOf(name, shift, calendar)
      const isLast = typeof shifts[place + 1]?.to !== 'number'
      if (correction || isLast || worked.length === SHIFTS_AT_ONCE) write(to, correction)
    }
    return actions
  })
}

function completedSession({ id: userId, departmentId }: Person, from: number, to: number) {
  const times = { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() }
  const status = 'completed' as const
  return { userId, departmentId, ...times, status, duration: durationOf(times), createdAt: times.startTime }
}
