import type { ShiftColour } from '../src/shared/roster/shapes.ts'
import { type LocalShift, shiftSpanOf } from '../src/shared/roster/shift-times.ts'
import { dateOf, dateTimeIn, daysLater, weekOf } from '../src/shared/time/time.ts'
import type { Shift } from './clock.ts'
import type { DepartmentName } from './departments.ts'
import { type PersonName, people } from './people.ts'
import type { Calendar } from './story.ts'

/** The roster of the sample hotel: two weeks back, this week, and two ahead, of which the last is a draft. */

const HOUR = 3_600_000
/** Weeks from this one. */
export const [FIRST_WEEK, DRAFT_WEEK] = [-2, 2]
/** So much rest between two shifts, so that the plan breaks no rule. */
const REST = 11 * HOUR
/** Somebody belongs to the template that begins within so much of their clock-in. */
const NEAR = 1.25 * HOUR
/** Break of every shift, in minutes. */
export const BREAK = 30

export interface SampleTemplate {
  name: string
  start: string
  end: string
  colour: ShiftColour
}

const template = (name: string, times: string, colour: ShiftColour): SampleTemplate => {
  const [start = '', end = ''] = times.split('–')
  return { name, start, end, colour }
}
const three = (early: string, late: string, night = '22:00–06:30') => [
  template('Early', early, 'amber'),
  template('Late', late, 'blue'),
  template('Night', night, 'violet'),
]

/** Early, late and night, as the hours of the department are. */
export const sampleTemplates: Record<DepartmentName, SampleTemplate[]> = {
  'Front-of-House': three('06:45–15:15', '14:00–22:30'),
  'Back-of-House': three('06:00–14:30', '11:00–19:30'),
  Activities: three('08:45–17:15', '12:00–20:30'),
  Housekeeping: three('07:00–15:30', '13:00–21:30'),
  Maintenance: three('07:30–16:00', '12:00–20:30'),
  Grounds: three('06:30–15:00', '10:00–18:30'),
  'Front-of-House – Evening Operations': three('12:00–20:30', '15:00–23:30'),
  Operations: three('08:30–17:00', '13:00–21:30'),
}

/** A planned shift, with its template if there is one. */
export interface SampleShift extends LocalShift {
  name: PersonName
  template: SampleTemplate | undefined
}

/** The people of the roster. Trainees are guests, who do no shifts. */
export const rosterNames = (Object.keys(people) as PersonName[]).filter((name) => people[name].role !== 'guest')

/**
 * A person's planned shifts, in the order of time. Those that have begun follow the hours that they worked, so that the
 * plan and the clock tell the same story. Later ones follow a pattern: five days of a week, early and late in turn.
 */
export function plannedShiftsOf(name: PersonName, worked: readonly Shift[], calendar: Calendar): SampleShift[] {
  const { now, timeZone } = calendar
  const days = weeksFrom(FIRST_WEEK, DRAFT_WEEK, calendar)
  const today = dateOf(now, timeZone)
  const shifts: SampleShift[] = []
  let lastEnd = 0
  for (const { date, week, weekday } of days) {
    const begun = worked.find(({ from }) => dateOf(from, timeZone) === date)
    const local = begun
      ? shiftOfWork(name, begun, timeZone)
      : date >= today
        ? shiftOfPattern(name, week, weekday)
        : null
    if (!local) continue
    const shift = { name, date, ...local }
    const { startTime, endTime } = shiftSpanOf(shift, timeZone)
    const start = Date.parse(startTime)
    // Nobody is missing: a shift of today that has begun without its person was never planned.
    if (start < lastEnd + (begun ? 0 : REST) || (!begun && start < now)) continue
    shifts.push(shift)
    lastEnd = Date.parse(endTime)
  }
  return shifts
}

function weeksFrom(first: number, last: number, { now, timeZone }: Calendar) {
  const weeks = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return weeks.flatMap((week) => weekOf(now, timeZone, week).map(({ date }, weekday) => ({ date, week, weekday })))
}

type Times = Pick<SampleShift, 'start' | 'end' | 'template'>

/** The shift that somebody who clocked in then was planned for; null for work that nobody had planned. */
function shiftOfWork(name: PersonName, { from }: Shift, timeZone: string): Times | null {
  const { date, time } = dateTimeIn(new Date(from).toISOString(), timeZone)
  const near = sampleTemplates[people[name].department].find(({ start, end }) => {
    const { startTime } = shiftSpanOf({ date, start, end }, timeZone)
    return Math.abs(Date.parse(startTime) - from) <= NEAR
  })
  if (near) return { start: near.start, end: near.end, template: near }
  // Somebody is always on duty, whatever the time: an additional shift from the full hour on.
  const hour = Number(time.slice(0, 2))
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`
  return { start: at(0), end: at(9), template: undefined }
}

/** Five days of a week, one week early and the next late. Managers come early, and the porter at night. */
function shiftOfPattern(name: PersonName, week: number, weekday: number): Times | null {
  const order = rosterNames.indexOf(name)
  const off = (order * 2 + week + 7) % 7
  if (weekday === off || weekday === (off + 1) % 7) return null
  const [early, late, night] = sampleTemplates[people[name].department]
  const isLate = people[name].role === 'user' && (order + week) % 2 === 0
  const chosen = name === 'andrei' ? night : isLate ? late : early
  return chosen ? { start: chosen.start, end: chosen.end, template: chosen } : null
}

/** A shift that nobody has yet: so many days from today, with the times of the template. */
export interface SampleOpenShift {
  department: DepartmentName
  days: number
  template: string
}
export const openShifts: SampleOpenShift[] = [
  { department: 'Housekeeping', days: 3, template: 'Late' },
  { department: 'Operations', days: 4, template: 'Early' },
]

/** A person who would give a shift away: their first one from so many days ahead on. */
export const OFFERED = { name: 'linh', days: 3 } as const

/** Two late changes: one waits for a yes, the other was accepted. The shift is the first from so many days ahead on. */
export const lateChanges = [
  {
    name: 'daniel',
    by: 'amara',
    days: 1,
    hoursAgo: 5,
    later: 1,
    reason: 'A coach of 40 guests arrives an hour later.',
    isAccepted: false,
  },
  {
    name: 'elias',
    by: 'henrik',
    days: 1,
    hoursAgo: 28,
    later: 1,
    reason: 'Two check-ins come with the late train.',
    isAccepted: true,
  },
] as const

/** Exchanges are about shifts from so many days ahead on. */
export const EXCHANGED_FROM = 3
/** Two colleagues exchange shifts, and somebody asks another one. */
export const exchanges = [
  { from: 'daniel', to: 'rosa', hoursAgo: 26, isDone: true },
  { from: 'linh', to: 'daniel', hoursAgo: 2, isDone: false },
] as const

/** Absences, in days from today: somebody calls in sick, a vacation is approved, and another one waits for a decision. */
export const absences = [
  { name: 'kwame', kind: 'sick', from: 1, to: 3, hoursAgo: 2, note: null, approvedBy: null },
  { name: 'siobhan', kind: 'vacation', from: 30, to: 41, hoursAgo: 52, note: 'Walking in Kerry', approvedBy: 'stefan' },
  { name: 'rosa', kind: 'vacation', from: 24, to: 28, hoursAgo: 7, note: "My sister's wedding", approvedBy: null },
] as const

/** The date so many days from today. */
export const dateIn = (days: number, { now, timeZone }: Calendar) => daysLater(dateOf(now, timeZone), days)
