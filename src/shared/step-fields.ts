import * as z from 'zod/mini'
import { oneOf, requiredText, text } from './fields.ts'
import { english } from './words/message.ts'

export const stepKinds = ['tick', 'number', 'text', 'photo'] as const
export type StepKind = (typeof stepKinds)[number]
/** Steps of one task. */
export const MAX_STEPS = 100
/** Characters of a step, and of its unit. */
export const MAX_STEP_TEXT = 500
export const MAX_UNIT = 20

const limit = z.nullable(z.number().check(z.minimum(-1e9), z.maximum(1e9)))
/** The fields of a step that somebody defines. */
export const stepFields = {
  text: requiredText(MAX_STEP_TEXT, english('A step needs a text')),
  kind: oneOf(stepKinds),
  required: z.boolean(),
  unit: z.nullable(text(MAX_UNIT)),
  min: limit,
  max: limit,
}
const { text: _, ...optionalFields } = z.partial(z.strictObject(stepFields)).shape

export const NewStep = z.strictObject({ text: stepFields.text, ...optionalFields })
export type NewStep = z.output<typeof NewStep>

/** Steps to be added, in their order. */
export const newSteps = z
  .array(NewStep)
  .check(
    z.maxLength(MAX_STEPS, english('{max, plural, one {At most # step} other {At most # steps}}', { max: MAX_STEPS })),
  )
