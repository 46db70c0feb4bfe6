import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sampleComments } from '../../../sample/comments.ts'
import { type DepartmentName, departmentNames } from '../../../sample/departments.ts'
import { type PictureName, pictures } from '../../../sample/pictures.ts'
import { sampleProjects as plans } from '../../../sample/projects.ts'
import { type FinishedRound, roundsOf } from '../../../sample/rounds.ts'
import { diceOf, storyOf } from '../../../sample/story.ts'
import { type SampleTask, sampleTasks as work } from '../../../sample/tasks.ts'
import type { Status } from '../../shared/task-status.ts'
import type { Context } from '../core/context.ts'
import { searchColumns } from '../core/write/search-text.ts'
import { insert, insertMany, update } from '../core/write/write.ts'
import { projects } from '../db/tables/projects.ts'
import { tasks } from '../db/tables/tasks.ts'
import { createComment } from '../features/comments/create.ts'
import { addPhoto } from '../features/photos/upload.ts'
import { createTask } from '../features/tasks/create.ts'
import { updateTask } from '../features/tasks/update.ts'
import { draw } from './draw.ts'
import { type Action, crewOf, HOUR, type Hotel, MINUTE, managerOf, sampleContext } from './hotel.ts'
import { workActions } from './steps.ts'

/** Owners plan, begin and complete their projects. */
export const projectActions = ({ ctx, calendar, departmentIds, staff, projects: ids }: Hotel) =>
  plans.flatMap(({ key, name, description, department, owner, planned, begun, completed }, index): Action[] => {
    let project: typeof projects.$inferSelect
    const actionOf = (daysAgo: number, act: (ctx: Context) => Promise<typeof project>): Action => {
      const at = calendar.day(-daysAgo) + 9 * HOUR + index * 11 * MINUTE
      return { at, act: async () => (project = await act(sampleContext(ctx, staff[owner], at))) }
    }
    const moved = (status: typeof project.status, daysAgo?: number) =>
      daysAgo === undefined ? [] : [actionOf(daysAgo, (ownerCtx) => update(ownerCtx, projects, project, { status }))]
    const plan = actionOf(planned, async (ownerCtx) => {
      const values = { name, description, departmentId: departmentIds[department], ownerId: staff[owner].id }
      const row = await insert(ownerCtx, projects, values)
      ids[key] = row.id
      return row
    })
    return [plan, ...moved('in_progress', begun), ...moved('completed', completed)]
  })

/** Managers create tasks, and their assignees begin and complete them. */
export const taskActions = (hotel: Hotel) =>
  departmentNames.flatMap((department) => work[department].flatMap((task) => actionsOf(hotel, department, task)))

function actionsOf(hotel: Hotel, department: DepartmentName, task: SampleTask): Action[] {
  const { ctx, calendar, dice, departmentIds, staff } = hotel
  const creator = staff[task.by ?? managerOf(department)]
  const assignee = task.for === undefined ? dice.oneOf(crewOf(department)) : task.for
  const { title, description, tags, priority } = task
  const { created, due, moves } = storyOf(task, calendar, dice)
  let id: number
  const create = async () => {
    const body = {
      ...{ title, description, tags, priority },
      departmentId: departmentIds[department],
      assigneeId: assignee && staff[assignee].id,
      projectId: hotel.projects[task.project ?? ''],
      dueDate: due,
      // Two of three tasks have an estimate.
      ...(title.length % 3 > 0 && { estimateMinutes: 15 * (1 + (title.length % 6)) }),
    }
    id = (await createTask(sampleContext(ctx, creator, created), { params: {}, query: undefined, body })).id
  }
  const move = (status: Status, at: number) => {
    const mover = assignee === null || status === 'overdue' ? creator : staff[assignee]
    return updateTask(sampleContext(ctx, mover, at), { params: { id }, query: undefined, body: { status } })
  }
  const isDone = task.done !== undefined
  const to = (isDone ? moves.at(-1)?.[1] : undefined) ?? calendar.now
  const said = commentActions(hotel, { title, from: created, to, idOf: () => id })
  const doer = assignee ? staff[assignee] : creator
  const steps = workActions(hotel, { title, creator, doer, from: created, to, idOf: () => id, isDone })
  return [
    { at: created, act: create },
    ...steps,
    ...moves.map(([status, at]) => ({ at, act: () => move(status, at) })),
    ...said,
  ]
}

/** Completed rounds of past weeks, planned by the general manager. They are many, and written a week at a time. */
export function roundActions({ ctx, calendar, departmentIds, staff }: Hotel): Action[] {
  // Separate dice, so that the other parts of the hotel do not depend on the number of rounds.
  const dice = diceOf(calendar.day(0) / HOUR + 2)
  const rowOf = ({ department, title, tags, created, completed, due }: FinishedRound) => ({
    ...{ title, tags, ...searchColumns({ title, tags }) },
    ...{ creatorId: staff.ingrid.id, assigneeId: staff[dice.oneOf(crewOf(department))].id },
    departmentId: departmentIds[department],
    status: 'completed' as const,
    dueDate: due,
    createdAt: new Date(created).toISOString(),
    completedAt: new Date(completed).toISOString(),
    updatedAt: new Date(completed).toISOString(),
  })
  return roundsOf(calendar, dice).map((week) => {
    const at = Math.max(...week.map(({ completed }) => completed))
    const rows = week.map(rowOf)
    return { at, act: () => insertMany(sampleContext(ctx, staff.ingrid, at), tasks, rows) }
  })
}

/** People comment on a task between its making and its end; `idOf` gives its id once it is made. */
function commentActions(
  { ctx, staff }: Hotel,
  { title, from, to, idOf }: { title: string; from: number; to: number; idOf(): number },
): Action[] {
  const written = sampleComments[title] ?? []
  return written.map(([by, text, mentions, photos], index) => {
    const at = Math.floor(from + ((to - from) * (index + 1)) / (written.length + 0.1))
    const act = async () => {
      const author = sampleContext(ctx, staff[by], at)
      const photoIds: string[] = []
      for (const name of photos) photoIds.push(await putPhoto(author, name, `${title} ${index}`))
      const body = { text, mentions: mentions.map((name) => staff[name].id), photoIds }
      await createComment(author, { params: { id: idOf() }, query: undefined, body })
    }
    return { at, act }
  })
}

/** Pixels of a unit of the drawings. */
const SCALE = 2
const THUMBNAIL_SCALE = 0.8

/** Draws a photo and uploads it for the context's person. Returns its id, the same for the same `key`. */
async function putPhoto(ctx: Context, name: PictureName, key: string): Promise<string> {
  const hash = createHash('sha256').update(`${key} ${name}`).digest('hex')
  const id = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
  await addPhoto(ctx, id, [await storePicture(ctx, name, SCALE), await storePicture(ctx, name, THUMBNAIL_SCALE)])
  return id
}

async function storePicture({ services }: Context, name: PictureName, scale: number) {
  const { png, width, height } = draw(pictures[name], scale)
  const bytes = await services.files.put(Readable.from([png]), { maxBytes: png.length })
  return { file: { ...bytes, fileName: 'photo.png', isKept: true }, type: 'image/png' as const, width, height }
}
