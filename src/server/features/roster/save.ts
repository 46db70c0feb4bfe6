import { inArray, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { isSameCopy } from '../../../shared/roster/plan-changes.ts'
import {
  MAX_DAYS_AHEAD,
  MAX_DAYS_BACK,
  MAX_ROSTER_DAYS,
  MAX_SHIFTS_OF_DAY,
  type ManyShifts,
  type NewShift,
  type PlanWarning,
  type RosterShift,
  type ShiftChanges,
} from '../../../shared/roster/shapes.ts'
import { localOf, shiftSpanOf, timeFault } from '../../../shared/roster/shift-times.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { boundsOf, dateOf, daysFromTo, daysLater, weekOfDate } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, type Issue, invalid, invalidFields } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { present } from '../../core/write/audiences.ts'
import { insertMany, removeMany, updateMany } from '../../core/write/write.ts'
import { updateEach } from '../../core/write/write-each.ts'
import { plannedShifts, shiftTemplates } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { type Shift, shiftFor, shiftsFor } from './access.ts'
import { type Range, readWarnings } from './people.ts'
import { questionsEnd } from './questions.ts'
import { draftOf, notAsked, shiftsWithColours, shiftWriter } from './rows.ts'

/** Changes of the draft. People see them once they are published (`publish.ts`). */

type Saved = { shifts: RosterShift[]; warnings: PlanWarning[] }
/** The draft of a shift, as the columns have it. */
type DraftValues = Pick<
  Shift,
  'userId' | 'startTime' | 'endTime' | 'breakMinutes' | 'title' | 'note' | 'templateId' | 'isPinned'
>

/**
 * Plans a shift. Throws 403 where the viewer does not plan, 400 for times that do not fit, and for a person or a
 * template that the department does not have.
 */
export async function createShift(ctx: Context, { body }: Input<typeof rosterApi.create>) {
  return only(await save(ctx, { create: [body] }, () => ''))
}

/**
 * Changes the draft of a shift, and brings it back if it was removed. Throws 409 when the body's `updatedAt` is not the
 * shift's: somebody else has changed it. Throws also as `createShift`.
 */
export async function updateShift(ctx: Context, { params, body }: Input<typeof rosterApi.update>) {
  return only(await save(ctx, { update: [{ ...body, id: params.id }] }, () => ''))
}

/** Removes a shift: one that was never published at once, another one with the next publish. */
export async function removeShift(ctx: Context, { params }: Input<typeof rosterApi.remove>): Promise<void> {
  const shift = await shiftFor(ctx, params.id, 'roster:plan')
  await removeDrafts(ctx, [shift])
}

/** Creates, changes and removes shifts of one department, all or none. Throws as the single calls. */
export async function saveManyShifts(ctx: Context, { body }: Input<typeof rosterApi.many>): Promise<Saved> {
  return save(ctx, body, (list, at) => `${list}.${at}.`)
}

function only({ shifts: [shift], warnings }: Saved) {
  if (!shift) throw new Error('No shift was saved')
  return { shift, warnings }
}

type PathOf = (list: 'create' | 'update', at: number) => string

async function save(
  ctx: Context,
  { create = [], update = [], remove = [] }: ManyShifts,
  pathOf: PathOf,
): Promise<Saved> {
  const ids = [...update, ...remove].map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid('update', msg('Name each shift once'))
  const found = await shiftsFor(ctx, ids)
  const departmentId = departmentOfAll([...create, ...found.values()])
  mustBeAllowed(ctx, 'roster:plan', { departmentId })
  if (create.length > 0) await departmentNamedFor(ctx, departmentId, `${pathOf('create', 0)}departmentId`)
  mustBeCurrent([...update, ...remove], found)

  const drafts = [
    ...create.map((body, at) => ({ before: null, values: newDraft(ctx, body), path: pathOf('create', at) })),
    ...update.map(({ id, ...body }, at) => {
      const before = found.get(id) as Shift
      return { before, values: changedDraft(ctx, before, body), path: pathOf('update', at) }
    }),
  ]
  await mustFit(ctx, departmentId, drafts)
  await mustBeFew(ctx, departmentId, drafts)

  const created = await insertMany(
    ctx,
    plannedShifts,
    drafts.flatMap(({ before, values }) => (before ? [] : [{ ...values, departmentId }])),
  )
  const changes = drafts.flatMap(({ before, values }) => (before ? [{ before, values }] : []))
  const others = changes.filter(({ before, values }) => !isSameCopy(draftOf(before), values))
  await updateEach(
    ctx,
    plannedShifts,
    changes.map((change) => ({
      ...change,
      values: { ...change.values, removedAt: null, ...(others.includes(change) && notAsked) },
    })),
  )
  questionsEnd(
    ctx,
    others.map(({ before }) => before),
  )
  const removed = remove.map(({ id }) => found.get(id) as Shift)
  await removeDrafts(ctx, removed)
  return repliesOf(
    ctx,
    departmentId,
    [...created.map(({ id }) => id), ...update.map(({ id }) => id)],
    [...found.values()],
  )
}

function departmentOfAll(rows: { departmentId: number }[]): number {
  const [departmentId, ...others] = [...new Set(rows.map((row) => row.departmentId))]
  if (departmentId === undefined || others.length > 0)
    throw invalid('departmentId', msg('All shifts must be of one department'))
  return departmentId
}

function mustBeCurrent(changes: { id: number; updatedAt?: string | undefined }[], found: ReadonlyMap<number, Shift>) {
  const isOld = ({ id, updatedAt }: { id: number; updatedAt?: string | undefined }) =>
    updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(found.get(id)?.updatedAt ?? '')
  if (changes.some(isOld)) throw conflict('edited_meanwhile', msg('Somebody else has changed this shift meanwhile'))
}

function newDraft({ services }: Context, body: NewShift): DraftValues {
  const { userId = null, breakMinutes = 0, title = null, note = null, templateId = null, isPinned = false } = body
  return {
    ...{ userId, breakMinutes, title: title || null, note: note || null, templateId, isPinned },
    ...shiftSpanOf(body, services.config.timeZone),
  }
}

function changedDraft({ services }: Context, before: Shift, body: ShiftChanges): DraftValues {
  const { timeZone } = services.config
  const { userId, breakMinutes, title, note, templateId, isPinned } = before
  const { date, start, end, updatedAt: _, ...rest } = body
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const isMoved = date !== undefined || start !== undefined || end !== undefined
  const local = localOf(before, timeZone)
  const span = isMoved
    ? shiftSpanOf({ date: date ?? local.date, start: start ?? local.start, end: end ?? local.end }, timeZone)
    : { startTime: before.startTime, endTime: before.endTime }
  const values = { userId, breakMinutes, title, note, templateId, isPinned, ...given, ...span }
  return { ...values, title: values.title || null, note: values.note || null }
}

interface DraftChange {
  before: Shift | null
  values: DraftValues
  /** The path of its fields begins with it. */
  path: string
}

/** Throws 400 for times that do not fit, and for a person or a template that the department does not have. */
async function mustFit(ctx: Context, departmentId: number, drafts: DraftChange[]) {
  const newOnes = <K extends 'userId' | 'templateId'>(name: K) => [
    ...new Set(present(drafts.map(({ before, values }) => (values[name] === before?.[name] ? null : values[name])))),
  ]
  const members = await membersAmong(ctx, departmentId, newOnes('userId') as string[])
  const templates = await templatesAmong(ctx, departmentId, newOnes('templateId') as number[])
  const today = dateOf(ctx.now.getTime(), ctx.services.config.timeZone)
  const [first, last] = [daysLater(today, -MAX_DAYS_BACK), daysLater(today, MAX_DAYS_AHEAD)]
  const issues = drafts.flatMap(({ before, values, path }): Issue[] => {
    const fault = timeFault(values)
    const date = dateOf(Date.parse(values.startTime), ctx.services.config.timeZone)
    const { userId, templateId } = values
    return [
      ...(fault ? [{ path: `${path}${fault.path}`, message: fault.message }] : []),
      ...(date < first || date > last
        ? [{ path: `${path}date`, message: msg('Must be between {first} and {last}', { first, last }) }]
        : []),
      ...(userId !== null && userId !== before?.userId && !members.has(userId)
        ? [{ path: `${path}userId`, message: msg('This person does not work in the department') }]
        : []),
      ...(templateId !== null && templateId !== before?.templateId && !templates.has(templateId)
        ? [{ path: `${path}templateId`, message: msg('The department has no such template') }]
        : []),
    ]
  })
  if (issues.length > 0) throw invalidFields(issues)
}

/** The people among `ids` who do shifts in the department. They stay there until the end of the transaction. */
async function membersAmong(ctx: Context, departmentId: number, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(sql`${inArray(users.id, ids)} and ${doesShifts} and ${users.departmentId} = ${departmentId}`)
    .orderBy(users.id)
    .for('share')
  return new Set(found.map(({ id }) => id))
}

async function templatesAmong(ctx: Context, departmentId: number, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const found = await ctx.db
    .select({ id: shiftTemplates.id })
    .from(shiftTemplates)
    .where(sql`${inArray(shiftTemplates.id, ids)} and ${shiftTemplates.departmentId} = ${departmentId}`)
    .for('share')
  return new Set(found.map(({ id }) => id))
}

/** Throws 409 if a day got too many shifts. */
async function mustBeFew(ctx: Context, departmentId: number, drafts: DraftChange[]) {
  const { timeZone } = ctx.services.config
  const dates = drafts.flatMap(({ before, values }) =>
    before?.startTime === values.startTime ? [] : [dateOf(Date.parse(values.startTime), timeZone)],
  )
  if (dates.length === 0) return
  const days = [...new Set(dates)].flatMap((date) => daysFromTo(date, date, timeZone))
  const { startTime } = plannedShifts
  const [froms, tos] = [days.map(({ from }) => from), days.map(({ to }) => to)].map((times) =>
    times.map((time) => new Date(time).toISOString()),
  )
  const { rows } = await ctx.db.execute<{ from: string; count: number }>(sql`
    select day.at as "from", (select count(*)::int from ${plannedShifts} where ${plannedShifts.departmentId} = ${departmentId}
      and ${startTime} >= day.at and ${startTime} < day.next) as count
    from unnest(${sql.param(froms)}::timestamptz[], ${sql.param(tos)}::timestamptz[]) as day (at, next)`)
  const known = new Map(rows.map(({ from, count }) => [Date.parse(from), count]))
  const isFull = days.some(
    ({ date, from }) => (known.get(from) ?? 0) + dates.filter((one) => one === date).length > MAX_SHIFTS_OF_DAY,
  )
  if (isFull)
    throw conflict(
      'too_many_shifts',
      msg(
        '{count, plural, one {A department can have at most # shift on a day} other {A department can have at most # shifts on a day}}',
        {
          count: MAX_SHIFTS_OF_DAY,
        },
      ),
    )
}

/** Removes drafts: the rows of shifts that were never published, and a mark on the others. */
async function removeDrafts(ctx: Context, shifts: Shift[]) {
  const [unpublished, published] = [
    shifts.filter(({ publishedVersion }) => publishedVersion === null),
    shifts.filter(({ publishedVersion }) => publishedVersion !== null),
  ]
  await removeMany(ctx, plannedShifts, unpublished)
  await updateMany(ctx, plannedShifts, published, { removedAt: ctx.now.toISOString(), ...notAsked }, 'remove')
  questionsEnd(ctx, shifts)
}

/** Saved shifts as the reply has them, with the warnings about the people who had or have them, in their weeks. */
export async function repliesOf(ctx: Context, departmentId: number, ids: number[], befores: Shift[]): Promise<Saved> {
  if (ids.length + befores.length === 0) return { shifts: [], warnings: [] }
  const found = ids.length === 0 ? [] : await shiftsWithColours(ctx, inArray(plannedShifts.id, ids))
  const touched = [...befores, ...found.map(({ shift }) => shift)]
  const people = [...new Set(present(touched.map(({ userId }) => userId)))]
  const shifts = present(found.map(shiftWriter(ctx)))
  const place = new Map(ids.map((id, at) => [id, at]))
  shifts.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return { shifts, warnings: await readWarnings(ctx, departmentId, weeksOf(ctx, touched), people) }
}

/** The weeks in which shifts begin, as many as a roster shows. */
function weeksOf({ services }: Context, shifts: Shift[]): Range {
  const { timeZone } = services.config
  const starts = shifts.map(({ startTime }) => Date.parse(startTime))
  const [first, last] = [Math.min(...starts), Math.max(...starts)].map((time) => dateOf(time, timeZone)) as [
    string,
    string,
  ]
  const from = weekOfDate(first, timeZone)[0]?.date ?? first
  const to = weekOfDate(last, timeZone)[6]?.date ?? last
  const latest = daysLater(from, MAX_ROSTER_DAYS - 1)
  const days = daysFromTo(from, to < latest ? to : latest, timeZone)
  return { days, ...boundsOf(days) }
}
