import { type DepartmentName, departmentNames } from '../../../sample/departments.ts'
import { type PersonName, people } from '../../../sample/people.ts'
import {
  BREAK,
  DRAFT_WEEK,
  dateIn,
  FIRST_WEEK,
  lateChanges,
  OFFERED,
  openShifts,
  plannedShiftsOf,
  rosterNames,
  type SampleOpenShift,
  type SampleShift,
  sampleTemplates,
} from '../../../sample/roster.ts'
import { type LocalShift, shiftSpanOf } from '../../shared/roster/shift-times.ts'
import { weekOf } from '../../shared/time/time.ts'
import { insertMany } from '../core/write/write.ts'
import { plannedShifts, shiftTemplates } from '../db/tables/roster.ts'
import { answerShiftQuestion } from '../features/roster/answer.ts'
import { offerShift } from '../features/roster/offer.ts'
import { previewPublish, publishRoster } from '../features/roster/publish.ts'
import { updateShift } from '../features/roster/save.ts'
import { absenceActions } from './absences.ts'
import { everybodysShifts } from './clock.ts'
import { exchangeActions } from './exchanges.ts'
import { type Action, HOUR, type Hotel, MINUTE, managerOf, sampleContext } from './hotel.ts'

/** The roster was planned so long before its first week, and the draft so long ago. */
const [PLANNED_BEFORE, DRAFTED_AGO] = [6 * 24 * HOUR, 20 * HOUR]

/**
 * The rosters of all departments: templates, four published weeks with open shifts, the draft of a fifth, an offer, and
 * late changes, exchanges and absences.
 */
export function rosterActions(hotel: Hotel): Action[] {
  const { calendar } = hotel
  const worked = everybodysShifts(calendar)
  const shifts = rosterNames.flatMap((name) => plannedShiftsOf(name, worked[name], calendar))
  const ids = new Map<SampleShift, number>()
  const firstFrom = (days: number, name: PersonName) =>
    shifts.find((one) => one.name === name && one.date >= dateIn(days, calendar))
  const offered = firstFrom(OFFERED.days, OFFERED.name)
  const changed = lateChanges.flatMap((change) => {
    const shift = firstFrom(change.days, change.name)
    return shift ? [{ change, shift }] : []
  })
  return [
    ...departmentNames.flatMap((department) => departmentActions(hotel, department, shifts, ids)),
    ...(offered ? [offer(hotel, offered, ids)] : []),
    ...changed.flatMap((late) => changeActions(hotel, late, ids)),
    ...exchangeActions(
      hotel,
      shifts,
      ids,
      new Set([...(offered ? [offered] : []), ...changed.map(({ shift }) => shift)]),
    ),
    ...absenceActions(hotel),
  ]
}

const mondayOf = ({ calendar: { now, timeZone } }: Hotel, week: number) => weekOf(now, timeZone, week)[0]

/**
 * A department's manager makes the templates, plans four weeks and publishes them, and begins the fifth. The rows are
 * written directly, as the clock's are: there are hundreds.
 */
function departmentActions(
  hotel: Hotel,
  department: DepartmentName,
  all: readonly SampleShift[],
  ids: Map<SampleShift, number>,
): Action[] {
  const { ctx, staff, departmentIds, calendar } = hotel
  const departmentId = departmentIds[department]
  const planner = staff[managerOf(department)]
  const shifts = all.filter(({ name }) => people[name].department === department)
  const draftsFrom = mondayOf(hotel, DRAFT_WEEK)?.date ?? ''
  const templateIds = new Map<string, number>()
  const at = (mondayOf(hotel, FIRST_WEEK)?.from ?? 0) - PLANNED_BEFORE + departmentId * MINUTE
  const rowOf = (
    userId: string | null,
    name: string | undefined,
    times: LocalShift,
    publishedAt: number | null,
  ): typeof plannedShifts.$inferInsert => {
    const { startTime, endTime } = shiftSpanOf(times, calendar.timeZone)
    const templateId = (name && templateIds.get(name)) || null
    const title = name ?? null
    return {
      ...{ departmentId, userId, startTime, endTime, breakMinutes: BREAK, title, templateId },
      ...(publishedAt !== null && {
        ...{ publishedUserId: userId, publishedStartTime: startTime, publishedEndTime: endTime },
        ...{ publishedBreakMinutes: BREAK, publishedTitle: title, publishedTemplateId: templateId },
        ...{ publishedAt: new Date(publishedAt).toISOString(), publishedBy: planner.id, publishedVersion: 1 },
      }),
    }
  }
  const write = async (
    time: number,
    planned: readonly SampleShift[],
    open: readonly SampleOpenShift[],
    isDraft: boolean,
  ) => {
    const publishedAt = isDraft ? null : time
    const rows = [
      ...planned.map((shift) => rowOf(staff[shift.name].id, shift.template?.name, shift, publishedAt)),
      ...open.map(({ days, template }) => {
        const { start = '', end = '' } = sampleTemplates[department].find(({ name }) => name === template) ?? {}
        return rowOf(null, template, { date: dateIn(days, calendar), start, end }, publishedAt)
      }),
    ]
    if (rows.length === 0) return
    const written = await insertMany(sampleContext(ctx, planner, time), plannedShifts, rows)
    for (const [order, shift] of planned.entries()) ids.set(shift, written[order]?.id ?? 0)
  }
  const act = async () => {
    const templates = sampleTemplates[department].map((template) => ({
      departmentId,
      breakMinutes: BREAK,
      ...template,
    }))
    const made = await insertMany(sampleContext(ctx, planner, at), shiftTemplates, templates)
    for (const { name, id } of made) templateIds.set(name, id)
    const published = shifts.filter(({ date }) => date < draftsFrom)
    await write(
      at,
      published,
      openShifts.filter((open) => open.department === department),
      false,
    )
  }
  const drafted = calendar.now - DRAFTED_AGO + departmentId * MINUTE
  const drafts = shifts.filter(({ date }) => date >= draftsFrom)
  return [
    { at, act },
    { at: drafted, act: () => write(drafted, drafts, [], true) },
  ]
}

/** The manager publishes changes of a day. */
async function publish(
  { ctx, staff, departmentIds }: Hotel,
  department: DepartmentName,
  days: { from: string; to: string },
  at: number,
  reason: string,
) {
  const by = sampleContext(ctx, staff[managerOf(department)], at)
  const body = { ...days, departmentId: departmentIds[department] }
  const { expected } = await previewPublish(by, { params: {}, query: body, body: undefined })
  await publishRoster(by, {
    params: {},
    query: undefined,
    body: { ...body, expected, ...(reason && { reason }) },
  })
}

/** Somebody would give a shift away. */
function offer({ ctx, calendar, staff }: Hotel, shift: SampleShift, ids: ReadonlyMap<SampleShift, number>): Action {
  const at = calendar.now - 3 * HOUR
  const by = sampleContext(ctx, staff[shift.name], at)
  const params = () => ({ id: ids.get(shift) ?? 0 })
  return { at, act: () => offerShift(by, { params: params(), query: undefined, body: undefined }) }
}

/** A late change: a manager moves a shift, and its person is asked. */
function changeActions(
  hotel: Hotel,
  { change, shift }: { change: (typeof lateChanges)[number]; shift: SampleShift },
  ids: ReadonlyMap<SampleShift, number>,
): Action[] {
  const { ctx, calendar, staff } = hotel
  const { name, by, hoursAgo, later, reason, isAccepted } = change
  const id = () => ids.get(shift) ?? 0
  const at = calendar.now - hoursAgo * HOUR
  const moved = (time: string) => `${String((Number(time.slice(0, 2)) + later) % 24).padStart(2, '0')}${time.slice(2)}`
  const move = async () => {
    const body = { start: moved(shift.start), end: moved(shift.end) }
    await updateShift(sampleContext(ctx, staff[by], at), { params: { id: id() }, query: undefined, body })
    await publish(hotel, people[name].department, { from: shift.date, to: shift.date }, at, reason)
  }
  const answered = at + 40 * MINUTE
  const answer = () =>
    answerShiftQuestion(sampleContext(ctx, staff[name], answered), {
      params: { id: id() },
      query: undefined,
      body: { accept: true },
    })
  return [{ at, act: move }, ...(isAccepted ? [{ at: answered, act: answer }] : [])]
}
