import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import { allSeen, id, instant, isObject, oneOf, pathId, replyInstant, requiredText, wholeNumber } from './fields.ts'
import { english } from './words/message.ts'

/** Wage types: the codes under which payroll receives minutes, and which minutes each of them counts. */

/** Wage types of one deployment. */
export const MAX_WAGE_TYPES = 100
export const MAX_WAGE_CODE = 20
export const MAX_WAGE_NAME = 60

/**
 * The minutes that a wage type counts. Paid breaks belong to the work unless a wage type counts them apart. Of absences
 * it counts the paid minutes.
 */
export const wageSources = ['work', 'paid_break', 'sick', 'vacation', 'other'] as const
export type WageSource = (typeof wageSources)[number]

/** On which days it counts: on any, on holidays alone, or on all but holidays. */
export const holidayChoices = ['any', 'only', 'except'] as const
export type HolidayChoice = (typeof holidayChoices)[number]

const time = z.nullable(
  z.iso.time({ precision: -1, error: english('Enter a time, as {example}', { example: '23:00' }) }),
)

const fields = {
  code: requiredText(MAX_WAGE_CODE, english('Enter a code')).check(allSeen),
  name: requiredText(MAX_WAGE_NAME, english('Name is required')).check(allSeen),
  source: oneOf(wageSources),
  /** Only from one time of the wall clock to another, over midnight if the end is not later; null for the whole day. */
  windowStart: time,
  windowEnd: time,
  /** Only on these, 1 for Monday, ascending; empty for all. */
  weekdays: z.array(wholeNumber(1, 7)).check(
    z.maxLength(7),
    z.refine(
      (days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)),
      english('Each weekday once, in their order'),
    ),
  ),
  holidays: oneOf(holidayChoices),
  /** Only the minutes of a week beyond the person's contract. */
  overContract: z.boolean(),
  /** Only for people of this department; null for all. */
  departmentId: z.nullable(id),
}

interface Conditions {
  source: WageSource
  windowStart: string | null
  windowEnd: string | null
  weekdays: readonly number[]
  holidays: HolidayChoice
  overContract: boolean
}

/** Whether a wage type counts only some minutes of its source: it comes on top of the one that counts all of them. */
export const isConditional = ({ windowStart, weekdays, holidays, overContract }: Omit<Conditions, 'source'>) =>
  windowStart !== null || weekdays.length > 0 || holidays !== 'any' || overContract

const isWork = (source: WageSource) => source === 'work' || source === 'paid_break'

// Each is also checked beside faults of single fields, so the fields may be anything.
const checks = [
  z.refine<Conditions>(({ windowStart, windowEnd }) => (windowStart === null) === (windowEnd === null), {
    error: english('Enter both times, or none'),
    path: ['windowEnd'],
    when: isObject,
  }),
  z.refine<Conditions>((values) => isWork(values.source) || !Array.isArray(values.weekdays) || !isConditional(values), {
    error: english('Only work and paid breaks can have conditions'),
    path: ['source'],
    when: isObject,
  }),
]

export const NewWageType = z.strictObject(fields).check(...checks)
export type NewWageType = z.output<typeof NewWageType>

export const WageType = z.object({
  id,
  code: z.string(),
  name: z.string(),
  source: z.enum(wageSources),
  windowStart: z.nullable(z.string()),
  windowEnd: z.nullable(z.string()),
  weekdays: z.array(z.int()),
  holidays: z.enum(holidayChoices),
  overContract: z.boolean(),
  departmentId: z.nullable(id),
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type WageType = z.output<typeof WageType>

const params = { id: pathId }

export const wageTypesApi = {
  list: endpoint({
    method: 'GET',
    path: '/wage-types',
    summary: 'Wage types by code',
    allow: 'payroll:manage',
    reply: z.object({ wageTypes: z.array(WageType) }),
    reads: ['payroll'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/wage-types',
    summary:
      'Add a wage type; 409 `code_taken`, `counted_already` if another one counts the same minutes without a condition, or `too_many_wage_types`',
    allow: 'payroll:manage',
    body: NewWageType,
    reply: WageType,
    status: 201,
    changes: ['payroll'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/wage-types/:id',
    summary: 'Change a wage type, with all its values. Lines that were exported stay as they are',
    allow: 'payroll:manage',
    params,
    body: z
      .strictObject({
        ...fields,
        /** The `updatedAt` of the version that the change was made on. 409 if it has changed since. */
        updatedAt: z.optional(instant),
      })
      .check(...checks),
    reply: WageType,
    changes: ['payroll'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/wage-types/:id',
    summary: 'Delete a wage type. Lines that were exported stay as they are',
    allow: 'payroll:manage',
    params,
    changes: ['payroll'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/wage-types/:id/history',
    summary: 'What was done to a wage type, newest first',
    allow: 'payroll:manage',
    params,
    ...history,
    reads: ['payroll', 'users'],
  }),
}
