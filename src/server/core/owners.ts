import { type AnyColumn, and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { UNOWNED_DAYS } from '../../shared/owned.ts'
import { mayAnywhere, type Permission, roles } from '../../shared/permissions.ts'
import { groupBy } from '../base/group-by.ts'
import type { NotificationFact } from '../base/words/notification-words.ts'
import type { OwnerParams } from '../base/words/owner-words.ts'
import { isOneOf } from '../db/columns.ts'
import { departments } from '../db/tables/departments.ts'
import { kiosks } from '../db/tables/kiosks.ts'
import { routines } from '../db/tables/routines.ts'
import { users } from '../db/tables/users.ts'
import { webhookMessages, webhooks } from '../db/tables/webhooks.ts'
import type { OpenContext } from './context.ts'
import { isActivePerson } from './people/active.ts'
import { updateMany } from './write/write.ts'

/**
 * Webhooks and kiosks belong to the house. When the owner of one may not manage such things any more, it waits for
 * another owner, and the others who may are told. When nobody takes it over within `UNOWNED_DAYS`, it pauses.
 *
 * Routines belong to the house too. They go on, and get another creator at once.
 */

const DAY_MS = 24 * 3600 * 1000
/** A notification names so many things; of more it gives the number. */
const MAX_NAMED = 3

type Columns = Record<'createdBy' | 'takenOverBy' | 'ownerLeftAt' | 'pausedAt', AnyColumn>

/** The owner: the person who has taken it over last, else its creator. */
const ownerOf = ({ takenOverBy, createdBy }: Columns) => sql<string>`coalesce(${takenOverBy}, ${createdBy})`

/** A condition on users: they may manage such things. */
export const mayManage = (permission: Permission): SQL<boolean> =>
  sql`(${isActivePerson} and ${isOneOf(
    users.role,
    roles.filter((role) => mayAnywhere(role, permission)),
  )})`

/** When something without an owner pauses; null for something with an owner. */
export const pausesAt = ({ ownerLeftAt }: Pick<Columns, 'ownerLeftAt'>): SQL<string | null> =>
  sql`${ownerLeftAt} + ${sql.raw(`interval '${UNOWNED_DAYS} days'`)}`

/** An owner was lost or is back, or a row was paused for want of an owner. The audit log uses these verbs. */
type Turn = 'lose-owner' | 'regain-owner' | 'pause-unowned'

/** The turn that a row needs, as SQL, or null. A paused row stays so until a take-over, even if its owner is back. */
function turnOf({ now }: OpenContext, columns: Columns, permission: Permission, isPausedForIt: SQL): SQL<Turn | null> {
  const before = new Date(now.getTime() - UNOWNED_DAYS * DAY_MS).toISOString()
  return sql`(case
    when ${columns.ownerLeftAt} is null then case when not ${mayManage(permission)} then 'lose-owner' end
    when ${mayManage(permission)} then case when not ${isPausedForIt} then 'regain-owner' end
    when ${columns.pausedAt} is null and ${columns.ownerLeftAt} <= ${before} then 'pause-unowned' end)`
}

/** People to tell, and the notice. */
export interface OwnerNotice {
  recipients: string[]
  fact: NotificationFact
}

/**
 * Notes which webhooks and kiosks have lost or regained their owners, and gives routines another creator: all of them,
 * or only the rows of some people. Returns the notices to send. Rows that another transaction has locked are left to
 * the next call: the scheduler calls again and again.
 */
export async function followOwners(ctx: OpenContext, userIds?: string[]): Promise<OwnerNotice[]> {
  await followRoutines(ctx, userIds)
  return [...(await followWebhooks(ctx, userIds)), ...(await followKiosks(ctx, userIds))]
}

/**
 * Gives routines another creator if their own has lost the right to manage routines: the god with the oldest account.
 * The creator of a task sees it, so the former creator would see each task that the routine opens, in any department.
 */
async function followRoutines(ctx: OpenContext, userIds: string[] | undefined) {
  const left = await ctx.db
    .select({ row: routines })
    .from(routines)
    .innerJoin(users, eq(users.id, routines.creatorId))
    .where(
      sql`not ${mayManage('routine:manage')} and ${userIds === undefined ? sql`true` : inArray(users.id, userIds)}`,
    )
    .orderBy(routines.id)
    .for('no key update', { of: routines, skipLocked: true })
  if (left.length === 0) return
  const [god] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(isActivePerson, eq(users.role, 'god')))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  const rows = left.map(({ row }) => row)
  if (god) await updateMany(ctx, routines, rows, { creatorId: god.id })
}

async function followWebhooks(ctx: OpenContext, userIds: string[] | undefined) {
  const turn = turnOf(ctx, webhooks, 'webhook:manage', sql`coalesce(${webhooks.pausedBecause} = 'unowned', false)`)
  const found = await ctx.db
    .select({
      ...{ row: webhooks, turn, owner: { id: users.id, firstName: users.firstName, lastName: users.lastName } },
      usedAt: sql<string | null>`(select max(${webhookMessages.deliveredAt}) from ${webhookMessages}
        where ${webhookMessages.webhookId} = ${webhooks.id})`.mapWith(webhookMessages.deliveredAt),
    })
    .from(webhooks)
    .innerJoin(users, eq(users.id, ownerOf(webhooks)))
    .where(sql`${turn} is not null and ${userIds === undefined ? sql`true` : inArray(users.id, userIds)}`)
    .orderBy(webhooks.id)
    .for('no key update', { of: webhooks, skipLocked: true })
  const rowsOf = (wanted: Turn) => found.filter((each) => each.turn === wanted).map(({ row }) => row)
  const at = ctx.now.toISOString()
  await updateMany(ctx, webhooks, rowsOf('lose-owner'), { ownerLeftAt: at }, 'lose-owner')
  await updateMany(ctx, webhooks, rowsOf('regain-owner'), { ownerLeftAt: null }, 'regain-owner')
  const paused = { pausedAt: at, pausedBecause: 'unowned' as const }
  await updateMany(ctx, webhooks, rowsOf('pause-unowned'), paused, 'pause-unowned')
  const lost = found.map(({ row, ...rest }) => ({
    ...{ ...rest, ownerLeftAt: row.ownerLeftAt },
    item: { name: row.name, what: wordsOfTypes(row.types), where: new URL(row.url).host },
  }))
  return noticesOf(ctx, 'webhook:manage', lost, (params) => ({ kind: 'webhooks-unowned', params, subject: null }))
}

/** The subjects of a webhook's messages: "task" of `task.created`. */
const wordsOfTypes = (types: string[]) => [...new Set(types.map((type) => type.split('.')[0] ?? ''))]

async function followKiosks(ctx: OpenContext, userIds: string[] | undefined) {
  const turn = turnOf(ctx, kiosks, 'kiosk:manage', sql`${kiosks.pausedAt} is not null`)
  const found = await ctx.db
    .select({
      ...{ row: kiosks, turn, owner: { id: users.id, firstName: users.firstName, lastName: users.lastName } },
      department: departments.name,
    })
    .from(kiosks)
    .innerJoin(users, eq(users.id, ownerOf(kiosks)))
    .leftJoin(departments, eq(departments.id, kiosks.departmentId))
    .where(sql`${turn} is not null and ${userIds === undefined ? sql`true` : inArray(users.id, userIds)}`)
    .orderBy(kiosks.id)
    .for('no key update', { of: kiosks, skipLocked: true })
  const rowsOf = (wanted: Turn) => found.filter((each) => each.turn === wanted).map(({ row }) => row)
  const at = ctx.now.toISOString()
  await updateMany(ctx, kiosks, rowsOf('lose-owner'), { ownerLeftAt: at }, 'lose-owner')
  await updateMany(ctx, kiosks, rowsOf('regain-owner'), { ownerLeftAt: null }, 'regain-owner')
  await updateMany(ctx, kiosks, rowsOf('pause-unowned'), { pausedAt: at }, 'pause-unowned')
  const lost = found.map(({ row, department, ...rest }) => ({
    ...{ ...rest, usedAt: row.lastSeenAt, ownerLeftAt: row.ownerLeftAt },
    item: { name: row.name, what: [], where: department },
  }))
  return noticesOf(ctx, 'kiosk:manage', lost, (params) => ({ kind: 'kiosks-unowned', params, subject: null }))
}

interface Followed {
  turn: Turn | null
  owner: { id: string; firstName: string; lastName: string }
  item: Omit<OwnerParams['items'][number], 'usedAt'>
  usedAt: string | null
  ownerLeftAt: string | null
}

/** One notice for all that one person has left, and one for all of it that has paused. */
async function noticesOf(
  ctx: OpenContext,
  permission: Permission,
  followed: Followed[],
  factOf: (params: OwnerParams) => NotificationFact,
): Promise<OwnerNotice[]> {
  const toTell = followed.filter(({ turn }) => turn !== 'regain-owner')
  if (toTell.length === 0) return []
  const managers = await ctx.db.select({ id: users.id }).from(users).where(mayManage(permission))
  const recipients = managers.map(({ id }) => id)
  const groups = groupBy(toTell, ({ turn, owner }) => `${turn} ${owner.id}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { owner, turn, ownerLeftAt } = first
    const since = ownerLeftAt === null ? ctx.now.getTime() : Date.parse(ownerLeftAt)
    const fact = factOf({
      owner: `${owner.firstName} ${owner.lastName}`,
      items: group.slice(0, MAX_NAMED).map(({ item, usedAt }) => ({ ...item, usedAt })),
      count: group.length,
      pausesAt: new Date(since + UNOWNED_DAYS * DAY_MS).toISOString(),
      ...(turn === 'pause-unowned' && { isPaused: true }),
    })
    return [{ recipients, fact }]
  })
}
