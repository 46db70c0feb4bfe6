import { and, inArray, isNull } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Handover, handoversApi } from '../../../shared/handovers.ts'
import { may } from '../../../shared/permissions.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { type Issue, invalidFields } from '../../base/errors.ts'
import { mustBeAllowed, seesTasks } from '../../core/access/access.ts'
import { receiversAmong, visibleItemsAmong } from '../../core/access/handovers.ts'
import type { Context } from '../../core/context.ts'
import { type GivenItem, writeHandover } from '../../core/handovers/hand-over.ts'
import { handoverSubject } from '../../core/handovers/subjects.ts'
import { workedUntil } from '../../core/people/clock-out.ts'
import { deviceTime } from '../../core/write/device-time.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { notifyEach } from '../notifications/notify.ts'
import { closeOpenItems } from './finish.ts'
import { handoverWithItems } from './rows.ts'

type Body = Input<typeof handoversApi.create>['body']

/**
 * Hands over: a note for the department, and items that the next shift must know. An item about a task goes to the
 * task's department, others to the giver's; without a department they go to managers. Items that the viewer received
 * and now hands over again are no longer theirs. Written within `PAID_MINUTES` after the clock-out, it moves the end of
 * the session. Throws 400 for a task that the viewer may not see, and for a receiver who may not receive an item or see
 * its task.
 */
export async function createHandover(ctx: Context, { body }: Input<typeof handoversApi.create>): Promise<Handover> {
  const { id: giverId, departmentId } = ctx.viewer
  mustBeAllowed(ctx, 'handover:write', handoverSubject({ departmentId, giverId }))
  const items = await checkItems(ctx, body.items)
  const passedOn = body.items.flatMap(({ fromItemId }) => fromItemId ?? [])
  await workedUntil(ctx, deviceTime(ctx, body.at))
  await closeOpenItems(ctx, passedOn)
  const { id, notices: news } = await writeHandover(ctx, { giver: ctx.viewer, note: body.note || null }, items)
  await notifyEach(ctx, news)
  return handoverWithItems(ctx, id)
}

/** The items with the departments that they go to. */
async function checkItems(ctx: Context, items: Body['items']): Promise<GivenItem[]> {
  const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))]
  const { id, title, departmentId, assigneeId, creatorId } = tasks
  const found =
    taskIds.length === 0
      ? []
      : await ctx.db
          .select({ id, title, departmentId, assigneeId, creatorId })
          .from(tasks)
          .where(and(inArray(id, taskIds), isNull(tasks.deletedAt), seesTasks(ctx)))
  const byId = new Map(found.map((task) => [task.id, task]))
  const sources = await visibleItemsAmong(
    ctx,
    items.flatMap(({ fromItemId }) => fromItemId ?? []),
  )
  const receivers = await receiversAmong(ctx, [...new Set(items.flatMap(({ toUserId }) => toUserId ?? []))])

  const issues: Issue[] = []
  const given = items.map((item, at): GivenItem => {
    const { taskId = null, text = null, severity, next, ifThen, toUserId = null, fromItemId } = item
    const fault = (field: string, message: Message) => issues.push({ path: `items.${at}.${field}`, message })
    const task = taskId === null ? undefined : byId.get(taskId)
    if (fromItemId && !sources.has(fromItemId)) fault('fromItemId', msg('There is no such handover'))
    if (taskId !== null && !task) fault('taskId', msg('There is no such task'))
    if (toUserId !== null) {
      const receiver = receivers.get(toUserId)
      if (toUserId === ctx.viewer.id) fault('toUserId', msg('You cannot hand over to yourself'))
      else if (!receiver) fault('toUserId', msg('This person is not active, or does not work shifts'))
      else if (task && !may(receiver, 'task:read', task)) fault('toUserId', msg('This person cannot see the task'))
    }
    return {
      ...{ taskId, text, severity, next, toUserId, ifThen: ifThen || null },
      departmentId: task ? task.departmentId : ctx.viewer.departmentId,
      about: task?.title ?? text ?? next,
    }
  })
  if (issues.length > 0) throw invalidFields(issues)
  return given
}
