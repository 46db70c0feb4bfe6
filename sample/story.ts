import type { Status } from '../src/shared/task-status.ts'
import { nextOccurrence, occurrencesAfter } from '../src/shared/time/recurrence.ts'
import { dateTimeIn, instantOf, startOfDay } from '../src/shared/time/time.ts'
import type { SampleReminder } from './reminders.ts'
import type { SampleTask } from './tasks.ts'

/** When things happen in the sample hotel: nothing after the present, nothing before what it follows from. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Nothing falls due for so long after loading. */
const QUIET = 2 * HOUR

export type Calendar = ReturnType<typeof calendarOf>
export type Dice = ReturnType<typeof diceOf>

/** When a task was made, is due and was moved. */
interface Story {
  created: number
  due: string | null
  moves: [status: Status, at: number][]
}

/** Fills in by lot what the task leaves open. */
export const storyOf = (task: SampleTask, calendar: Calendar, dice: Dice) =>
  task.done === undefined ? openStory(task, calendar, dice) : completedStory(task, task.done, calendar, dice)

function openStory({ due, status, made }: SampleTask, calendar: Calendar, dice: Dice): Story {
  const isBegun = status === 'in_progress'
  const daysOver = due ? Math.max(0, -due[0]) : 0
  const lot = dice.oneOf(isBegun || daysOver > 0 ? [2, 3, 4, 5] : [0, 0, 1, 1, 2, 3, 4, 6, 8])
  const age = made ?? daysOver + lot
  const created = calendar.workingTime(-age, dice.roll())
  const dueDate = due ? calendar.dueDate(...due) : null
  if (isBegun) {
    const isUrgent = due !== undefined && due[0] >= 0 && due[0] < 2
    const begun = calendar.workingTime(isUrgent ? 0 : -Math.floor(dice.between(0, Math.min(age, 4))), dice.roll())
    return { created, due: dueDate, moves: [['in_progress', begun]] }
  }
  if (status !== 'overdue' || !dueDate) return { created, due: dueDate, moves: [] }
  const noticed = Date.parse(dueDate) + Math.min(10 * HOUR, calendar.now - Date.parse(dueDate)) * dice.roll()
  return { created, due: dueDate, moves: [['overdue', Math.floor(noticed)]] }
}

/** A guest's wish is fulfilled within hours, other work takes days; some of it is late. */
function completedStory({ tags = [] }: SampleTask, done: number, calendar: Calendar, dice: Dice): Story {
  const isQuick = ['guest', 'VIP', 'evening'].some((tag) => tags.includes(tag))
  const completed = done === 0 ? calendar.earlierToday(dice.roll()) : calendar.workingTime(-done, dice.roll(), 9, 19)
  const begun = completed - dice.between(20, isQuick ? 40 : 180) * MINUTE
  const daysBefore = dice.oneOf([1, 1, 2, 3, 5])
  const created = isQuick
    ? begun - dice.between(15, 150) * MINUTE
    : calendar.workingTime(-done - daysBefore, dice.roll())
  const daysLeft = daysBefore > 1 && !isQuick && dice.roll() < 0.35 ? -1 : dice.oneOf([0, 0, 1, 2])
  const due = dice.roll() < 0.2 ? null : calendar.dueDate(daysLeft - done)
  const moves: Story['moves'] = dice.roll() < 0.25 ? [] : [['in_progress', Math.floor(begun)]]
  return { created: Math.floor(created), due, moves: [...moves, ['completed', completed]] }
}

const RULES_SET = 36

/** When a reminder was set, was last due, and is due next; the latter not right after loading. */
export function reminderStory(at: SampleReminder['at'], calendar: Calendar, index: number) {
  if (!('rule' in at)) {
    const due = Date.parse(calendar.dueDate(...at))
    return { set: calendar.workingTime(Math.min(at[0], 0) - 1 - (index % 5), 0.4), due, next: due }
  }
  const set = calendar.day(-RULES_SET) + 9 * HOUR + index * 7 * MINUTE
  const past = occurrencesAfter(at.rule, new Date(set), calendar.timeZone, RULES_SET + 1).map(Number)
  const due = past.filter((time) => time < calendar.now).at(-1) ?? set
  const next = nextOccurrence(at.rule, new Date(calendar.now + QUIET), calendar.timeZone)?.getTime() ?? due
  return { set, due, next }
}

/** Days are counted from today, and cut in the deployment's time zone. */
export function calendarOf(present: Date, timeZone: string) {
  const now = present.getTime()
  const day = (days: number) => startOfDay(now, timeZone, days)
  const dueDate = (days: number, time = ''): string => {
    const due = instantOf(dateTimeIn(new Date(day(days)).toISOString(), timeZone).date, time, timeZone)
    return days >= 0 && Date.parse(due) < now + QUIET ? dueDate(days + 1, time) : due
  }
  /** A time of that day between two hours, or of the day before when today's working hours are still to come. */
  const workingTime = (days: number, share: number, from = 7, to = 18): number => {
    const begin = day(days) + from * HOUR
    const end = Math.min(day(days) + to * HOUR, now - MINUTE)
    return end < begin ? workingTime(days - 1, share, from, to) : Math.floor(begin + (end - begin) * share)
  }
  /** A time since seven in the morning, and earlier when the day is young. */
  const earlierToday = (share: number) => {
    const begin = day(0) + Math.min(7 * HOUR, (now - day(0)) / 2)
    return Math.floor(begin + (now - begin) * share)
  }
  return { now, timeZone, day, dueDate, workingTime, earlierToday }
}

/** Chance with a seed (mulberry32): the same seed gives the same hotel. */
export function diceOf(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + (max - min) * roll()
  const oneOf = <T>(choices: readonly T[]) => choices[Math.floor(roll() * choices.length)] as T
  return { roll, between, oneOf }
}
