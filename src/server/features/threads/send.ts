import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { CANNOT_REACH, type ThreadMessage, type threadsApi } from '../../../shared/threads.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { ownLoosePhotos, seesTasks } from '../../core/access/access.ts'
import { type ThreadRow, threadFor } from '../../core/access/threads.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { departmentName, postMessage } from '../../core/threads/post.ts'
import { photos } from '../../db/tables/photos.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { notify } from '../notifications/notify.ts'
import { factOfMessage, replaceEarlier } from '../notifications/of-messages.ts'
import { messagesOf } from './rows.ts'

/**
 * Writes in a thread. In a thread of two it notifies the other person, whose devices ring on duty; in a department's
 * thread, the people on duty there. Throws 400 for a message that says nothing, for a photo that is not the viewer's,
 * and for a task that they cannot see, and 409 if the other person has left.
 */
export async function sendInThread(
  ctx: Context,
  { params, body }: Input<typeof threadsApi.send>,
): Promise<ThreadMessage> {
  const thread = await threadFor(ctx, params.id, 'thread:write')
  const { text, photoId, taskId } = body
  if (text === '' && photoId === undefined && taskId === undefined) throw invalid('text', msg('Write your message'))
  const people = await peopleToNotify(ctx, thread)
  if (taskId !== undefined) await checkTask(ctx, taskId)
  if (photoId !== undefined) await checkPhoto(ctx, photoId)
  const ids = people.map((person) => person.id)
  const offDuty = people.filter(({ isOnDuty }) => !isOnDuty).length
  const { departmentId } = thread
  const written = { text, reason: null, departmentId, taskId: taskId ?? null, recipients: people.length, offDuty }
  const { id } = await postMessage(ctx, [thread], written, { photoId })
  await replaceEarlier(ctx, ids, [thread.id])
  await notify(
    ctx,
    ids,
    factOfMessage(ctx, { id, text, reason: null }, thread, {
      department: departmentId === null ? undefined : await departmentName(ctx, departmentId),
      shows: photoId === undefined ? 'task' : 'photo',
    }),
  )
  const [message] = await messagesOf(ctx, thread.id, sql`link.message_id = ${id}::int`, 1)
  if (!message) throw new Error(`Message ${id} is gone`)
  return message
}

/** The other person of a thread of two; of a department's, the others who are on duty there. */
async function peopleToNotify(ctx: Context, { departmentId, personA, personB }: ThreadRow) {
  const isOnDuty = sql<boolean>`duty.user_id is not null`
  const among: SQL | undefined =
    departmentId === null
      ? eq(users.id, (personA === ctx.viewer.id ? personB : personA) ?? '')
      : and(eq(users.departmentId, departmentId), isOnDuty)
  const people = await ctx.db
    .select({ id: users.id, isOnDuty })
    .from(users)
    .leftJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(and(doesShifts, ne(users.id, ctx.viewer.id), among))
    .orderBy(users.id)
  if (departmentId === null && people.length === 0)
    throw conflict(CANNOT_REACH, msg('This person can no longer get messages'))
  return people
}

/** Throws 400 if the viewer cannot see the task. */
async function checkTask(ctx: Context, id: number) {
  const [task] = await ctx.db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, id), sql`${tasks.deletedAt} is null`, seesTasks(ctx)))
  if (!task) throw invalid('taskId', msg('There is no such task'))
}

/** Locks the photo. Throws 400 if it is not the viewer's, or hangs on something already. */
async function checkPhoto(ctx: Context, id: string) {
  const [photo] = await ctx.db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.id, id), ownLoosePhotos(ctx)))
    .for('update')
  if (!photo) throw invalid('photoId', msg('There is no such photo'))
}
