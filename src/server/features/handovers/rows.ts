import { type SQL, sql } from 'drizzle-orm'
import type { Handover, HandoverItem } from '../../../shared/handovers.ts'
import { visibleHandovers, visibleItems } from '../../core/access/handovers.ts'
import type { Context, OpenContext } from '../../core/context.ts'
import { readHandoverItems } from '../../core/handovers/items.ts'
import { isoJson } from '../../db/columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { handoverItems, handovers } from '../../db/tables/handovers.ts'
import { users } from '../../db/tables/users.ts'

/** Handovers as replies carry them. */

/** The visible parts of a handover besides its items. */
type Head = Omit<Handover, 'items'> & {
  /** The items that the viewer may see, in their order. */
  item_ids: number[]
  /** Whether the viewer may see all of it. */
  is_whole: boolean
  /** The giver's name, folded. */
  folded_name: string
}

/** The visible parts of these handovers, newest first, in two statements. `page` is a query for their ids. */
export async function readHandovers(
  ctx: Context,
  page: SQL,
): Promise<(Handover & Pick<Head, 'is_whole' | 'folded_name'>)[]> {
  const isWhole = visibleHandovers(ctx)
  const { rows: heads } = await ctx.db.execute<Head>(sql`
    select ${handovers.id}, json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
        'profileImageUrl', ${users.profileImageUrl}) as giver,
      case when ${departments.id} is not null
        then json_build_object('id', ${departments.id}, 'name', ${departments.name}) end as department,
      case when ${isWhole} then ${handovers.note} end as note, ${isoJson(sql`${handovers.createdAt}`)} as "createdAt",
      ${isWhole} as is_whole, ${users.foldedName} as folded_name,
      array(
        select ${handoverItems.id} from ${handoverItems}
        where ${handoverItems.handoverId} = ${handovers.id} and ${visibleItems(ctx)} order by ${handoverItems.position}
      ) as item_ids
    from ${handovers}
    join ${users} on ${users.id} = ${handovers.giverId}
    left join ${departments} on ${departments.id} = ${handovers.departmentId}
    where ${handovers.id} in (${page})
    order by ${handovers.createdAt} desc, ${handovers.id} desc`)
  const items = await itemsById(
    ctx,
    heads.flatMap((head) => head.item_ids),
  )
  return heads.map(({ item_ids, ...head }) => ({ ...head, items: item_ids.flatMap((id) => items.get(id) ?? []) }))
}

async function itemsById(ctx: Context, ids: number[]): Promise<ReadonlyMap<number, HandoverItem>> {
  if (ids.length === 0) return new Map()
  const isOne = sql`${handoverItems.id} = any(${sql.param(ids)}::int[])`
  const { items } = await readHandoverItems(ctx, { where: isOne, order: sql`${handoverItems.id}`, limit: ids.length })
  return new Map(items.map((item) => [item.id, item]))
}

/** Sees every handover, and is nobody. */
const anyManager = {
  id: '00000000-0000-0000-0000-000000000000',
  role: 'admin',
  departmentId: null,
} as Context['viewer']

/** Whole handovers as replies carry them to managers, by id; for other programs, behind which nobody sits. */
export async function handoversById(ctx: OpenContext, ids: number[]): Promise<Map<number, Handover>> {
  const found = await readHandovers({ ...ctx, viewer: anyManager }, sql`select unnest(${sql.param(ids)}::int[])`)
  return new Map(found.map(({ is_whole: _, folded_name: __, ...handover }) => [handover.id, handover]))
}

/** The handover as replies carry it. The caller has found or written it. */
export async function handoverWithItems(ctx: Context, id: number): Promise<Handover> {
  const [found] = await readHandovers(ctx, sql`select ${id}::int`)
  if (!found) throw new Error(`Handover ${id} is gone`)
  const { is_whole: _, folded_name: __, ...handover } = found
  return handover
}
