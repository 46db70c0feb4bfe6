import { getTableName } from 'drizzle-orm'
import type { Resource } from '../../../shared/changes.ts'
import { type Actor, may, type Permission, type Role, rankOf, type Subject } from '../../../shared/permissions.ts'
import { filterValuesOf as filterValuesOfTask } from '../../../shared/task-filter.ts'
import { runningBreakOf, type TimeSpan } from '../../../shared/worked-time.ts'
import type { Audience } from '../../db/events/events.ts'
import type { clockSessions } from '../../db/tables/clock.ts'
import type { comments } from '../../db/tables/comments.ts'
import type { departments } from '../../db/tables/departments.ts'
import type { feedback } from '../../db/tables/feedback.ts'
import type { handoverItems, handovers } from '../../db/tables/handovers.ts'
import type { holidays } from '../../db/tables/holidays.ts'
import type { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import type { kiosks } from '../../db/tables/kiosks.ts'
import type { messages } from '../../db/tables/messages.ts'
import type { payrollRuns } from '../../db/tables/payroll.ts'
import type { photos } from '../../db/tables/photos.ts'
import type { places } from '../../db/tables/places.ts'
import type { projects } from '../../db/tables/projects.ts'
import type { reminders } from '../../db/tables/reminders.ts'
import type { plannedShifts, shiftAsks, shiftExchanges, shiftTemplates } from '../../db/tables/roster.ts'
import type { routines } from '../../db/tables/routines.ts'
import type { sops } from '../../db/tables/sops.ts'
import type { taskSteps } from '../../db/tables/steps.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import type { allClears } from '../../db/tables/today-department.ts'
import type { users } from '../../db/tables/users.ts'
import type { wageTypes } from '../../db/tables/wage-types.ts'
import type { webhooks } from '../../db/tables/webhooks.ts'
import type { workContracts } from '../../db/tables/work-contracts.ts'
import { handoverSubject, itemSubject } from '../handovers/subjects.ts'
import { dutyAudience, dutySince } from '../people/duty.ts'

/** Tells `write` about each table whose changes are logged and announced. A new table needs an entry here. */

interface AuditConfig<T extends Audited> {
  resource: Resource
  /** The name in the audit log, for example the first word of `task.update`. */
  type: string
  /** The ids of people whose current role and department decide about the audience of the row. */
  people?(row: T['$inferSelect']): string[]
  /** The task that the row hangs on: people who see it may see the row, and its history tells of the changes. */
  task?(row: T['$inferSelect']): number
  /** Screens read all such rows of a task together, so one event for each task is enough. */
  isReadByTask?: true
  /** The people who receive changes: exactly those who may see the row. `people` holds the ones asked for above. */
  audience(row: T['$inferSelect'], people: ActorsById, tasks: TaskRows): Audience
  /** The facts by which lists and counts know the row, for pages that follow; null for a row in no list. */
  filterValues?(row: T['$inferSelect']): object | null
  /** Resources that also become stale with the row, for people who may not see the row itself. They read them again. */
  also?: {
    resource: Resource
    audience(row: T['$inferSelect'], people: ActorsById): Audience
    isChanged(before: T['$inferSelect'] | null, after: T['$inferSelect'] | null, now: Date): boolean
  }
  /** The row as the log has it, if not as it is. */
  logged?(row: T['$inferSelect']): object
  /** Columns that mean nothing to a person, or must not appear in the log. */
  unlogged: readonly (keyof T['$inferSelect'])[]
}

/** The current data of people, by id. */
export type ActorsById = ReadonlyMap<string, Actor>
/** The tasks that rows hang on, by id. */
export type TaskRows = ReadonlyMap<number, Parameters<typeof audienceOfTask>[0]>

export type Audited =
  | typeof allClears
  | typeof clockSessions
  | typeof comments
  | typeof departments
  | typeof feedback
  | typeof handoverItems
  | typeof handovers
  | typeof holidays
  | typeof hoursAnswers
  | typeof hoursApprovals
  | typeof kiosks
  | typeof messages
  | typeof payrollRuns
  | typeof places
  | typeof plannedShifts
  | typeof projects
  | typeof reminders
  | typeof routines
  | typeof photos
  | typeof shiftAsks
  | typeof shiftExchanges
  | typeof shiftTemplates
  | typeof sops
  | typeof tasks
  | typeof taskSteps
  | typeof users
  | typeof wageTypes
  | typeof webhooks
  | typeof workContracts

/** The values without those that are null. */
export const present = <T>(values: (T | null | undefined)[]) => values.filter((value): value is T => value != null)

/** Those who may see a task. */
export const audienceOfTask = (
  task: Pick<typeof tasks.$inferSelect, 'departmentId' | 'assigneeId' | 'creatorId'>,
): Audience => ({
  fromRole: 'manager',
  departments: present([task.departmentId]),
  users: present([task.assigneeId, task.creatorId]),
})

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

const mayRead = (person: Actor | undefined, subject: Subject) =>
  person !== undefined && may(person, 'handover:read', subject)

/** Guests do no shifts, and have no threads. */
const doesShifts = (person: Actor | undefined) =>
  person !== undefined && may(person, 'thread:read', { people: [person.id] })

/** A number with its unit; nothing of a text that somebody has typed. */
const loggedValue = ({ value, unit }: typeof taskSteps.$inferSelect) =>
  typeof value === 'number' && unit ? `${value} ${unit}` : typeof value === 'string' ? null : value

/** Since when somebody is on a break by this session, if its breaks have been written with it. */
const breakSince = (session: (typeof clockSessions.$inferSelect & { breaks?: TimeSpan[] }) | null) =>
  session && runningBreakOf(session)?.startTime

/** The managers of a row's person, and the person if they have the permission. */
const personAndManagers =
  (permission: Permission) =>
  ({ userId }: { userId: string }, people: ActorsById): Audience => {
    const person = people.get(userId)
    return {
      fromRole: 'admin',
      departments: present([person?.departmentId]),
      departmentsFrom: 'manager',
      users: person && may(person, permission, { userId }) ? [userId] : [],
    }
  }

/** The people who plan a department: everybody with the permission `roster:plan`. */
const planners = ({ departmentId }: { departmentId: number }): Audience => ({
  fromRole: 'admin',
  departments: [departmentId],
  departmentsFrom: 'manager',
  users: [],
})

const auditConfig: { [K in Audited['_']['name']]: AuditConfig<Extract<Audited, { _: { name: K } }>> } = {
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
    audience: () => ({ fromRole: 'user', departments: [], users: [] }),
    unlogged: ['createdAt'],
  },
  holidays: {
    resource: 'holidays',
    type: 'holiday',
    audience: () => ({ fromRole: 'user', departments: [], users: [] }),
    unlogged: ['createdAt'],
  },
  wage_types: {
    resource: 'payroll',
    type: 'wage-type',
    audience: () => ({ fromRole: 'admin', departments: [], users: [] }),
    // The code of a place is another thing.
    logged: ({ code, ...wageType }) => ({ ...wageType, wageCode: code }),
    unlogged: ['updatedAt', 'createdAt'],
  },
  payroll_runs: {
    resource: 'payroll',
    type: 'payroll-run',
    audience: () => ({ fromRole: 'admin', departments: [], users: [] }),
    unlogged: ['wageTypes', 'createdBy', 'createdAt'],
  },
  kiosks: {
    resource: 'kiosks',
    type: 'kiosk',
    audience: () => ({ fromRole: 'admin', departments: [], users: [] }),
    // The verb says who has it, and whether it is paused.
    unlogged: ['tokenHash', 'createdBy', 'takenOverBy', 'ownerLeftAt', 'pausedAt', 'createdAt', 'lastSeenAt'],
  },
  departments: {
    resource: 'departments',
    type: 'department',
    audience: () => ({ fromRole: 'guest', departments: [], users: [] }),
    unlogged: ['foldedName', 'createdAt'],
  },
  users: {
    resource: 'users',
    type: 'user',
    audience: (user) => ({ fromRole: 'manager', departments: [], users: [user.id] }),
    unlogged: ['passwordHash', 'foldedName', 'updatedAt', 'createdAt'],
  },
  clock_sessions: {
    resource: 'clock',
    type: 'clock-session',
    people: ({ userId }) => [userId],
    audience: personAndManagers('clock:use'),
    also: {
      resource: 'duty',
      audience: ({ userId }, people) => dutyAudience(people.get(userId)?.departmentId ?? null),
      isChanged: (before, after, now) =>
        dutySince(before, now) !== dutySince(after, now) || breakSince(before) !== breakSince(after),
    },
    unlogged: ['updatedAt', 'createdAt'],
  },
  work_contracts: {
    resource: 'contracts',
    type: 'contract',
    people: ({ userId }) => [userId],
    audience: personAndManagers('contract:read'),
    unlogged: ['updatedAt', 'createdAt'],
  },
  hours_approvals: {
    resource: 'hours',
    type: 'hours-approval',
    people: ({ userId }) => [userId],
    audience: personAndManagers('hours:confirm'),
    // Of the minutes their sum. The row itself never changes.
    logged: ({ minutes, ...approval }) => ({
      ...approval,
      minutes: Object.values(minutes).reduce((sum, ofDay) => sum + ofDay, 0),
    }),
    unlogged: ['hash', 'approvedBy', 'approvedAt', 'withdrawnBy', 'withdrawnAt', 'toldAt', 'createdAt'],
  },
  hours_answers: {
    resource: 'hours',
    type: 'hours-answer',
    people: ({ userId }) => [userId],
    audience: personAndManagers('hours:confirm'),
    unlogged: ['kind', 'hash', 'saidBy', 'createdAt'],
  },
  // The row holds the draft, so only planners receive its changes. Others hear of `roster`, once it is published.
  planned_shifts: {
    resource: 'roster-drafts',
    type: 'planned-shift',
    audience: planners,
    also: {
      resource: 'roster',
      // Also a person who has gone to another department since.
      audience: ({ departmentId, publishedUserId }) => ({
        fromRole: 'manager',
        departments: [departmentId],
        departmentsFrom: 'user',
        users: present([publishedUserId]),
      }),
      isChanged: (before, after) =>
        (before?.publishedVersion ?? null) !== (after?.publishedVersion ?? null) ||
        (before?.offeredAt ?? null) !== (after?.offeredAt ?? null),
    },
    unlogged: [
      // The verb says that the draft was published, asked about, refused, taken or offered.
      ...(['publishedUserId', 'publishedStartTime', 'publishedEndTime', 'publishedBreakMinutes'] as const),
      ...(['publishedTitle', 'publishedNote', 'publishedTemplateId'] as const),
      ...(['publishedAt', 'publishedBy', 'publishedVersion', 'removedAt', 'offeredAt'] as const),
      'missingToldAt',
      ...(['askedAt', 'askedBy', 'askReason', 'refusedAt', 'refusal'] as const),
      ...(['note', 'templateId', 'updatedAt', 'createdAt'] as const),
    ],
  },
  // Its two people. Once both have agreed, also the managers of the department.
  shift_exchanges: {
    resource: 'shift-exchanges',
    type: 'shift-exchange',
    people: ({ fromUserId, toUserId }) => [fromUserId, toUserId],
    audience: ({ departmentId, fromUserId, toUserId, state }, people) => ({
      ...(state === 'waiting' ? planners({ departmentId }) : { fromRole: null, departments: [] }),
      users: [fromUserId, toUserId].filter((userId) => {
        const person = people.get(userId)
        return person && may(person, 'roster:own', { userId })
      }),
    }),
    // The verb says what became of it.
    unlogged: [
      ...(['departmentId', 'shiftVersion', 'forShiftVersion', 'state', 'acceptedAt', 'endedAt', 'decidedBy'] as const),
      ...(['updatedAt', 'createdAt'] as const),
    ],
  },
  shift_asks: {
    resource: 'shift-asks',
    type: 'shift-ask',
    people: ({ userId }) => [userId],
    audience: ({ departmentId, userId }, people) => {
      const person = people.get(userId)
      return {
        ...planners({ departmentId }),
        users: person && may(person, 'roster:claim', { departmentId }) ? [userId] : [],
      }
    },
    unlogged: ['departmentId', 'askedBy', 'reason', 'declinedAt', 'createdAt'],
  },
  shift_templates: {
    resource: 'shift-templates',
    type: 'shift-template',
    audience: planners,
    unlogged: ['updatedAt', 'createdAt'],
  },
  messages: {
    resource: 'messages',
    type: 'message',
    people: ({ senderId, addressees }) => (addressees.length > 0 ? [senderId, ...addressees] : []),
    // In threads of two it belongs to their people, in a department's thread to everybody of the department.
    audience: ({ senderId, addressees, departmentId }, people) =>
      addressees.length > 0
        ? {
            fromRole: null,
            departments: [],
            users: [senderId, ...addressees].filter((id) => doesShifts(people.get(id))),
          }
        : { fromRole: null, departments: present([departmentId]), departmentsFrom: 'user', users: [] },
    // An ordinary message concerns only the people who received it. An urgent one has a reason, and its text is logged.
    logged: ({ text, ...message }) => (message.reason === null ? message : { ...message, text }),
    unlogged: ['senderId', 'addressees', 'taskId', 'takenBackAt', 'createdAt'],
  },
  // As with comments, texts are stored in one place only. The questions of an item are its own.
  handovers: {
    resource: 'handovers',
    type: 'handover',
    people: ({ giverId }) => [giverId],
    audience: ({ departmentId, giverId }, people) => ({
      fromRole: 'manager',
      departments: present([departmentId]),
      departmentsFrom: 'user',
      users: [giverId].filter((id) => mayRead(people.get(id), handoverSubject({ departmentId, giverId }))),
    }),
    unlogged: ['note', 'searchText', 'giverId', 'createdAt'],
  },
  handover_items: {
    resource: 'handovers',
    type: 'handover-item',
    people: ({ giverId, toUserId }) => present([giverId, toUserId]),
    audience: (item, people) => ({
      fromRole: 'manager',
      departments: present([item.departmentId]),
      departmentsFrom: 'user',
      users: present([item.giverId, item.toUserId]).filter((id) => mayRead(people.get(id), itemSubject(item))),
    }),
    unlogged: [
      ...(['text', 'next', 'ifThen', 'handoverId', 'position', 'giverId', 'createdAt'] as const),
      ...(['receivedAt', 'doneAt', 'escalatedAt'] as const),
    ],
  },
  all_clears: {
    resource: 'all-clears',
    type: 'all-clear',
    audience: ({ departmentId }) => ({
      fromRole: 'admin',
      departments: [departmentId],
      departmentsFrom: 'manager',
      users: [],
    }),
    // The verb says it, and the entry has its person and time.
    unlogged: ['departmentId', 'readBy', 'readAt', 'readUntil', 'createdAt'],
  },
  webhooks: {
    resource: 'webhooks',
    type: 'webhook',
    audience: () => ({ fromRole: 'admin', departments: [], users: [] }),
    unlogged: ['secret', 'createdBy', 'takenOverBy', 'ownerLeftAt', 'updatedAt', 'createdAt'],
  },
  feedback: {
    resource: 'feedback',
    type: 'feedback',
    audience: () => ({ fromRole: 'admin', departments: [], users: [] }),
    // A comment is stored in one place only, so that deleting it there deletes it everywhere.
    unlogged: ['comment', 'createdAt'],
  },
}

export const auditConfigOf = (table: Audited) =>
  auditConfig[getTableName(table) as keyof typeof auditConfig] as unknown as AuditConfig<Audited>

/** The people who receive changes of this row. */
export const audienceOf = <T extends Audited>(
  table: T,
  row: T['$inferSelect'],
  people: ActorsById = new Map(),
  tasks: TaskRows = new Map(),
) => auditConfigOf(table).audience(row, people, tasks)

const lowest = (roles: Role[]): Role | null => roles.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? null

/** The smallest audience that contains all of these audiences. */
export const joined = (audiences: Audience[]): Audience => ({
  fromRole: lowest(present(audiences.map((audience) => audience.fromRole))),
  departments: [...new Set(audiences.flatMap((audience) => audience.departments))],
  departmentsFrom: lowest(audiences.map(({ departmentsFrom = 'guest' }) => departmentsFrom)) ?? undefined,
  users: [...new Set(audiences.flatMap((audience) => audience.users))],
})
