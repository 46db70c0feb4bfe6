import type { Input } from '../../../shared/endpoint.ts'
import { type Message, msg } from '../../../shared/message.ts'
import type { Step, StepKind, stepsApi } from '../../../shared/steps.ts'
import { invalid } from '../../base/errors.ts'
import { photoForStep, stepFor } from '../../core/access-steps.ts'
import { mustHaveBeenOpen } from '../../core/closed-tasks.ts'
import type { Context } from '../../core/context.ts'
import { deviceTime } from '../../core/device-time.ts'
import { recount } from '../../core/task-contents.ts'
import { update } from '../../core/write.ts'
import { taskSteps } from '../../db/tables/task-contents.ts'
import { hangPhoto, releasePhoto } from './photo.ts'
import { stepOf } from './rows.ts'
import { cleared } from './update.ts'

type StepRow = typeof taskSteps.$inferSelect
type Value = Input<typeof stepsApi.setValue>['body']['value']

/**
 * Ticks a step, enters its value, or clears it. What somebody has entered already stays as it is if it is the same: two people
 * who tick one step both succeed, and the first one has done it. A number outside the limits is stored. Throws 400 for a value that
 * does not fit the kind, 409 for a task that was missed or skipped before.
 */
export async function setStepValue(ctx: Context, { params, body }: Input<typeof stepsApi.setValue>): Promise<Step> {
  const { step, task } = await stepFor(ctx, params.id, 'task:check')
  const at = deviceTime(ctx, body.at)
  mustHaveBeenOpen(task, at)
  const values = await columnsFor(ctx, step, body.value)
  const isSame = values.value === step.value && values.photoId === step.photoId
  if (body.value === null && step.doneAt === null) return stepOf(ctx, task, step.id)
  if (body.value !== null && isSame && step.doneAt !== null) return stepOf(ctx, task, step.id)
  if (step.photoId !== values.photoId) await releasePhoto(ctx, step)
  if (values.photoId !== null) await hangPhoto(ctx, step, values.photoId)
  const done = body.value === null ? cleared : { ...values, doneBy: ctx.viewer.id, doneAt: at }
  await update(ctx, taskSteps, step, done, body.value === null ? 'clear' : 'check')
  await recount(ctx, task.id)
  return stepOf(ctx, task, step.id)
}

const expected: Record<StepKind, Message> = {
  tick: msg('This step is only ticked'),
  number: msg('Enter a number'),
  text: msg('Enter a text'),
  photo: msg('Take a photo for this step'),
}

/** The value and the photo that a step gets. Throws 400 for a value that does not fit its kind. */
async function columnsFor(ctx: Context, step: StepRow, value: Value) {
  if (value === null) return { value: null, photoId: null }
  if (step.kind === 'photo') {
    const id = photoIdOf(value)
    const photo = id && (await photoForStep(ctx, id, step))
    if (!photo) throw invalid('value', id ? msg('There is no such photo') : expected.photo)
    return { value: null, photoId: photo.id }
  }
  const types = { tick: 'boolean', number: 'number', text: 'string' } as const
  if (typeof value !== types[step.kind]) throw invalid('value', expected[step.kind])
  return { value, photoId: null }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const photoIdOf = (value: NonNullable<Value>) => {
  const id = String(value).toLowerCase()
  return UUID.test(id) ? id : null
}
