import { inArray, lt, ne, or } from 'drizzle-orm'
import { type DepartmentName, departmentNames } from '../../sample/departments.ts'
import { type PersonName, people } from '../../sample/people.ts'
import { type ProjectName, projects as plans } from '../../sample/projects.ts'
import type { SampleTask } from '../../sample/tasks/task.ts'
import { tasks as work } from '../../sample/tasks.ts'
import type { Viewer } from '../shared/auth.ts'
import { fold } from '../shared/fold.ts'
import type { Status } from '../shared/tasks.ts'
import { dateTimeIn, instantOf, startOfDay } from '../shared/time.ts'
import type { Context, OpenContext } from './context.ts'
import { departments, notifications, projects, tasks, users } from './db/schema.ts'
import { hashPassword } from './features/auth.ts'
import { createTask, updateTask } from './features/tasks/change.ts'
import { uuidv7 } from './uuid.ts'
import { insert, update } from './write.ts'

export const SAMPLE_PASSWORD = 'muster-demo'
/** Named accounts, one of each role. */
export const SAMPLE_ACCOUNTS = ['god', 'admin', 'manager', 'user', 'guest'].map((name) => `${name}@muster.example`)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Nothing falls due for so long after loading. */
const QUIET = 2 * HOUR
/** What was told longer ago has been read. */
const UNREAD_FOR = 3 * DAY

type Person = Omit<Viewer, 'timeZone'>

interface Hotel {
  ctx: OpenContext
  calendar: ReturnType<typeof calendarOf>
  dice: ReturnType<typeof diceOf>
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
  const calendar = calendarOf(ctx)
  const dice = diceOf(calendar.day(0) / HOUR)
  const places = await openDepartments(ctx, calendar.day(-730))
  const hotel: Hotel = { ctx, calendar, dice, places, staff: await hire(ctx, calendar, places), projects: {} }
  // Clock sessions, reminders and SOPs bring their deeds here.
  const deeds = [...projectDeeds(hotel), ...taskDeeds(hotel)]
  for (const { act } of deeds.sort((a, b) => a.at - b.at)) await act()
  await readNotifications(ctx)
}

/** The context of somebody's request at a time. What it would tell open screens is dropped: there are none yet. */
const contextOf = <P extends Person | null>(ctx: OpenContext, viewer: P, at: number): Context<P> => ({
  ...ctx,
  viewer,
  now: new Date(at),
  outbox: [],
})

async function openDepartments(ctx: OpenContext, at: number) {
  const places = {} as Hotel['places']
  for (const name of departmentNames) {
    places[name] = (await insert(contextOf(ctx, null, at), departments, { name, foldedName: fold(name) })).id
  }
  return places
}

/** The first account makes the second, the administrator's, which makes all others. One hash serves all, to be quick. */
async function hire(ctx: OpenContext, calendar: Hotel['calendar'], places: Hotel['places']) {
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
    staff[name] = { ...user, department: { id: departmentId, name: department } }
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

/** Tasks are made by a manager, and begun and completed by the person they were given to. */
const taskDeeds = (hotel: Hotel) =>
  departmentNames.flatMap((department) => work[department].flatMap((task) => deedsOf(hotel, department, task)))

function deedsOf(hotel: Hotel, department: DepartmentName, task: SampleTask): Deed[] {
  const { ctx, dice, places, staff } = hotel
  const creator = staff[task.by ?? managerOf(department)]
  const doer = task.for === undefined ? dice.oneOf(crewOf(department)) : task.for
  const { title, description, tags, priority } = task
  const { created, due, moves } = storyOf(hotel, task)
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

const colleagues = (department: DepartmentName) =>
  keysOf(people).filter((name) => people[name].department === department)
const managerOf = (department: DepartmentName) =>
  colleagues(department).find((name) => people[name].role === 'manager') ?? 'ingrid'
/** Who tasks go to by lot: managers half as often as the others. */
const crewOf = (department: DepartmentName) =>
  colleagues(department).flatMap((name) => ({ user: [name, name], manager: [name] })[people[name].role as string] ?? [])

interface Story {
  created: number
  due: string | null
  moves: [status: Status, at: number][]
}

const storyOf = (hotel: Hotel, task: SampleTask) =>
  task.done === undefined ? openStory(hotel, task) : completedStory(hotel, task, task.done)

function openStory({ calendar, dice }: Hotel, { due, status }: SampleTask): Story {
  const overdueFor = Math.max(0, -(due?.[0] ?? 0))
  const isBegun = status === 'in_progress'
  const age = overdueFor + (overdueFor || isBegun ? dice.oneOf([2, 3, 4, 5]) : dice.oneOf([0, 0, 1, 1, 2, 3, 4, 6, 8]))
  const created = calendar.workingTime(-age, dice.roll())
  const dueDate = due ? calendar.dueDate(...due) : null
  if (isBegun) {
    const begun = calendar.workingTime(-Math.floor(dice.between(0, Math.min(age, 4))), dice.roll())
    return { created, due: dueDate, moves: [['in_progress', begun]] }
  }
  if (status !== 'overdue' || !dueDate) return { created, due: dueDate, moves: [] }
  const noticed = Date.parse(dueDate) + Math.min(10 * HOUR, calendar.now - Date.parse(dueDate)) * dice.roll()
  return { created, due: dueDate, moves: [['overdue', Math.floor(noticed)]] }
}

/** A guest's wish is fulfilled within hours, other work takes days; some of it is late. */
function completedStory({ calendar, dice }: Hotel, { tags = [] }: SampleTask, done: number): Story {
  const isQuick = ['guest', 'VIP', 'evening'].some((tag) => tags.includes(tag))
  const completed = done === 0 ? calendar.earlierToday(dice.roll()) : calendar.workingTime(-done, dice.roll(), 9, 19)
  const begun = completed - dice.between(20, isQuick ? 40 : 180) * MINUTE
  const daysBefore = dice.oneOf([1, 1, 2, 3, 5])
  const created = isQuick
    ? begun - dice.between(15, 200) * MINUTE
    : calendar.workingTime(-done - daysBefore, dice.roll())
  const daysLeft = daysBefore > 1 && !isQuick && dice.roll() < 0.35 ? -1 : dice.oneOf([0, 0, 1, 2])
  const due = dice.roll() < 0.2 ? null : calendar.dueDate(daysLeft - done)
  const moves: Story['moves'] = dice.roll() < 0.25 ? [] : [['in_progress', Math.floor(begun)]]
  return { created: Math.floor(created), due, moves: [...moves, ['completed', completed]] }
}

/** Days are counted from today, and cut in the deployment's time zone. */
function calendarOf({ now: present, services }: OpenContext) {
  const { timeZone } = services.config
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
  return { now, day, dueDate, workingTime, earlierToday }
}

/** Chance with a seed (mulberry32): the same seed gives the same hotel. */
function diceOf(seed: number) {
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
