import { may } from '../../../../shared/permissions.ts'
import { filterValuesOf as filterValuesOfTask } from '../../../../shared/task-filter.ts'
import type { comments } from '../../../db/tables/comments.ts'
import type { photos } from '../../../db/tables/photos.ts'
import type { places } from '../../../db/tables/places.ts'
import type { projects } from '../../../db/tables/projects.ts'
import type { reminders } from '../../../db/tables/reminders.ts'
import type { routines } from '../../../db/tables/routines.ts'
import type { sops } from '../../../db/tables/sops.ts'
import type { taskSteps } from '../../../db/tables/steps.ts'
import type { tasks } from '../../../db/tables/tasks.ts'
import { type ActorsById, audienceOfTask, everybodyFrom, present, type TaskRows } from '../audiences.ts'
import type { AuditConfigs } from './config.ts'

/** Tasks and what hangs on them, projects, routines, reminders, procedures and places. */

export type AuditedWork =
  | typeof tasks
  | typeof comments
  | typeof photos
  | typeof taskSteps
  | typeof projects
  | typeof reminders
  | typeof routines
  | typeof sops
  | typeof places

/** Visible to the people who see the task. A photo that hangs on nothing is written without `write`. */
const ofTask = <Row extends { taskId: number | null }>() => ({
  task: ({ taskId }: Row) => {
    if (taskId === null) throw new Error('It hangs on no task')
    return taskId
  },
  audience: ({ taskId }: Row, _people: ActorsById, tasks: TaskRows) => {
    const task = tasks.get(taskId ?? 0)
    if (!task) throw new Error(`Task ${taskId} was not read`)
    return audienceOfTask(task)
  },
  filterValues: ({ taskId }: Row) => ({ taskId }),
})

/** A number with its unit; nothing of a text that somebody has typed. */
const loggedValue = ({ value, unit }: typeof taskSteps.$inferSelect) =>
  typeof value === 'number' && unit ? `${value} ${unit}` : typeof value === 'string' ? null : value

export const auditedWork: AuditConfigs<AuditedWork> = {
  tasks: {
    resource: 'tasks',
    type: 'task',
    audience: audienceOfTask,
    filterValues: filterValuesOfTask,
    unlogged: [
      ...(['foldedTitle', 'searchText', 'dueOrNever', 'updatedAt', 'createdAt'] as const),
      ...(['stepsDone', 'stepsTotal', 'comments', 'photos', 'kind', 'takenAt', 'isReceived'] as const),
      // The verb says it: an occurrence was opened, missed or skipped.
      ...(['occurrenceAt', 'closesAt', 'closedAt', 'outcome'] as const),
    ],
  },
  // People's texts are stored in one place only, so that erasing them there removes them for good.
  comments: {
    resource: 'comments',
    type: 'comment',
    ...ofTask<typeof comments.$inferSelect>(),
    unlogged: ['taskId', 'authorId', 'text', 'searchText', 'mentions', 'createdAt', 'editedAt'],
  },
  photos: {
    resource: 'photos',
    type: 'photo',
    ...ofTask<typeof photos.$inferSelect>(),
    unlogged: ['taskId', 'fileId', 'thumbnailFileId', 'position', 'createdAt'],
  },
  task_steps: {
    resource: 'steps',
    type: 'step',
    ...ofTask<typeof taskSteps.$inferSelect>(),
    isReadByTask: true,
    logged: (step) => ({ ...step, value: loggedValue(step) }),
    unlogged: ['taskId', 'text', 'searchText', 'position', 'photoId', 'createdAt'],
  },
  projects: {
    resource: 'projects',
    type: 'project',
    audience: (project) => ({
      fromRole: 'manager',
      departments: present([project.departmentId]),
      users: [project.ownerId],
    }),
    unlogged: ['updatedAt', 'createdAt'],
  },
  reminders: {
    resource: 'reminders',
    type: 'reminder',
    people: ({ userId, createdBy }) => (userId === null || userId === createdBy ? [] : [userId, createdBy]),
    audience: (reminder, people) => {
      const { userId, departmentId, createdBy } = reminder
      const creator = people.get(createdBy)
      const subject = { ...reminder, user: people.get(userId ?? '') ?? null }
      const creatorMayRead = creator && may(creator, 'reminder:read', subject)
      if (userId !== null)
        return { fromRole: null, departments: [], users: creatorMayRead ? [userId, createdBy] : [userId] }
      return { fromRole: departmentId === null ? 'guest' : 'admin', departments: present([departmentId]), users: [] }
    },
    unlogged: ['createdAt'],
  },
  routines: {
    resource: 'routines',
    type: 'routine',
    people: ({ assigneeId, creatorId }) => present([assigneeId, creatorId]),
    audience: (routine, people) => ({
      fromRole: 'manager',
      departments: present([routine.departmentId]),
      departmentsFrom: 'user',
      users: present([routine.assigneeId, routine.creatorId]).filter((id) => {
        const person = people.get(id)
        return person && may(person, 'routine:read', routine)
      }),
    }),
    unlogged: ['nextOccurrence', 'updatedAt', 'createdAt'],
  },
  sops: {
    resource: 'sops',
    type: 'sop',
    audience: (sop) => ({
      fromRole: sop.departmentId === null || sop.visibleTo === 'everyone' ? 'user' : 'manager',
      departments: present([sop.departmentId]),
      departmentsFrom: 'user',
      users: [],
    }),
    unlogged: ['updatedAt', 'createdAt'],
  },
  places: {
    resource: 'places',
    type: 'place',
    audience: everybodyFrom('user'),
    unlogged: ['createdAt'],
  },
}
