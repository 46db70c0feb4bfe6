import { type DepartmentName, departmentNames } from '../../../sample/departments.ts'
import { people } from '../../../sample/people.ts'
import {
  BREAK,
  DRAFT_WEEK,
  dateIn,
  FIRST_WEEK,
  LAST_PUBLISHED_WEEK,
  lateChanges,
  OFFERED,
  openShifts,
  plannedShiftsOf,
  rosterNames,
  type SampleShift,
  sampleTemplates,
} from '../../../sample/roster.ts'
import { weekOf } from '../../shared/time/time.ts'
import { answerShiftQuestion } from '../features/roster/answer.ts'
import { offerShift } from '../features/roster/offer.ts'
import { previewPublish, publishRoster } from '../features/roster/publish.ts'
import { saveManyShifts, updateShift } from '../features/roster/save.ts'
import { createTemplate } from '../features/roster/templates.ts'
import { everybodysShifts } from './clock.ts'
import { type Action, HOUR, type Hotel, MINUTE, managerOf, sampleContext } from './hotel.ts'

/** The roster was planned so long before its first week, and the draft so long ago. */
const [PLANNED_BEFORE, DRAFTED_AGO] = [6 * 24 * HOUR, 20 * HOUR]

/**
 * The rosters of all departments: templates, four published weeks with open shifts, the draft of a fifth, an offer, and
 * late changes. Exchanges and absences of the sample belong into files of their own beside this one.
 */
export function rosterActions(hotel: Hotel): Action[] {
  const { calendar } = hotel
  const worked = everybodysShifts(calendar)
  const shifts = rosterNames.flatMap((name) => plannedShiftsOf(name, worked[name], calendar))
  const ids = new Map<SampleShift, number>()
  return [
    ...departmentNames.flatMap((department) => departmentActions(hotel, department, shifts, ids)),
    ...offer(hotel, shifts, ids),
    ...changesOf(hotel, shifts, ids),
  ]
}

const mondayOf = ({ calendar: { now, timeZone } }: Hotel, week: number) => weekOf(now, timeZone, week)[0]
const sundayOf = ({ calendar: { now, timeZone } }: Hotel, week: number) => weekOf(now, timeZone, week)[6]?.date ?? ''

/** A department's manager makes the templates, plans four weeks and publishes them, and begins the fifth. */
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
  const plan = async (time: number, planned: readonly SampleShift[], open: (typeof openShifts)[number][]) => {
    const create = [
      ...planned.map(({ name, date, start, end, template }) => ({
        ...{ departmentId, userId: staff[name].id, date, start, end, breakMinutes: BREAK },
        ...(template && { templateId: templateIds.get(template.name) ?? null, title: template.name }),
      })),
      ...open.flatMap(({ days, template: name }) => {
        const found = sampleTemplates[department].find((one) => one.name === name)
        return found
          ? [
              {
                ...{ departmentId, userId: null, date: dateIn(days, calendar), start: found.start, end: found.end },
                ...{ breakMinutes: BREAK, templateId: templateIds.get(name) ?? null, title: name },
              },
            ]
          : []
      }),
    ]
    if (create.length === 0) return
    const by = sampleContext(ctx, planner, time)
    const saved = await saveManyShifts(by, { params: {}, query: undefined, body: { create } })
    const keyOf = (userId: string | null, { date, start }: { date: string; start: string }) => `${userId} ${date} ${start}`
    const known = new Map(saved.shifts.map((shift) => [keyOf(shift.userId, shift), shift.id]))
    for (const shift of planned) ids.set(shift, known.get(keyOf(staff[shift.name].id, shift)) ?? 0)
  }
  const act = async () => {
    const by = sampleContext(ctx, planner, at)
    for (const { name, start, end, colour } of sampleTemplates[department]) {
      const body = { departmentId, name, start, end, breakMinutes: BREAK, colour }
      templateIds.set(name, (await createTemplate(by, { params: {}, query: undefined, body })).id)
    }
    await plan(
      at,
      shifts.filter(({ date }) => date < draftsFrom),
      openShifts.filter((open) => open.department === department),
    )
    const days = { from: mondayOf(hotel, FIRST_WEEK)?.date ?? '', to: sundayOf(hotel, LAST_PUBLISHED_WEEK) }
    await publish(hotel, department, days, at, '')
  }
  const drafted = calendar.now - DRAFTED_AGO + departmentId * MINUTE
  const draft = () =>
    plan(
      drafted,
      shifts.filter(({ date }) => date >= draftsFrom),
      [],
    )
  return [
    { at, act },
    { at: drafted, act: draft },
  ]
}

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
function offer({ ctx, calendar, staff }: Hotel, all: readonly SampleShift[], ids: Map<SampleShift, number>): Action[] {
  const { name, days } = OFFERED
  const shift = all.find((one) => one.name === name && one.date >= dateIn(days, calendar))
  if (!shift) return []
  const at = calendar.now - 3 * HOUR
  const id = () => ids.get(shift) ?? 0
  const by = sampleContext(ctx, staff[name], at)
  return [{ at, act: () => offerShift(by, { params: { id: id() }, query: undefined, body: undefined }) }]
}

/** Late changes: a manager moves a shift, and its person is asked. */
function changesOf(hotel: Hotel, all: readonly SampleShift[], ids: Map<SampleShift, number>): Action[] {
  const { ctx, calendar, staff } = hotel
  return lateChanges.flatMap(({ name, by, days, hoursAgo, later, reason, isAccepted }): Action[] => {
    const shift = all.find((one) => one.name === name && one.date >= dateIn(days, calendar))
    if (!shift) return []
    const id = () => ids.get(shift) ?? 0
    const at = calendar.now - hoursAgo * HOUR
    const moved = (time: string) =>
      `${String((Number(time.slice(0, 2)) + later) % 24).padStart(2, '0')}${time.slice(2)}`
    const change = async () => {
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
    return [{ at, act: change }, ...(isAccepted ? [{ at: answered, act: answer }] : [])]
  })
}
