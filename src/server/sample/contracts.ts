import { contractsOf, type SampleContract } from '../../../sample/contracts.ts'
import { holidaysAround } from '../../../sample/holidays.ts'
import { people } from '../../../sample/people.ts'
import { dateOf, weekOf } from '../../shared/time/time.ts'
import { createHolidays } from '../features/holidays/holidays.ts'
import { createContract } from '../features/work-contracts/change.ts'
import { type Action, HOUR, type Hotel, keysOf, sampleContext } from './hotel.ts'

/** So many days ago, when all accounts had been made, the administrator entered what was known until then. */
const ENTERED = 360

/** The administrator enters everybody's contract, and later contracts before they begin. */
export function contractActions({ ctx, calendar, staff }: Hotel): Action[] {
  const { timeZone } = calendar
  return keysOf(people).flatMap((name) => {
    const { role, since } = people[name]
    if (role === 'guest') return []
    const enter = (at: number, from: string, { hours, days }: SampleContract): Action => {
      const body = { from, weeklyMinutes: hours * 60, daysPerWeek: days }
      const act = () =>
        createContract(sampleContext(ctx, staff.beatriz, at), {
          params: { id: staff[name].id },
          query: undefined,
          body,
        })
      return { at, act }
    }
    const { first, later } = contractsOf(name)
    const actions = [enter(calendar.day(-ENTERED) + 10 * HOUR, dateOf(calendar.day(-since), timeZone), first)]
    if (!later) return actions
    const [monday] = weekOf(calendar.now, timeZone, -later.weeksAgo)
    if (monday) actions.push(enter(monday.from - 100 * HOUR, monday.date, later))
    return actions
  })
}

/** The administrator enters the holidays. */
export const holidayActions = ({ ctx, calendar, staff }: Hotel): Action[] => {
  const at = calendar.day(-ENTERED) + 11 * HOUR
  const body = { holidays: holidaysAround(dateOf(calendar.now, calendar.timeZone)) }
  const act = () => createHolidays(sampleContext(ctx, staff.beatriz, at), { params: {}, query: undefined, body })
  return [{ at, act }]
}
