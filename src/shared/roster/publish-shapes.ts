import * as z from 'zod/mini'
import { id, personWithPicture, replyInstant, userId } from '../fields.ts'
import { ChangeCounts, PlanWarning, ShiftValues } from './shapes.ts'

/** A publish before it is done: what changes, what speaks against it, and who is told. */

/** A change that a publish would make. `before` is null for an added shift, `after` for a removed one. */
export const PublishedChange = z.object({
  id,
  before: z.nullable(ShiftValues),
  after: z.nullable(ShiftValues),
  /** Its person must say yes first. */
  isAsked: z.boolean(),
  /** It has begun: it is a correction and tells nobody. */
  hasBegun: z.boolean(),
})
export type PublishedChange = z.output<typeof PublishedChange>

/** Why a publish is refused: somebody would have two shifts at once, or no longer belongs to the department. */
export const publishFaults = ['overlaps', 'left'] as const
export const PublishFault = z.object({
  code: z.enum(publishFaults),
  userId,
  shiftIds: z.array(id),
  date: z.string(),
})
export type PublishFault = z.output<typeof PublishFault>

/** When the devices of a person ring: at once, later at `ringsAt`, or when they clock in. */
export const deliveryTimes = ['now', 'later', 'clock_in'] as const

export const PublishPreview = z.object({
  ...ChangeCounts.shape,
  /** Late changes, and changes of shifts that have begun. They need a reason. */
  late: z.array(PublishedChange),
  faults: z.array(PublishFault),
  warnings: z.array(PlanWarning),
  /** The people who are told. */
  people: z.array(
    z.object({
      user: personWithPicture,
      ...ChangeCounts.shape,
      asked: z.int(),
      rings: z.enum(deliveryTimes),
      ringsAt: z.nullable(replyInstant),
    }),
  ),
  /** A sign of the changes that the preview has looked at, for `publish`. */
  expected: z.string(),
})
export type PublishPreview = z.output<typeof PublishPreview>
