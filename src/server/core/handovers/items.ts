import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { DUTY_HOURS } from '../../../shared/duty.ts'
import type { HandoverItem } from '../../../shared/handovers.ts'
import { rankOf } from '../../../shared/permissions.ts'
import type { ItemSection } from '../../../shared/today.ts'
import { isoJson } from '../../db/columns.ts'
import { executePrepared, fixed } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { handoverItems, handoverQuestions, handovers, itemIsOpen } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { seesTasks } from '../access/access.ts'
import type { Context, OpenContext } from '../context.ts'
import { shownStatusSql } from '../counts/task-counts.ts'
import { doesShifts } from '../people/active.ts'

/** Items of handovers, as replies carry them. The log book and the briefing read them here. */

/** A condition on items: somebody has received them and not done them. They are about no task. */
export const isOpenItem = fixed(itemIsOpen(handoverItems))

const shiftEnd = fixed(sql`least(${clockSessions.endTime},
  greatest(${clockSessions.startTime}, ${clockSessions.confirmedAt}) + ${sql.raw(`interval '${DUTY_HOURS} hours'`)})`)
/** The shifts of an item's receiver that have ended since they received it, or that go on. */
const shiftsSince = fixed(sql`select from ${clockSessions}
  where ${clockSessions.userId} = ${handoverItems.receivedBy} and ${shiftEnd} > ${handoverItems.receivedAt}`)

/** A condition: this person, a column of an item, is here no more. */
export const hasLeft = (person: AnyPgColumn): SQL =>
  sql`not exists (select from ${users} where ${users.id} = ${person} and ${doesShifts})`
const receiverHasLeft = fixed(hasLeft(handoverItems.receivedBy))
const isForAll = fixed(sql`(${handoverItems.toUserId} is null or ${hasLeft(handoverItems.toUserId)})`)

/**
 * A condition on items: those that wait again. Their receiver has held them until the end of a shift, or has no account
 * any more. As everything about duty it is worked out from the clock sessions.
 */
export function isReturned({ now }: OpenContext): SQL<boolean> {
  return sql`(${isOpenItem} and (exists (${shiftsSince} and ${shiftEnd} <= ${now.toISOString()}) or ${receiverHasLeft}))`
}

/** A condition on items: they are for the viewer's department; for managers without a department: for none. */
export function isHere({ viewer }: Context): SQL {
  const { departmentId } = handoverItems
  if (viewer.departmentId !== null) return sql`${departmentId} = ${viewer.departmentId}`
  return rankOf(viewer.role) >= rankOf('manager') ? sql`${departmentId} is null` : sql`false`
}

/**
 * A condition on items that wait for the viewer: items that name the viewer, and items for the viewer's department that
 * name nobody, or somebody who has left. People's own items do not wait for them. An item that waits again, because it
 * was not done, is for everybody in the department.
 */
export function waitingForViewer(ctx: Context): SQL {
  const { viewer } = ctx
  const { receivedAt, toUserId, giverId } = handoverItems
  const here = isHere(ctx)
  const isNew = sql`${receivedAt} is null and ${giverId} <> ${viewer.id}
    and (${toUserId} = ${viewer.id} or (${here} and ${isForAll}))`
  return sql`((${isNew}) or ((${here} or ${toUserId} = ${viewer.id}) and ${isReturned(ctx)}))`
}

/** A person as JSON; null if nobody is there. */
const person = (id: SQL) => sql`(
  select row_to_json(person) from (
    select ${users.id} as id, ${users.firstName} as "firstName", ${users.lastName} as "lastName",
      ${users.profileImageUrl} as "profileImageUrl"
    from ${users} where ${users.id} = ${id}
  ) as person)`

const questions = fixed(sql`(
  select coalesce(json_agg(row_to_json(about) order by about.id), '[]') from (
    select asked.id, ${person(sql`asked.asker_id`)} as asker, asked.question, ${isoJson(sql`asked.asked_at`)} as "askedAt",
      asked.answer, ${person(sql`asked.answered_by`)} as "answeredBy", ${isoJson(sql`asked.answered_at`)} as "answeredAt"
    from ${handoverQuestions} as asked where asked.item_id = item.id
  ) as about)`)

/** The fields of an item besides its task, as replies carry them: those before the task, and those behind it. */
const fieldsBefore =
  fixed(sql`item.id, ${person(sql`item.giver_id`)} as giver, ${isoJson(sql`item.created_at`)} as "createdAt",
  (select row_to_json(department) from (
    select ${departments.id} as id, ${departments.name} as name from ${departments} where ${departments.id} = item.department_id
  ) as department) as department`)
const fieldsBehind = fixed(sql`item.text, item.severity, item.next, item.if_then as "ifThen",
  ${person(sql`item.to_user_id`)} as "toUser", ${person(sql`item.received_by`)} as "receivedBy",
  ${isoJson(sql`item.received_at`)} as "receivedAt", ${questions} as questions,
  item.is_held as "isHeld", item.is_returned as "isReturned",
  (select ${handovers.isForgotten} from ${handovers} where ${handovers.id} = item.handover_id) as "isForgotten"`)
/** Of items that stand once for each task, the texts of the task's other items. */
const others = fixed(sql`(
  select coalesce(json_agg(row_to_json(said) order by said.id desc), '[]') from (
    select other.id, ${person(sql`other.giver_id`)} as giver, ${isoJson(sql`other.created_at`)} as "createdAt", other.next,
      other.if_then as "ifThen"
    from found as other where other.task_id = item.task_id and other.id <> item.id
  ) as said)`)
const columns = fixed(sql`${handoverItems}.*`)
const taskOrItem = fixed(sql`coalesce(${handoverItems.taskId}, -${handoverItems.id})`)

/** A list of items. The condition chooses the items that the viewer may see. The order names columns of items. */
export interface ItemList {
  where: SQL
  order: SQL
  limit: number
  /** Lists each task once, with its first item in this order and the texts of its other items as `also`. */
  once?: boolean
}

/**
 * The first items of lists, and how many each list has, in one statement: most lists are empty, and the way to the
 * database is the dearest part of an empty one. A task's name and status are in the reply only if the viewer may see
 * the task.
 */
export async function readItemLists<Name extends string>(
  ctx: Context,
  lists: Record<Name, ItemList>,
): Promise<Record<Name, ItemSection>> {
  const names = Object.keys(lists) as Name[]
  const columns = names.map((name) => sql`(${listSql(ctx, lists[name])}) as ${sql.identifier(name)}`)
  type Found = Record<Name, { items: HandoverItem[] | null; total: number | null }>
  const [found] = await executePrepared<Found>(ctx.db, sql`select ${sql.join(columns, sql`, `)}`)
  const listOf = (name: Name) => ({ items: found?.[name].items ?? [], total: found?.[name].total ?? 0 })
  return Object.fromEntries(names.map((name) => [name, listOf(name)])) as Record<Name, ItemSection>
}

/** The same for one list. */
export const readHandoverItems = async (ctx: Context, list: ItemList) => (await readItemLists(ctx, { list })).list

function listSql(ctx: Context, { where, order, limit, once = false }: ItemList): SQL {
  const task = sql`(
    select row_to_json(task) from (
      select ${tasks.id} as id, ${tasks.title} as title, ${tasks.place} as place, ${shownStatusSql(ctx.now)} as status
      from ${tasks} where ${tasks.id} = item.task_id and ${tasks.deletedAt} is null and ${seesTasks(ctx)}
    ) as task)`
  const found = sql`with found as (select *, row_number() over (partition by ${taskOrItem} order by ${order}) as turn
    from ${handoverItems} where ${where})`
  return sql`${once ? found : sql``}
    select json_build_object('items', json_agg(row_to_json(shown) order by item.place), 'total', max(item.total)) from (
      select ${columns}, ${isOpenItem} as is_held, ${isReturned(ctx)} as is_returned,
        row_number() over (order by ${order}) as place, (count(*) over ())::int as total
      from ${once ? sql`found as ${handoverItems}` : handoverItems}
      where ${once ? sql`turn = 1` : where} order by place limit ${limit}
    ) as item
    cross join lateral (
      select ${fieldsBefore}, ${task} as task, ${fieldsBehind}, ${once ? others : sql`'[]'::json`} as also
    ) as shown`
}

/** The item as replies carry it. The caller has found it through `access`. */
export async function itemWithNames(ctx: Context, id: number): Promise<HandoverItem> {
  const { items } = await readHandoverItems(ctx, {
    ...{ where: sql`${handoverItems.id} = ${id}`, order: sql`${handoverItems.id}`, limit: 1 },
  })
  const [item] = items
  if (!item) throw new Error(`Item ${id} of a handover is gone`)
  return item
}
