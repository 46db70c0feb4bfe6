import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import { INVITATION_DAYS } from '../../shared/auth.ts'
import { may } from '../../shared/permissions.ts'
import type { Context, OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { invitations } from '../db/tables/auth.ts'
import { users } from '../db/tables/users.ts'
import { hashOfSecret } from './secrets.ts'

/**
 * Invitations: links by which a person sets a password, or links their account at the provider of single sign-on. A
 * person who manages them hands them out. The database keeps only the hash of a token. The token stands behind the `#`
 * of the address, which no browser sends to a server.
 */

const DAY_MS = 24 * 3600_000

type Row = typeof invitations.$inferSelect
type User = typeof users.$inferSelect

/** The path of the page that opens with a token. */
export const invitationPath = (token: string) => `/login#invite=${token}`

function newLink(ctx: OpenContext, userId: string, invitedBy: string, expire: string) {
  const token = randomBytes(32).toString('base64url')
  return { token, row: { tokenHash: hashOfSecret(token), userId, invitedBy, expire, createdAt: ctx.now.toISOString() } }
}

/** Makes a link for each managed person, in the order of the ids, and ends their earlier links. */
export async function makeInvitations(ctx: Context, userIds: string[]): Promise<{ token: string; row: Row }[]> {
  await endInvitationsOf(ctx, userIds)
  const expire = new Date(ctx.now.getTime() + INVITATION_DAYS * DAY_MS).toISOString()
  const links = userIds.map((id) => newLink(ctx, id, ctx.viewer.id, expire))
  if (links.length > 0) await ctx.db.insert(invitations).values(links.map(({ row }) => row))
  return links
}

/**
 * Makes another link beside those that a person has, valid as long as they are. Returns undefined if the person has
 * none of this inviter any more, because they were used, ended or have expired.
 */
export async function addInvitation(ctx: OpenContext, userId: string, invitedBy: string) {
  const isOpen = and(eq(invitations.userId, userId), gt(invitations.expire, ctx.now.toISOString()))
  const [open] = await ctx.db
    .select({ expire: invitations.expire })
    .from(invitations)
    .where(and(isOpen, eq(invitations.invitedBy, invitedBy)))
    .limit(1)
  if (!open) return undefined
  const link = newLink(ctx, userId, invitedBy, open.expire)
  await ctx.db.insert(invitations).values(link.row)
  return link
}

/** Deletes a link that could not be sent. */
export const dropInvitation = ({ db }: OpenContext, { tokenHash }: Row) =>
  db.delete(invitations).where(eq(invitations.tokenHash, tokenHash))

/** Ends all links of these people. Returns how many there were. */
export async function endInvitationsOf({ db }: OpenContext, userIds: string[]): Promise<number> {
  if (userIds.length === 0) return 0
  return (await db.delete(invitations).where(inArray(invitations.userId, userIds))).rowCount ?? 0
}

/** Ends all links of people who lose the right to manage people, so that none works again if it comes back. */
export const endInvitationsBy = ({ db }: OpenContext, inviterIds: string[]) =>
  db.delete(invitations).where(inArray(invitations.invitedBy, inviterIds))

/**
 * The person invited by a link; undefined for a link that does not work. It works as long as the account is active, and
 * as long as the person who made it is active and may invite the other one: a right that comes with a role ends with
 * it.
 *
 * @param lock whether the person and the link are locked until the end of the transaction
 */
export const invitedPerson = (ctx: OpenContext, token: string, lock = false): Promise<User | undefined> =>
  personOfInvitation(ctx, hashOfSecret(token), lock)

/** The same by the hash of the token. */
export async function personOfInvitation(ctx: OpenContext, tokenHash: string, lock = false): Promise<User | undefined> {
  const isValid = and(eq(invitations.tokenHash, tokenHash), gt(invitations.expire, ctx.now.toISOString()))
  const [link] = await ctx.db.select().from(invitations).where(isValid)
  if (!link) return undefined
  const found = ctx.db
    .select()
    .from(users)
    .where(inArray(users.id, [link.userId, link.invitedBy]))
    .orderBy(users.id)
  const people = (await (lock ? found.for('no key update') : found)).filter(
    ({ isActive, deletedAt }) => isActive && deletedAt === null,
  )
  const person = people.find(({ id }) => id === link.userId)
  const inviter = people.find(({ id }) => id === link.invitedBy)
  if (!person || !inviter || !may(inviter, 'user:invite', { ...person, userId: person.id })) return undefined
  if (!lock) return person
  // Read again after the person is locked: of two calls at once, only one uses the link.
  const [unused] = await ctx.db.select().from(invitations).where(isValid).for('update')
  return unused && person
}

/** Deletes links that have expired. */
export const deleteExpiredInvitations = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, invitations, lt(invitations.expire, now.toISOString()), signal)
