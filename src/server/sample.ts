import { inArray, lt, ne, or } from 'drizzle-orm'
import { correctionOf, shiftsOf } from '../../sample/clock.ts'
import { type DepartmentName, departmentNames } from '../../sample/departments.ts'
import { feedback as opinions } from '../../sample/feedback.ts'
import { type PersonName, people } from '../../sample/people.ts'
import { type ProjectName, projects as plans } from '../../sample/projects.ts'
import { reminders as plannedReminders } from '../../sample/reminders.ts'
import { type FinishedRound, roundsOf } from '../../sample/rounds.ts'
import { type Calendar, calendarOf, type Dice, diceOf, reminderStory, storyOf } from '../../sample/story.ts'
import type { SampleTask } from '../../sample/tasks/task.ts'
import { tasks as work } from '../../sample/tasks.ts'
import type { Viewer } from '../shared/auth.ts'
import { durationOf } from '../shared/clock.ts'
import { fold } from '../shared/fold.ts'
import type { Status } from '../shared/tasks.ts'
import type { Context, OpenContext } from './context.ts'
import { clockSessions } from './db/tables/clock.ts'
import { notifications } from './db/tables/notifications.ts'
import { departments, users } from './db/tables/people.ts'
import { projects } from './db/tables/projects.ts'
import { tasks } from './db/tables/tasks.ts'
import { startSession } from './features/clock/clocking.ts'
import { correctSession } from './features/clock/correct.ts'
import { createFeedback } from './features/feedback.ts'
import { createReminder, updateReminder } from './features/reminders/change.ts'
import { fireReminders } from './features/reminders/fire.ts'
import { createTask, updateTask } from './features/tasks/change.ts'
import { searchText } from './features/tasks/search.ts'
import { hashPassword } from './passwords.ts'
import { sopDeeds } from './sample-sops.ts'
import { uuidv7 } from './uuid.ts'
import { audit, insert, insertMany, update } from './write.ts'

export const SAMPLE_PASSWORD = 'muster-demo'
/** Named accounts, one of each role. */
export const SAMPLE_ACCOUNTS = ['god', 'admin', 'manager', 'user', 'guest'].map((name) => `${name}@muster.example`)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** What was told longer ago has been read. */
const UNREAD_FOR = 72 * HOUR

type Person = Omit<Viewer, 'timeZone'>

interface Hotel {
  ctx: OpenContext
  calendar: Calendar
  dice: Dice
  places: Record<DepartmentName, number>
  staff: Record<PersonName, Person>
  /** Known once the project has been planned. */
  projects: Partial<Record<ProjectName, number>>
}

/** Something that somebody does at a time. */
interface Deed {
  at: number
  act(): Promise<unknown>
}

/**
 * Fills an empty database with the sample hotel, relative to the present, through the functions that people's requests
 * use: everything is done by the person who would do it, at its time and in the order of time. The same day gives the
 * same hotel.
 */
export async function loadSampleHotel(ctx: OpenContext) {
  const calendar = calendarOf(ctx.now, ctx.services.config.timeZone)
  const dice = diceOf(calendar.day(0) / HOUR)
  const places = await openDepartments(ctx, calendar.day(-730))
  const hotel: Hotel = { ctx, calendar, dice, places, staff: await hire(ctx, calendar, places), projects: {} }
  const library = { calendar, places, staff: hotel.staff, as: (who: Person, at: number) => contextOf(ctx, who, at) }
  const deeds = [
    ...projectDeeds(hotel),
    ...taskDeeds(hotel),
    ...roundDeeds(hotel),
    ...feedbackDeeds(hotel),
    ...signInDeeds(hotel),
    ...clockDeeds(hotel),
    ...reminderDeeds(hotel),
    ...sopDeeds(library),
  ]
  for (const { act } of deeds.sort((a, b) => a.at - b.at)) await act()
  await readNotifications(ctx)
}

/** The context of somebody's request at a time. What it would tell open screens is dropped: there are none yet. */
const contextOf = <P extends Person | null>(ctx: OpenContext, viewer: P, at: number): Context<P> => ({
  ...ctx,
  viewer,
  now: new Date(at),
  origin: viewer ? deviceOf(viewer) : ctx.origin,
  outbox: [],
})

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
]

/** Where somebody works: a place of their own in the hotel's network, always the same. */
function deviceOf({ email }: Person): Context['origin'] {
  const place = [...email].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  return {
    ipAddress: `10.20.${place % 4}.${10 + (place % 200)}`,
    userAgent: BROWSERS[place % BROWSERS.length] ?? null,
    tab: null,
  }
}

async function openDepartments(ctx: OpenContext, at: number) {
  const places = {} as Hotel['places']
  for (const name of departmentNames) {
    places[name] = (await insert(contextOf(ctx, null, at), departments, { name, foldedName: fold(name) })).id
  }
  return places
}

/** The first account makes the second, the administrator's, which makes all others. One hash serves all, to be quick. */
async function hire(ctx: OpenContext, calendar: Calendar, places: Hotel['places']) {
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  const staff: Partial<Hotel['staff']> = {}
  const names = keysOf(people).sort((a, b) => people[b].since - people[a].since)
  for (const name of names) {
    const { role, department, since, account } = people[name]
    const [firstName, lastName] = people[name].name
    const at = calendar.day(-since) + 9 * HOUR
    const departmentId = places[department]
    const user = await insert(contextOf(ctx, staff.beatriz ?? staff.ingrid ?? null, at), users, {
      id: uuidv7(new Date(at)),
      email: `${account ?? [firstName, lastName].map(addressable).join('.')}@muster.example`,
      passwordHash,
      firstName,
      lastName,
      foldedName: fold(`${firstName} ${lastName}`),
      role,
      departmentId,
    })
    const { passwordHash: _, ...known } = user
    staff[name] = { ...known, department: { id: departmentId, name: department } }
  }
  return staff as Hotel['staff']
}

const addressable = (name: string) => fold(name).replace(/[^a-z]/g, '')

/** Projects are planned, begun and completed by their owners. */
const projectDeeds = ({ ctx, calendar, places, staff, projects: ids }: Hotel) =>
  keysOf(plans).flatMap((key, place): Deed[] => {
    const { name, description, department, owner, planned, begun, completed } = plans[key]
    let project: typeof projects.$inferSelect
    const deed = (daysAgo: number, act: (ctx: Context) => Promise<typeof project>): Deed => {
      const at = calendar.day(-daysAgo) + 9 * HOUR + place * 11 * MINUTE
      return { at, act: async () => (project = await act(contextOf(ctx, staff[owner], at))) }
    }
    const moved = (status: typeof project.status, daysAgo?: number) =>
      daysAgo === undefined ? [] : [deed(daysAgo, (then) => update(then, projects, project, { status }))]
    const plan = deed(planned, async (then) => {
      const values = { name, description, departmentId: places[department], ownerId: staff[owner].id }
      const row = await insert(then, projects, values)
      ids[key] = row.id
      return row
    })
    return [plan, ...moved('in_progress', begun), ...moved('completed', completed)]
  })

/** Reminders were set some weeks ago, those for a day to come lately; what has come already was fired at its time. */
const reminderDeeds = ({ ctx, calendar, places, staff }: Hotel) =>
  plannedReminders.flatMap(({ title, description, by, for: whom, at, fired }, index): Deed[] => {
    const { set, due, next } = reminderStory(at, calendar, index)
    let id: number
    const create = async () => {
      const body = {
        ...{ title, description },
        userId: whom !== 'everyone' && 'person' in whom ? staff[whom.person].id : null,
        departmentId: whom !== 'everyone' && 'department' in whom ? places[whom.department] : null,
        cronRule: 'rule' in at ? at.rule : null,
        nextRun: new Date(fired ? due : next).toISOString(),
      }
      id = (await createReminder(contextOf(ctx, staff[by], set), { params: {}, query: undefined, body })).id
    }
    const skip = () => {
      const body = { nextRun: new Date(next).toISOString() }
      return updateReminder(contextOf(ctx, staff[by], calendar.now), { params: { id }, query: undefined, body })
    }
    const deeds = [{ at: set, act: create }]
    if (!fired) return deeds
    const fire = { at: due, act: () => fireReminders(contextOf(ctx, null, due), [id]) }
    // What would come again right after the loading begins one time later.
    return 'rule' in at ? [...deeds, fire, { at: calendar.now, act: skip }] : [...deeds, fire]
  })

/** Tasks are made by a manager, and begun and completed by the person they were given to. */
const taskDeeds = (hotel: Hotel) =>
  departmentNames.flatMap((department) => work[department].flatMap((task) => deedsOf(hotel, department, task)))

function deedsOf(hotel: Hotel, department: DepartmentName, task: SampleTask): Deed[] {
  const { ctx, calendar, dice, places, staff } = hotel
  const creator = staff[task.by ?? managerOf(department)]
  const doer = task.for === undefined ? dice.oneOf(crewOf(department)) : task.for
  const { title, description, tags, priority } = task
  const { created, due, moves } = storyOf(task, calendar, dice)
  let id: number
  const create = async () => {
    const body = {
      ...{ title, description, tags, priority },
      departmentId: places[department],
      assigneeId: doer && staff[doer].id,
      projectId: task.project && hotel.projects[task.project],
      dueDate: due,
    }
    id = (await createTask(contextOf(ctx, creator, created), { params: {}, query: undefined, body })).id
  }
  const move = (status: Status, at: number) => {
    const mover = doer === null || status === 'overdue' ? creator : staff[doer]
    return updateTask(contextOf(ctx, mover, at), { params: { id }, query: undefined, body: { status } })
  }
  return [{ at: created, act: create }, ...moves.map(([status, at]) => ({ at, act: () => move(status, at) }))]
}

/** People say what they think of Muster. */
const feedbackDeeds = ({ ctx, calendar, dice, staff }: Hotel): Deed[] =>
  opinions.map(({ by, ago, ...body }) => {
    const at = calendar.workingTime(-ago, dice.roll())
    const then = contextOf(ctx, staff[by], at)
    return { at, act: () => createFeedback(then, { params: {}, query: undefined, body }) }
  })

const DAYS_OF_SIGN_INS = 5

/** Everybody signs in when their day begins: by the log, as there are no browsers to keep a session. */
const signInDeeds = ({ ctx, calendar, dice, staff }: Hotel): Deed[] =>
  Array.from({ length: DAYS_OF_SIGN_INS }, (_, day) =>
    keysOf(staff).map((name) => {
      const at = calendar.workingTime(-day, dice.roll(), 6, 9)
      const then = contextOf(ctx, staff[name], at)
      return { at, act: () => audit(then, { action: 'session.start', resourceType: 'session', resourceId: null }) }
    }),
  ).flat()

/** The finished rounds of the weeks before, a week at a time, to be quick: by the general manager, who plans them. */
function roundDeeds({ ctx, calendar, places, staff }: Hotel): Deed[] {
  // Of their own, so that the other lots stay as they are.
  const dice = diceOf(calendar.day(0) / HOUR + 2)
  const rowOf = ({ department, title, tags, created, completed, due }: FinishedRound) => ({
    ...{ title, tags, foldedTitle: fold(title), searchText: searchText({ title, tags }) },
    ...{ creatorId: staff.ingrid.id, assigneeId: staff[dice.oneOf(crewOf(department))].id },
    departmentId: places[department],
    status: 'completed' as const,
    dueDate: due,
    createdAt: new Date(created).toISOString(),
    completedAt: new Date(completed).toISOString(),
    updatedAt: new Date(completed).toISOString(),
  })
  return roundsOf(calendar, dice).map((week) => {
    const at = Math.max(...week.map(({ completed }) => completed))
    const rows = week.map(rowOf)
    return { at, act: () => insertMany(contextOf(ctx, staff.ingrid, at), tasks, rows) }
  })
}

/** So many shifts of a person are written at once, to be quick: there are hundreds. */
const SHIFTS_AT_ONCE = 7

/** Everybody's hours, and the one time that somebody forgot to clock out and the manager put it right. */
function clockDeeds({ ctx, calendar, staff }: Hotel): Deed[] {
  // Of their own, so that the tasks' lots stay as they are.
  const dice = diceOf(calendar.day(0) / HOUR + 1)
  return keysOf(people).flatMap((name) => {
    const person = staff[name]
    const deeds: Deed[] = []
    let worked: (typeof clockSessions.$inferInsert)[] = []
    const write = (at: number, correction: ReturnType<typeof correctionOf>) => {
      const values = worked
      worked = []
      let ids: number[] = []
      const act = async () => {
        ids = (await insertMany(contextOf(ctx, person, at), clockSessions, values)).map(({ id }) => id)
      }
      deeds.push({ at, act })
      if (!correction) return
      const { by, at: later, ...body } = correction
      const correct = () =>
        correctSession(contextOf(ctx, staff[by], later), { params: { id: ids.at(-1) ?? 0 }, query: undefined, body })
      deeds.push({ at: later, act: correct })
    }
    const shifts = shiftsOf(name, calendar, dice)
    for (const [place, shift] of shifts.entries()) {
      const { from, to } = shift
      if (to === null) {
        deeds.push({ at: from, act: () => startSession(contextOf(ctx, person, from)) })
        continue
      }
      worked.push(completedSession(person, from, to))
      const correction = correctionOf(name, shift, calendar)
      const isLast = typeof shifts[place + 1]?.to !== 'number'
      if (correction || isLast || worked.length === SHIFTS_AT_ONCE) write(to, correction)
    }
    return deeds
  })
}

function completedSession({ id: userId, departmentId }: Person, from: number, to: number) {
  const times = { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() }
  const status = 'completed' as const
  return { userId, departmentId, ...times, status, duration: durationOf(times), createdAt: times.startTime }
}

const colleagues = (department: DepartmentName) =>
  keysOf(people).filter((name) => people[name].department === department)
const managerOf = (department: DepartmentName) =>
  colleagues(department).find((name) => people[name].role === 'manager') ?? 'ingrid'
/** Who tasks go to by lot: managers half as often as the others. */
const crewOf = (department: DepartmentName) =>
  colleagues(department).flatMap((name) => ({ user: [name, name], manager: [name] })[people[name].role as string] ?? [])

/**
 * Leaves unread what was told in the last days of tasks that nobody has begun. Directly, as people mark only their own,
 * one request at a time.
 */
async function readNotifications({ db, now }: OpenContext) {
  const begun = db.select({ id: tasks.id }).from(tasks).where(ne(tasks.status, 'pending'))
  const old = new Date(now.getTime() - UNREAD_FOR).toISOString()
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(or(lt(notifications.createdAt, old), inArray(notifications.taskId, begun)))
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]
