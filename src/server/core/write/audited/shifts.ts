import { type Actor, may, type Subject } from '../../../../shared/permissions.ts'
import type { handoverItems, handovers } from '../../../db/tables/handovers.ts'
import type { messages } from '../../../db/tables/messages.ts'
import type {
  plannedShifts,
  shiftAsks,
  shiftExchanges,
  shiftTemplates,
  shiftWishes,
} from '../../../db/tables/roster.ts'
import type { allClears } from '../../../db/tables/today-department.ts'
import { handoverSubject, itemSubject } from '../../handovers/subjects.ts'
import { personAndManagers, planners, present } from '../audiences.ts'
import type { AuditConfigs } from './config.ts'

/** Planned shifts, and what one shift says to another. */

export type AuditedShifts =
  | typeof plannedShifts
  | typeof shiftExchanges
  | typeof shiftAsks
  | typeof shiftTemplates
  | typeof shiftWishes
  | typeof messages
  | typeof handovers
  | typeof handoverItems
  | typeof allClears

const mayRead = (person: Actor | undefined, subject: Subject) =>
  person !== undefined && may(person, 'handover:read', subject)

/** Guests do no shifts, and have no threads. */
const doesShifts = (person: Actor | undefined) =>
  person !== undefined && may(person, 'thread:read', { people: [person.id] })

export const auditedShifts: AuditConfigs<AuditedShifts> = {
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
  // The log says that a wish was added or deleted, and whose. When and why is for its person and planners.
  shift_wishes: {
    resource: 'shift-wishes',
    type: 'shift-wish',
    people: ({ userId }) => [userId],
    audience: personAndManagers('roster:own'),
    unlogged: ['kind', 'weekday', 'date', 'start', 'end', 'note', 'createdAt'],
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
}
