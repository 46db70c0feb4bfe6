import { and, eq, inArray, sql } from 'drizzle-orm'
import { RECEIVE_MINUTES } from '../../../shared/handovers.ts'
import type { OpenContext } from '../../core/context.ts'
import { type PausedRows, workThrough } from '../../core/jobs/due-rows.ts'
import { type OnDuty, peopleOnDuty, wasOnDuty } from '../../core/people/duty.ts'
import { updateMany } from '../../core/write/write.ts'
import { departments } from '../../db/tables/departments.ts'
import { handoverItems } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, notifyEach } from '../notifications/notify.ts'

/** Items that one transaction tells managers of. */
const BATCH_SIZE = 100

/**
 * Tells managers of items that nobody has received, `RECEIVE_MINUTES` after somebody of its department, other than its
 * giver, was on duty. So an item for a person who is away for weeks does not wait that long. An item without a
 * department waits for the person it names. Each item is reported once, to the managers on duty in its department, else
 * to managers on duty anywhere; while none is on duty it waits. Several servers share the work. Returns the number of
 * items that managers were told of.
 */
export async function escalateWaiting(ctx: OpenContext, paused?: PausedRows): Promise<number> {
  const managers = await peopleOnDuty(ctx, { from: 'manager' })
  if (managers.length === 0) return 0
  return workThrough(
    ctx,
    {
      ...{ name: 'handover item', table: handoverItems, id: handoverItems.id, time: handoverItems.createdAt },
      ...{ isDue: waitsTooLong(ctx), batchSize: BATCH_SIZE, work: (tx, ids) => tellOf(tx, ids, managers) },
    },
    paused,
  )
}

/** Items without a department are for managers, and a manager is on duty. */
function waitsTooLong({ now }: OpenContext) {
  const { receivedAt, escalatedAt, createdAt, toUserId, departmentId, giverId } = handoverItems
  const until = sql`${new Date(now.getTime() - RECEIVE_MINUTES * 60_000).toISOString()}::timestamptz`
  const couldReceive = wasOnDuty({
    ...{
      userId: sql`case when ${departmentId} is null then ${toUserId} end`,
      departmentId: sql`${departmentId}`,
      except: sql`${giverId}`,
    },
    ...{ from: sql`${createdAt}`, to: until },
  })
  const isForManagers = sql`${toUserId} is null and ${departmentId} is null`
  return sql`${receivedAt} is null and ${escalatedAt} is null and ${createdAt} <= ${until}
    and (${isForManagers} or ${couldReceive})`
}

async function tellOf(ctx: OpenContext, ids: number[], managers: OnDuty[]) {
  const due = await ctx.db
    .select()
    .from(handoverItems)
    .where(and(inArray(handoverItems.id, ids), waitsTooLong(ctx)))
    .orderBy(handoverItems.id)
    .for('update', { skipLocked: true })
  const escalated = due.flatMap((item) => {
    const recipients = whoLearns(item, managers)
    return recipients.length > 0 ? [{ item, recipients }] : []
  })
  if (escalated.length === 0) return 0
  const notices = await wordsOf(
    ctx,
    escalated.map(({ item }) => item.id),
  )
  const groups = new Map<string, { recipients: string[]; notices: EscalationNotice[] }>()
  for (const { item, recipients } of escalated) {
    const found = notices.get(item.id)
    if (!found) continue
    // One notification for all items that a giver has left in one department.
    const key = `${item.giverId} ${item.departmentId} ${recipients.join()}`
    groups.set(key, { recipients, notices: [...(groups.get(key)?.notices ?? []), found] })
  }
  await notifyEach(
    ctx,
    [...groups.values()].flatMap(({ recipients, notices: [first, ...others] }) => {
      if (!first) return []
      const { id, ...params } = first
      const count = others.length > 0 ? { count: others.length + 1 } : {}
      const subject = { type: 'handover-item', id } as const
      return [{ recipients, fact: { kind: 'handover-waiting', params: { ...params, ...count }, subject } as const }]
    }),
  )
  const items = escalated.map(({ item }) => item)
  await updateMany(ctx, handoverItems, items, { escalatedAt: ctx.now.toISOString() }, 'escalate')
  return items.length
}

/** The managers to tell. The giver and the person named in the item know of it already. */
function whoLearns({ giverId, toUserId, departmentId }: typeof handoverItems.$inferSelect, managers: OnDuty[]) {
  const others = managers.filter(({ id }) => id !== giverId && id !== toUserId)
  const own = others.filter((manager) => departmentId !== null && manager.departmentId === departmentId)
  return (own.length > 0 ? own : others).map(({ id }) => id)
}

interface EscalationNotice {
  id: number
  by: string
  about: string
  department: string | null
}

/** The words about these items in the notifications, by id. Managers may see every task. */
async function wordsOf({ db }: OpenContext, ids: number[]): Promise<ReadonlyMap<number, EscalationNotice>> {
  const found = await db
    .select({
      ...{ id: handoverItems.id, title: tasks.title, text: handoverItems.text, next: handoverItems.next },
      ...{ department: departments.name, firstName: users.firstName, lastName: users.lastName },
    })
    .from(handoverItems)
    .innerJoin(users, eq(users.id, handoverItems.giverId))
    .leftJoin(tasks, and(eq(tasks.id, handoverItems.taskId), sql`${tasks.deletedAt} is null`))
    .leftJoin(departments, eq(departments.id, handoverItems.departmentId))
    .where(inArray(handoverItems.id, ids))
  return new Map(
    found.map(({ id, title, text, next, department, ...giver }) => [
      id,
      { id, by: fullName(giver), about: title ?? text ?? next, department },
    ]),
  )
}
