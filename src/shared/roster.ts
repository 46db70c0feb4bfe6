import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, instant, pathId, queryId, text } from './fields.ts'
import { ComingShift } from './roster/day-shapes.ts'
import { exchangeCalls } from './roster/exchange-calls.ts'
import { MyRoster } from './roster/own-shapes.ts'
import { PublishPreview } from './roster/publish-shapes.ts'
import {
  daysOfDepartment,
  MAX_ROSTER_REASON,
  ManyShifts,
  NewShift,
  PlanWarning,
  queriedDays,
  Roster,
  RosterShift,
  ShiftChanges,
  ShiftTemplate,
  templateFields,
} from './roster/shapes.ts'
import { wishCalls } from './roster/wish-calls.ts'

/** The calls of the roster. */

const params = { id: pathId }
const saved = z.object({ shift: RosterShift, warnings: z.array(PlanWarning) })
const drafts = ['roster-drafts'] as const
const reads = [
  ...(['roster', 'roster-drafts', 'shift-templates', 'shift-wishes', 'absences', 'users', 'clock'] as const),
  ...(['contracts', 'organisation'] as const),
] as const

export const rosterApi = {
  list: endpoint({
    method: 'GET',
    path: '/roster',
    summary: 'Planned shifts of a department that begin between two days, both included, and its people',
    allow: 'roster:read',
    query: queriedDays,
    reply: Roster,
    reads,
    cached: 'moving',
  }),
  own: endpoint({
    method: 'GET',
    path: '/roster/me',
    summary: "One's own published shifts of a week, questions about late changes, and shifts that one may take",
    allow: 'roster:own',
    query: z.strictObject({ week: z.optional(date) }),
    reply: MyRoster,
    reads: [
      ...(['roster', 'shift-exchanges', 'shift-asks', 'shift-templates', 'absences'] as const),
      ...(['users', 'clock', 'organisation'] as const),
    ],
    cached: 'moving',
  }),
  coming: endpoint({
    method: 'GET',
    path: '/roster/coming',
    summary: 'Who comes next in a department, or in each that one may see, by the published plan',
    allow: 'roster:read',
    query: z.strictObject({ departmentId: z.optional(queryId) }),
    reply: z.array(ComingShift),
    reads: ['roster', 'users', 'departments', 'duty'],
    cached: 'moving',
  }),
  create: endpoint({
    method: 'POST',
    path: '/roster/shifts',
    summary: 'Plan a shift. People see it once it is published',
    allow: 'roster:plan',
    body: NewShift,
    reply: saved,
    status: 201,
    changes: drafts,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/roster/shifts/:id',
    summary: 'Change a planned shift. People see the change once it is published',
    allow: 'roster:plan',
    params,
    body: ShiftChanges,
    reply: saved,
    changes: drafts,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/roster/shifts/:id',
    summary: 'Remove a planned shift. One that is published stays until the next publish',
    allow: 'roster:plan',
    params,
    changes: drafts,
  }),
  many: endpoint({
    method: 'POST',
    path: '/roster/shifts/many',
    summary: 'Create, change and remove planned shifts of one department, all or none',
    allow: 'roster:plan',
    isLarge: true,
    body: ManyShifts,
    reply: z.object({ shifts: z.array(RosterShift), warnings: z.array(PlanWarning) }),
    status: 200,
    changes: drafts,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/roster/copy',
    summary:
      'Copy the shifts of some days to others, at the same local times. Those that are there already are not copied',
    allow: 'roster:plan',
    body: z.strictObject({ ...daysOfDepartment, target: date, withPeople: z.boolean() }),
    reply: z.object({ shifts: z.array(RosterShift), alreadyThere: z.int() }),
    status: 200,
    changes: drafts,
  }),
  discard: endpoint({
    method: 'POST',
    path: '/roster/discard',
    summary: 'Take back all changes of these days that are not published',
    allow: 'roster:plan',
    body: z.strictObject(daysOfDepartment),
    reply: z.object({ discarded: z.int() }),
    status: 200,
    changes: drafts,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/roster/publish-preview',
    summary: 'What a publish of these days would change, and whom it would tell',
    allow: 'roster:plan',
    query: queriedDays,
    reply: PublishPreview,
    reads,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/roster/publish',
    summary: 'Let people see the plan of these days. Late changes ask their person first, if the work rules say so',
    allow: 'roster:plan',
    body: z.strictObject({
      ...daysOfDepartment,
      /** Of the preview: 409 `changed_meanwhile` if the plan has changed since. */
      expected: text(64),
      /** Why it is late; needed if a change is late, or its shift has begun. */
      reason: z.optional(text(MAX_ROSTER_REASON)),
    }),
    reply: z.object({ published: z.int(), asked: z.int(), told: z.int() }),
    status: 200,
    changes: ['roster', 'roster-drafts', 'notifications'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/roster/shifts/:id/answer',
    summary: 'Say yes or no to a late change of one’s shifts. A yes publishes it',
    allow: 'roster:own',
    params,
    limit: 'roster',
    body: z.strictObject({
      accept: z.boolean(),
      /** Of the question: 409 `changed_meanwhile` if it is another one by now. */
      askedAt: z.optional(instant),
      reason: z.optional(text(MAX_ROSTER_REASON)),
    }),
    status: 204,
    changes: ['roster', 'roster-drafts', 'notifications'],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/roster/shifts/:id/claim',
    summary:
      'Take an open shift, or one that a colleague offers. 409 says why not: somebody was faster, or a work rule would be broken',
    allow: 'roster:claim',
    params,
    limit: 'shift-claim',
    reply: RosterShift,
    status: 200,
    changes: ['roster', 'roster-drafts', 'notifications'],
  }),
  offer: endpoint({
    method: 'POST',
    path: '/roster/shifts/:id/offer',
    summary: 'Offer one’s shift to colleagues. One has it until somebody takes it',
    allow: 'roster:own',
    params,
    limit: 'shift-claim',
    status: 204,
    changes: ['roster', 'roster-drafts'],
  }),
  withdrawOffer: endpoint({
    method: 'DELETE',
    path: '/roster/shifts/:id/offer',
    summary: 'Keep a shift that one has offered to colleagues',
    allow: 'roster:own',
    params,
    limit: 'shift-claim',
    changes: ['roster', 'roster-drafts'],
  }),
  templates: endpoint({
    method: 'GET',
    path: '/roster/templates',
    summary: 'The shift templates of a department, by start and name',
    allow: 'roster:plan',
    query: z.strictObject({ departmentId: queryId }),
    reply: z.object({ templates: z.array(ShiftTemplate) }),
    reads: ['shift-templates'],
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/roster/templates',
    summary: 'Add a shift template',
    allow: 'roster:plan',
    body: z.strictObject({ departmentId: id, ...templateFields }),
    reply: ShiftTemplate,
    status: 201,
    changes: ['shift-templates'],
  }),
  updateTemplate: endpoint({
    method: 'PUT',
    path: '/roster/templates/:id',
    summary: 'Change a shift template. Shifts that were made from it keep their times',
    allow: 'roster:plan',
    params,
    body: z.strictObject({ ...z.partial(z.strictObject(templateFields)).shape, updatedAt: z.optional(instant) }),
    reply: ShiftTemplate,
    changes: ['shift-templates'],
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/roster/templates/:id',
    summary: 'Delete a shift template. Shifts that were made from it stay',
    allow: 'roster:plan',
    params,
    changes: ['shift-templates'],
  }),
  ...exchangeCalls,
  ...wishCalls,
}
