import { sql } from 'drizzle-orm'
import type { DepartmentName } from '../../../sample/departments.ts'
import {
  sampleHandovers as plans,
  type SampleItem,
  sampleMessages as texts,
  waitingHandovers,
} from '../../../sample/handovers.ts'
import { type PersonName, people } from '../../../sample/people.ts'
import { isOnDuty, SAME_SHIFT_MINUTES } from '../../shared/duty.ts'
import type { OpenContext } from '../core/context.ts'
import { searchTextOf } from '../core/write/search-text.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { handoverItems, handoverQuestions, handovers } from '../db/tables/handovers.ts'
import { notifications } from '../db/tables/notifications.ts'
import { tasks } from '../db/tables/tasks.ts'
import { deliver } from '../features/messages/deliver.ts'
import { type EverybodysShifts, everybodysShifts } from './clock.ts'
import { type Action, HOUR, type Hotel, keysOf, MINUTE, sampleContext } from './hotel.ts'

/** The handovers of the sample hotel's shifts, and messages between people. The clock says who was there. */

/** Somebody who was there, from when to when. */
interface Presence {
  name: PersonName
  from: number
  to: number
}

type Item = Omit<typeof handoverItems.$inferInsert, 'handoverId'>
/** A handover with its items, and their questions. */
interface SampleHandover {
  handover: typeof handovers.$inferInsert
  items: { item: Item; question?: Omit<typeof handoverQuestions.$inferInsert, 'itemId'> }[]
}

const iso = (time: number) => new Date(time).toISOString()
/** Between the end of a shift and its handover. */
const WRITING = 4 * MINUTE
const DEFAULT_AFTER = 6

/** As long as a shift whose end somebody forgot would have been. */
const USUAL = 8.5 * HOUR

/** Shifts as others see them, with their breaks, in order of their end. A present shift has no end yet. */
function presencesOf({ now }: Hotel['calendar'], shifts: EverybodysShifts): Presence[] {
  const found: Presence[] = []
  for (const name of keysOf(shifts)) {
    let last: Presence | undefined
    for (const { from, to } of shifts[name]) {
      const end = to ?? (isOnDuty({ startTime: iso(from) }, now) ? Number.POSITIVE_INFINITY : from + USUAL)
      if (last && from - last.to < SAME_SHIFT_MINUTES * MINUTE) last.to = end
      else {
        last = { name, from, to: end }
        found.push(last)
      }
    }
  }
  return found.sort((a, b) => a.to - b.to)
}

/** Two weeks of handovers, most received, and some that wait. They are many, and so written at once. */
export function handoverActions(hotel: Hotel): Action[] {
  const { ctx, calendar } = hotel
  const presences = presencesOf(calendar, everybodysShifts(calendar))
  const act = async () => {
    const idOf = await taskIds(ctx)
    const received = plans.flatMap(({ department, ago, note, items }) => {
      const [begin, end] = [calendar.day(-ago), calendar.day(1 - ago)]
      const shift = presences.findLast(
        ({ name, to }) =>
          people[name].department === department && to >= begin && to < Math.min(end, calendar.now - HOUR),
      )
      if (!shift) return []
      const at = shift.to + WRITING
      const next = receiverOf(department, shift.name, at, presences)
      return [handOverOf(hotel, shift.name, at, note, items, idOf, next)]
    })
    const waits = waitingHandovers.map(({ by, minutes, note, items }) => {
      const last = presences.findLast(({ name, to }) => name === by && to < calendar.now - WRITING)
      const at = minutes === undefined ? (last?.to ?? calendar.now - HOUR) + WRITING : calendar.now - minutes * MINUTE
      return handOverOf(hotel, by, Math.min(at, calendar.now - MINUTE), note, items, idOf)
    })
    await write(
      ctx,
      [...received, ...waits].sort((a, b) => timeOf(a) - timeOf(b)),
    )
  }
  return [{ at: calendar.now - MINUTE, act }]
}

const timeOf = ({ handover }: SampleHandover) => Date.parse(handover.createdAt ?? '')

/** The next person of the department who was there, other than the giver. */
function receiverOf(department: DepartmentName, giver: PersonName, at: number, presences: Presence[]) {
  const others = presences.filter(
    ({ name, to }) => people[name].department === department && name !== giver && to > at + HOUR,
  )
  return others.toSorted((a, b) => Math.max(a.from, at) - Math.max(b.from, at))[0]
}

/** A handover as its rows. It waits without a receiver, or until the receiver would have seen it. */
function handOverOf(
  { calendar, departmentIds, staff }: Hotel,
  by: PersonName,
  at: number,
  note: string | undefined,
  items: SampleItem[],
  idOf: ReadonlyMap<string, { id: number; departmentId: number | null }>,
  receiver?: Presence,
): SampleHandover {
  const giverId = staff[by].id
  const departmentId = departmentIds[people[by].department]
  const said = items.flatMap(({ text, next, ifThen }) => [text, next, ifThen])
  const handover = { giverId, departmentId, note, createdAt: iso(at) }
  return {
    handover: { ...handover, searchText: searchTextOf([note, ...said].filter(Boolean).join(' ')) },
    items: items.map(({ task, text, severity, next, ifThen, to, after = DEFAULT_AFTER, asked }, index) => {
      const about = task === undefined ? undefined : idOf.get(task)
      const got = receiver && Math.max(receiver.from, at) + after * MINUTE
      const isReceived = got !== undefined && got < calendar.now - MINUTE
      const receiverId = receiver && staff[receiver.name].id
      const item: Item = {
        ...{ position: index, giverId, createdAt: iso(at), severity, next, ifThen },
        // A task that this hotel lacks is named instead.
        ...{ taskId: about?.id ?? null, text: text ?? (about ? null : task) },
        departmentId: about ? about.departmentId : departmentId,
        toUserId: to && staff[to].id,
        ...(isReceived && { receivedBy: receiverId, receivedAt: iso(got) }),
      }
      if (!isReceived || !asked || receiverId === undefined) return { item }
      const [question, answer] = asked
      const answered = answer !== undefined && { answer, answeredBy: giverId, answeredAt: iso(got) }
      return { item, question: { askerId: receiverId, question, askedAt: iso(got - MINUTE), ...answered } }
    }),
  }
}

/** The tasks that items are about, by their titles. */
async function taskIds({ db }: OpenContext) {
  const titles = [...plans, ...waitingHandovers].flatMap(({ items }) => items.flatMap(({ task }) => task ?? []))
  const found = await db
    .select({ id: tasks.id, title: tasks.title, departmentId: tasks.departmentId })
    .from(tasks)
    .where(sql`${tasks.title} = any(${sql.param(titles)}::text[]) and ${tasks.deletedAt} is null`)
  return new Map(found.map(({ title, ...task }) => [title, task]))
}

/** Writes the rows in three statements. */
async function write({ db }: OpenContext, told: SampleHandover[]) {
  const given = await db
    .insert(handovers)
    .values(told.map(({ handover }) => handover))
    .returning({ id: handovers.id })
  const items = told.flatMap(({ items }, index) =>
    items.map(({ item, question }) => ({ item: { ...item, handoverId: given[index]?.id ?? 0 }, question })),
  )
  const rows = await db
    .insert(handoverItems)
    .values(items.map(({ item }) => item))
    .returning({ id: handoverItems.id })
  const questions = items.flatMap(({ question }, index) =>
    question ? [{ ...question, itemId: rows[index]?.id ?? 0 }] : [],
  )
  await db.insert(handoverQuestions).values(questions)
}

/** People write to those who are on duty, and managers to everybody when it cannot wait. */
export function messageActions({ ctx, calendar, departmentIds, staff }: Hotel): Action[] {
  const presences = presencesOf(calendar, everybodysShifts(calendar))
  return texts.flatMap(({ by, department, text, reason = null, minutes, ago }) => {
    const shift = presences.findLast(({ name, to }) => name === by && to < calendar.day(1 - (ago ?? 0)))
    const at = minutes !== undefined ? calendar.now - minutes * MINUTE : shift && (shift.from + shift.to) / 2
    if (at === undefined) return []
    const isThere = (person: PersonName) =>
      presences.some(({ name, from, to }) => name === person && from <= at && to > at)
    const recipients = keysOf(people)
      .filter((name) => people[name].department === department && people[name].role !== 'guest' && name !== by)
      .map((name) => ({ ...staff[name], wasOnDuty: isThere(name) }))
      .filter(({ wasOnDuty }) => reason !== null || wasOnDuty)
      .map(({ id, firstName, lastName, profileImageUrl, departmentId, wasOnDuty }) => ({
        ...{ id, firstName, lastName, profileImageUrl, departmentId, wasOnDuty },
      }))
    if (recipients.length === 0) return []
    const content = { text, reason, departmentId: departmentIds[department] }
    const time = Math.floor(at)
    return [{ at: time, act: () => deliver(sampleContext(ctx, staff[by], time), content, recipients) }]
  })
}

/**
 * Notes how people were told of unread notifications: on the screen if they were on duty, else in the briefing when
 * they came. The rest are held, and their next briefing has them.
 */
export const tellWhoWasThere = ({ db }: OpenContext) =>
  db.execute(sql`
    update ${notifications} as told set
      shown_at = case when shift.start_time <= told.created_at then told.created_at end,
      briefed_at = case when shift.start_time > told.created_at then shift.start_time end
    from ${notifications} as sent cross join lateral (
      select session.start_time from ${clockSessions} as session
      where session.user_id = sent.user_id and (session.end_time is null or session.end_time > sent.created_at)
      order by session.start_time limit 1
    ) as shift
    where told.id = sent.id and not sent.is_read`)
