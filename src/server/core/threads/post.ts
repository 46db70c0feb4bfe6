import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { departments } from '../../db/tables/departments.ts'
import { messages } from '../../db/tables/messages.ts'
import { photos } from '../../db/tables/photos.ts'
import { threadMessages, threadPhotos, threads } from '../../db/tables/threads.ts'
import type { ThreadRow } from '../access/threads.ts'
import type { Context } from '../context.ts'
import { insert, update } from '../write/write.ts'
import { noteRead } from './read-marks.ts'

/** Puts messages into threads. It notifies nobody: the features do. */

type MessageRow = typeof messages.$inferSelect

/** The thread of a department, which is made if there is none. It is locked. */
export async function threadOfDepartment(ctx: Context, departmentId: number): Promise<ThreadRow[]> {
  const at = ctx.now.toISOString()
  return ctx.db
    .insert(threads)
    .values({ departmentId, lastAt: at, createdAt: at })
    .onConflictDoUpdate({ target: threads.departmentId, set: { lastAt: at } })
    .returning()
}

/** The viewer's thread with each of these people. Missing ones are made, and all are locked, in one order. */
export async function threadsWith(ctx: Context, userIds: string[]): Promise<ThreadRow[]> {
  const me = sql`${ctx.viewer.id}::uuid`
  const at = sql`${ctx.now.toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<ThreadRow & Record<string, unknown>>(sql`
    insert into ${threads} (person_a, person_b, last_at, created_at)
    select least(${me}, other), greatest(${me}, other), ${at}, ${at} from unnest(${sql.param(userIds)}::uuid[]) as person (other)
    order by 1, 2
    on conflict (person_a, person_b) do update set last_at = excluded.last_at
    returning id, department_id as "departmentId", person_a as "personA", person_b as "personB", last_a as "lastA",
      last_b as "lastB", last_at as "lastAt", created_at as "createdAt"`)
  return rows
}

/** The content of a message, and how many people it reaches. */
type Written = Pick<MessageRow, 'text' | 'reason' | 'departmentId' | 'recipients' | 'offDuty'> &
  Partial<Pick<MessageRow, 'taskId'>>

/**
 * Writes the viewer's message into threads that are locked. Its sender has read it. A message to a whole department
 * that is not the sender's goes to each person in the thread of two: such a thread enters the sender's list only with
 * an answer (`isToAll`). The photo is one that nothing shows yet.
 */
export async function postMessage(
  ctx: Context,
  into: readonly ThreadRow[],
  written: Written,
  { isToAll = false, photoId }: { isToAll?: boolean; photoId?: string | undefined } = {},
): Promise<MessageRow> {
  const { id: me } = ctx.viewer
  const addressees = into.flatMap(
    ({ personA, personB }) => [personA, personB].filter((id) => id && id !== me) as string[],
  )
  const message = await insert(
    ctx,
    messages,
    { ...written, addressees, senderId: me },
    written.reason === null ? 'send' : 'send-urgent',
  )
  const ids = into.map(({ id }) => id)
  const { personA, personB, lastA, lastB } = threads
  const moved = (person: PgColumn, last: PgColumn) =>
    isToAll ? sql`case when ${person} = ${me}::uuid then ${last} else ${message.id}::int end` : sql`${message.id}::int`
  await ctx.db.execute(sql`
    with linked as (
      insert into ${threadMessages} (thread_id, message_id)
      select id, ${message.id}::int from unnest(${sql.param(ids)}::int[]) as thread (id)
    )
    update ${threads} set last_at = ${ctx.now.toISOString()}, last_a = ${moved(personA, lastA)},
      last_b = case when ${personB} is not null then ${moved(personB, lastB)} end
    where ${threads.id} = any(${sql.param(ids)}::int[])`)
  await noteRead(ctx, ids, message.id)
  if (photoId !== undefined) await ctx.db.insert(threadPhotos).values({ messageId: message.id, photoId })
  return message
}

/**
 * Takes a message back: its place in its threads stays, and nothing has what it said. Its photo hangs on nothing
 * then, and goes.
 */
export async function unpostMessage(ctx: Context, message: MessageRow): Promise<void> {
  await update(ctx, messages, message, { text: '', taskId: null, takenBackAt: ctx.now.toISOString() }, 'take-back')
  const shown = ctx.db.delete(threadPhotos).where(eq(threadPhotos.messageId, message.id))
  const [photo] = await shown.returning({ id: threadPhotos.photoId })
  if (photo) await ctx.db.update(photos).set({ deletedAt: ctx.now.toISOString() }).where(eq(photos.id, photo.id))
}

/** The name of a thread's department, for notifications. */
export async function departmentName({ db }: Context, id: number): Promise<string | undefined> {
  const [department] = await db.select({ name: departments.name }).from(departments).where(eq(departments.id, id))
  return department?.name
}
