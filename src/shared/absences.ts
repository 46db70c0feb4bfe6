import * as z from 'zod/mini'
import {
  Absence,
  AbsenceDecision,
  MAX_ABSENCES_OF_REPLY,
  MAX_REQUESTS_OF_REPLY,
  NewAbsence,
} from './absences/shapes.ts'
import { endpoint } from './endpoint.ts'
import { date, pathId, queryId, userId } from './fields.ts'

/**
 * The calls of absences. Why somebody is away is for them and the managers of their department alone, and nobody else
 * hears of an absence at all.
 */

const params = { id: pathId }
const changes = ['absences', 'roster', 'roster-drafts', 'shift-exchanges', 'notifications'] as const

export const absencesApi = {
  list: endpoint({
    method: 'GET',
    path: '/absences',
    summary:
      "One's own absences that touch some days, earliest first; with `departmentId`, those of its people that are requested or approved; with `userId`, those of one person",
    allow: 'absence:read',
    query: z.strictObject({ from: date, to: date, departmentId: z.optional(queryId), userId: z.optional(userId) }),
    reply: z.object({
      absences: z.array(Absence).check(z.maxLength(MAX_ABSENCES_OF_REPLY)),
      /** Whether there are more than one reply has. */
      hasMore: z.boolean(),
    }),
    reads: ['absences', 'users'],
  }),
  requests: endpoint({
    method: 'GET',
    path: '/absences/requests',
    summary:
      'Absences that wait for a decision and have not ended, earliest first: of a department, of one’s own, or for administrators of everybody',
    allow: 'absence:decide',
    query: z.strictObject({ departmentId: z.optional(queryId) }),
    reply: z.object({
      requests: z
        .array(
          z.object({
            absence: Absence,
            /** The person's published shifts and drafts at that time. */
            shifts: z.int(),
            /** Nobody decides about their own absence. */
            mayDecide: z.boolean(),
          }),
        )
        .check(z.maxLength(MAX_REQUESTS_OF_REPLY)),
    }),
    reads: ['absences', 'roster', 'roster-drafts', 'users'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/absences',
    summary:
      'Ask for an absence, or say that one is ill, which needs no decision. With `userId`, a manager adds one for a person of theirs, and it counts at once. 409 `overlaps` for another one at that time',
    allow: 'roster:own',
    sessionOnly: true,
    limit: 'absence',
    body: NewAbsence,
    /** The shifts that were the person's and are open now. */
    reply: z.object({ absence: Absence, openedShifts: z.int() }),
    status: 201,
    changes,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/absences/:id/decision',
    summary:
      'Approve or refuse an absence. 409 `has_shifts` names the shifts of that time, unless `vacate` says that they become open',
    allow: 'absence:decide',
    params,
    body: AbsenceDecision,
    reply: z.object({ absence: Absence, openedShifts: z.int() }),
    changes,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/absences/:id',
    summary:
      'Cancel an absence. One that began on an earlier day ends with yesterday. Shifts that nobody has taken go back to the person',
    allow: 'roster:own',
    sessionOnly: true,
    params,
    limit: 'absence',
    reply: z.object({ absence: Absence, returnedShifts: z.int() }),
    status: 200,
    changes,
  }),
}
