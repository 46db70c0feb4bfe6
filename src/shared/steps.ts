import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, pathId, replyInstant, requiredText, userId } from './fields.ts'
import { photoId } from './photos.ts'
import { MAX_STEPS, newSteps, stepFields, stepKinds } from './step-fields.ts'
import { english } from './words/message.ts'

/** Characters of the text that somebody enters for a step. */
export const MAX_STEP_VALUE = 1_000

export const Step = z.object({
  id,
  /** Steps stand in this order. */
  position: z.int(),
  text: z.string(),
  kind: z.enum(stepKinds),
  /** Whether the task should not be completed while it is open. */
  required: z.boolean(),
  unit: z.nullable(z.string()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** `true`, a number or a text, by the kind; a photo's id; null as long as the step is open. */
  value: z.nullable(z.union([z.boolean(), z.number(), z.string()])),
  photoId: z.nullable(photoId),
  doneBy: z.nullable(z.object({ id: userId, firstName: z.string(), lastName: z.string() })),
  /** When it was done. Null as long as it is open, and for viewers who are not shown the times of others. */
  doneAt: z.nullable(replyInstant),
})
export type Step = z.output<typeof Step>

export const StepChanges = z.partial(z.strictObject(stepFields))
export type StepChanges = z.output<typeof StepChanges>

/** By the kind `true`, a number, a text or a photo's id; null for nothing. */
const stepValue = z.nullable(
  z.union([
    z.literal(true),
    z.number().check(z.minimum(-1e9), z.maximum(1e9)),
    requiredText(MAX_STEP_VALUE, english('Enter a text')),
  ]),
)

/** The value that somebody enters; null clears it. */
export const StepValue = z.strictObject({
  value: stepValue,
  /** The value that they have seen. If another stands there by now, it stays. */
  was: z.optional(stepValue),
  /** When, by the device's clock, if it is sent later. At most 12 hours ago. */
  at: z.optional(instant),
  /** When they have seen it, where that is too long ago for `at`. Later entries by other people stay. */
  seenAt: z.optional(instant),
})
export type StepValue = z.output<typeof StepValue>

export const StepList = z.object({ steps: z.array(Step) })
export type StepList = z.output<typeof StepList>

const params = { id: pathId }
const reads = ['steps', 'users'] as const

export const stepsApi = {
  list: endpoint({
    method: 'GET',
    path: '/tasks/:id/steps',
    summary: 'The steps of a task, in their order',
    allow: 'task:read',
    params,
    reply: StepList,
    reads,
    cached: 'moving',
  }),
  create: endpoint({
    method: 'POST',
    path: '/tasks/:id/steps',
    summary: 'Add steps at the end, all or none',
    allow: 'task:update',
    params,
    body: z.strictObject({
      steps: newSteps.check(z.minLength(1)),
    }),
    reply: StepList,
    status: 201,
    changes: ['steps'],
  }),
  order: endpoint({
    method: 'PUT',
    path: '/tasks/:id/steps/order',
    summary: 'Put the steps into this order',
    allow: 'task:update',
    params,
    body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_STEPS)) }),
    reply: StepList,
    changes: ['steps'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/steps/:id',
    summary: 'Change what a step asks for',
    allow: 'task:update',
    params,
    body: StepChanges,
    reply: Step,
    changes: ['steps'],
  }),
  setValue: endpoint({
    method: 'PUT',
    path: '/steps/:id/value',
    summary: 'Tick a step, enter its value, or clear it',
    allow: 'task:check',
    limit: 'step',
    params,
    body: StepValue,
    reply: Step,
    changes: ['steps'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/steps/:id',
    summary: 'Delete a step',
    allow: 'task:update',
    params,
    changes: ['steps'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/steps/:id/restore',
    summary: 'Bring back a step deleted within the last 30 days',
    allow: 'task:update',
    params,
    reply: Step,
    status: 200,
    changes: ['steps'],
  }),
}

/** Whether a number lies outside the limits of its step. */
export const isOutOfLimits = ({ kind, value, min, max }: Pick<Step, 'kind' | 'value' | 'min' | 'max'>) =>
  kind === 'number' && typeof value === 'number' && ((min !== null && value < min) || (max !== null && value > max))
