import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, pathId, personWithPicture, queryId, replyInstant, text, userId } from '../fields.ts'
import { english } from '../words/message.ts'
import { ClaimRefusal } from './claim-shapes.ts'
import { exchangeStates, ShiftExchange } from './exchange-shapes.ts'
import { MAX_ROSTER_REASON, RosterShift } from './shapes.ts'
import { PlannersWish } from './wish-shapes.ts'

/** The calls about exchanges of shifts, and about people who could take a shift. */

/** Open exchanges of one reply. */
export const MAX_EXCHANGES = 100
/** Shifts of a colleague in one reply. */
export const MAX_CHOICES = 100
/** People that one call asks, and people that are asked about one shift in all. */
export const MAX_ASKED = 50
export const MAX_ASKED_ABOUT_SHIFT = 200

const params = { id: pathId }
const changed = ['shift-exchanges', 'roster', 'roster-drafts', 'notifications'] as const
const state = z.object({ state: z.enum(exchangeStates) })

/** A person of the department who could work a shift. */
const Candidate = z.object({
  user: personWithPicture,
  /** Minutes between their work before the shift and it, and between it and their work after it; null for days. */
  restBefore: z.nullable(z.int()),
  restAfter: z.nullable(z.int()),
  /** Paid minutes of the shift's week without the shift and with it, worked and planned. */
  weekMinutes: z.int(),
  weekMinutesWith: z.int(),
  /** The minutes of the contract in that week; null without a contract. */
  contractMinutes: z.nullable(z.int()),
  /** A reason against it; null if there is none. It never stops a planner. */
  whyNot: z.nullable(ClaimRefusal),
  /** They want to be asked for extra shifts, also off duty. */
  wantsExtraShifts: z.boolean(),
  /** The wish that the shift suits or goes against; absent without one. */
  wish: z.optional(PlannersWish),
  /** When they were asked about this shift, and when they said no. */
  askedAt: z.nullable(replyInstant),
  declinedAt: z.nullable(replyInstant),
})
export type Candidate = z.output<typeof Candidate>

export const exchangeCalls = {
  exchanges: endpoint({
    method: 'GET',
    path: '/roster/exchanges',
    summary: 'Exchanges of a department that wait for a manager, and whether managers decide about exchanges',
    allow: 'roster:plan',
    query: z.strictObject({ departmentId: queryId }),
    reply: z.object({ exchanges: z.array(ShiftExchange), needsApproval: z.boolean() }),
    reads: ['shift-exchanges', 'roster', 'users', 'departments'],
  }),
  exchangeSettings: endpoint({
    method: 'PUT',
    path: '/roster/exchanges/settings',
    summary: 'Say whether managers of a department decide about exchanges on which two people have agreed',
    allow: 'roster:plan',
    body: z.strictObject({ departmentId: id, needsApproval: z.boolean() }),
    status: 204,
    changes: ['departments'],
  }),
  exchangeChoices: endpoint({
    method: 'GET',
    path: '/roster/shifts/:id/exchange-choices',
    summary:
      'Colleagues who could get one’s shift and, with `userId`, the shifts of one that one could get for it. Each says why not',
    allow: 'roster:own',
    params,
    query: z.strictObject({ userId: z.optional(userId) }),
    reply: z.object({
      people: z.array(personWithPicture),
      shifts: z.array(z.object({ shift: RosterShift, whyNot: z.nullable(ClaimRefusal) })),
    }),
    reads: ['roster', 'shift-exchanges', 'users', 'clock', 'organisation'],
  }),
  askForExchange: endpoint({
    method: 'POST',
    path: '/roster/exchanges',
    summary: 'Ask a colleague to take one’s shift, or to exchange it for one of theirs',
    allow: 'roster:own',
    limit: 'shift-exchange',
    body: z.strictObject({ shiftId: id, toUserId: userId, forShiftId: z.optional(z.nullable(id)) }),
    reply: ShiftExchange,
    status: 201,
    changes: changed,
  }),
  acceptExchange: endpoint({
    method: 'POST',
    path: '/roster/exchanges/:id/accept',
    summary:
      'Agree to an exchange. It is done at once, unless managers decide about exchanges: then it waits for one of them',
    allow: 'roster:own',
    params,
    limit: 'shift-exchange',
    reply: state,
    status: 200,
    changes: changed,
  }),
  refuseExchange: endpoint({
    method: 'POST',
    path: '/roster/exchanges/:id/refuse',
    summary: 'Say no to an exchange that a colleague asks for',
    allow: 'roster:own',
    params,
    limit: 'shift-exchange',
    status: 204,
    changes: changed,
  }),
  cancelExchange: endpoint({
    method: 'POST',
    path: '/roster/exchanges/:id/cancel',
    summary: 'Take back one’s question about an exchange, as long as it is not done',
    allow: 'roster:own',
    params,
    limit: 'shift-exchange',
    status: 204,
    changes: changed,
  }),
  decideExchange: endpoint({
    method: 'POST',
    path: '/roster/exchanges/:id/decision',
    summary: 'Approve or refuse an exchange on which two people have agreed',
    allow: 'roster:plan',
    params,
    body: z.strictObject({ approve: z.boolean() }),
    reply: state,
    status: 200,
    changes: changed,
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/roster/shifts/:id/candidates',
    summary: 'The people of the department who could work a shift, best first, with their rest and hours',
    allow: 'roster:plan',
    params,
    reply: z.object({ candidates: z.array(Candidate), mayAsk: z.boolean() }),
    reads: [
      ...(['roster', 'roster-drafts', 'shift-asks', 'shift-wishes', 'absences', 'users', 'clock'] as const),
      ...(['contracts', 'organisation'] as const),
    ],
  }),
  askPeople: endpoint({
    method: 'POST',
    path: '/roster/shifts/:id/ask',
    summary: 'Ask people whether they could come for an open shift. Each is asked once. Who takes it first has it',
    allow: 'roster:plan',
    params,
    body: z.strictObject({
      userIds: z
        .array(userId)
        .check(
          z.minLength(1, english('Name at least one person')),
          z.maxLength(
            MAX_ASKED,
            english('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_ASKED }),
          ),
        ),
      reason: z.optional(text(MAX_ROSTER_REASON)),
    }),
    reply: z.object({ asked: z.int() }),
    status: 200,
    changes: ['shift-asks', 'notifications'],
  }),
  declineShift: endpoint({
    method: 'POST',
    path: '/roster/shifts/:id/decline',
    summary: 'Say that one cannot come for an open shift about which one was asked',
    allow: 'roster:own',
    params,
    limit: 'roster',
    status: 204,
    changes: ['shift-asks'],
  }),
}
