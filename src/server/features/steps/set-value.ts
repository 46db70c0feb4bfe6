import type { Input } from '../../../shared/endpoint.ts'
import type { StepKind } from '../../../shared/step-fields.ts'
import type { Step, stepsApi } from '../../../shared/steps.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { photoForStep, stepFor } from '../../core/access/steps.ts'
import type { Context } from '../../core/context.ts'
import { mustHaveBeenOpen } from '../../core/tasks/closed.ts'
import { recount } from '../../core/tasks/contents.ts'
import { deviceTime } from '../../core/write/device-time.ts'
import { update } from '../../core/write/write.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { deletePhotoOf, hangPhoto } from './photo.ts'
import { stepOfTask } from './rows.ts'
import { cleared } from './update.ts'

type StepRow = typeof taskSteps.$inferSelect
type Body = Input<typeof stepsApi.setValue>['body']

/**
 * Ticks a step, enters its value, or clears it. A repeated entry changes nothing: two people who tick one step both
 * succeed, and the first one has done it. The first entry starts a task that is pending. A number outside the limits is
 * stored. A cleared photo can be restored like a photo that is removed by itself. Throws 400 for a value that does not
 * fit the kind, 409 for a task that was missed or skipped before, and 409 `edited_meanwhile` where another person's new
 * entry would be lost.
 */
export async function setStepValue(ctx: Context, { params, body }: Input<typeof stepsApi.setValue>): Promise<Step> {
  const { step, task } = await stepFor(ctx, params.id, 'task:check')
  const at = deviceTime(ctx, body.at)
  mustHaveBeenOpen(task, at)
  if (!fits(step, body.was ?? null)) throw invalid('was', expected[step.kind])
  const values = await columnsFor(ctx, step, body.value)
  const isSame = values.value === step.value && values.photoId === step.photoId
  if (body.value === null && step.doneAt === null) return stepOfTask(ctx, task, step.id)
  if (body.value !== null && isSame && step.doneAt !== null) return stepOfTask(ctx, task, step.id)
  if (isUnseen(ctx, step, { was: body.was, at: body.at && at, seenAt: body.seenAt }))
    throw conflict('edited_meanwhile', msg('Somebody else has changed this step meanwhile'))
  if (step.photoId !== values.photoId) await deletePhotoOf(ctx, step)
  if (values.photoId !== null) await hangPhoto(ctx, step, values.photoId)
  if (body.value !== null) await update(ctx, taskSteps, step, { ...values, doneBy: ctx.viewer.id, doneAt: at }, 'check')
  // The step keeps the id of its photo, by which it is found when it comes back.
  else if (step.photoId !== null) await update(ctx, taskSteps, step, { doneBy: null, doneAt: null }, 'remove-photo')
  else await update(ctx, taskSteps, step, cleared, 'clear')
  await recount(ctx, task.id)
  if (body.value !== null && task.status === 'pending' && task.closedAt === null)
    await update(ctx, tasks, task, { status: 'in_progress' })
  return stepOfTask(ctx, task, step.id)
}

/**
 * Whether a step holds a value that its sender has not seen: another one than the sender's page showed, or a later one
 * by somebody else, if the sender's device was offline. A typed text is kept nowhere else, so it must not be
 * overwritten.
 */
function isUnseen({ viewer }: Context, step: StepRow, { was, at, seenAt = at }: Pick<Body, 'was' | 'at' | 'seenAt'>) {
  if (step.doneAt === null) return false
  const isOther = was !== undefined && was !== (step.photoId ?? step.value)
  return isOther || (seenAt !== undefined && seenAt < step.doneAt && step.doneBy !== viewer.id)
}

const expected: Record<StepKind, Message> = {
  tick: msg('This step is only ticked'),
  number: msg('Enter a number'),
  text: msg('Enter a text'),
  photo: msg('Take a photo for this step'),
}

const types: Record<StepKind, string> = { tick: 'boolean', number: 'number', text: 'string', photo: 'string' }

/** Whether a step of this kind may hold a value of this type. */
const fits = ({ kind }: StepRow, value: Body['value']) => value === null || typeof value === types[kind]

/** The value and the photo that a step gets. Throws 400 for a value that does not fit its kind. */
async function columnsFor(ctx: Context, step: StepRow, value: Body['value']) {
  if (value === null) return { value: null, photoId: null }
  if (step.kind === 'photo') {
    const id = photoIdOf(value)
    const photo = id && (await photoForStep(ctx, id, step))
    if (!photo) throw invalid('value', id ? msg('There is no such photo') : expected.photo)
    return { value: null, photoId: photo.id }
  }
  if (!fits(step, value)) throw invalid('value', expected[step.kind])
  return { value, photoId: null }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const photoIdOf = (value: NonNullable<Body['value']>) => {
  const id = String(value).toLowerCase()
  return UUID.test(id) ? id : null
}
