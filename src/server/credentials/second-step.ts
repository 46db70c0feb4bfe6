import { and, eq, sql } from 'drizzle-orm'
import { type Role, rankOf } from '../../shared/permissions.ts'
import type { SecondStep } from '../../shared/second-step.ts'
import type { Config } from '../base/config.ts'
import { changedMeanwhile, notSignedIn } from '../base/errors.ts'
import type { Context, OpenContext, Services } from '../core/context.ts'
import { isActivePerson } from '../core/people/active.ts'
import { accessChanged } from '../db/events/events.ts'
import { setNeedsSecondStep } from '../db/sessions.ts'
import { passkeys } from '../db/tables/passkeys.ts'
import { recoveryCodes, totpSecrets } from '../db/tables/second-step.ts'
import { users } from '../db/tables/users.ts'
import { mustStillBeProved } from './reauthentication.ts'

/** The second steps that a person has set up; none: their password is enough. */
export async function secondStepsOf({ db }: Pick<OpenContext, 'db'>, userId: string): Promise<SecondStep[]> {
  const { rows } = await db.execute<{ code: boolean; passkey: boolean }>(sql`
    select exists (select 1 from ${totpSecrets} where user_id = ${userId} and confirmed_at is not null) as code,
      exists (select 1 from ${passkeys} where user_id = ${userId}) as passkey`)
  const [has] = rows
  return [...(has?.code ? (['code'] as const) : []), ...(has?.passkey ? (['passkey'] as const) : [])]
}

/** Whether people of this role must have a second step. */
export const isSecondStepRequired = ({ requireSecondStep }: Pick<Config, 'requireSecondStep'>, role: Role): boolean =>
  requireSecondStep !== undefined && rankOf(role) >= rankOf(requireSecondStep)

/**
 * Whether a person who must have a second step has none. Calls with tokens or passes ask this each time: tokens from
 * before the duty would go on otherwise.
 */
export async function lacksSecondStep(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { id, role }: { id: string; role: Role },
): Promise<boolean> {
  return isSecondStepRequired(config, role) && (await secondStepsOf({ db: database.orm }, id)).length === 0
}

/**
 * Applies `REQUIRE_SECOND_STEP` to the sessions of people: without a second step that their role must have, they set
 * one up before anything else. Call it after their role has changed, and after they have lost their second steps.
 */
export async function applySecondStepRule(
  ctx: OpenContext,
  people: readonly { id: string; role: Role }[],
): Promise<void> {
  const { config } = ctx.services
  if (config.requireSecondStep === undefined || people.length === 0) return
  const ids = sql.param(people.map(({ id }) => id))
  const { rows } = await ctx.db.execute<{ user_id: string }>(sql`
    select user_id from ${totpSecrets} where user_id = any(${ids}) and confirmed_at is not null
    union select user_id from ${passkeys} where user_id = any(${ids})`)
  const having = new Set(rows.map(({ user_id }) => user_id))
  const needs = ({ id, role }: { id: string; role: Role }) => isSecondStepRequired(config, role) && !having.has(id)
  for (const needed of [true, false]) {
    const theirs = people.filter((person) => needs(person) === needed).map(({ id }) => id)
    for (const id of await setNeedsSecondStep(ctx.db, theirs, needed)) ctx.outbox.push(...accessChanged(id))
  }
}

/**
 * Lets changes of one person's second steps follow each other: two at once would each take the other's for the last
 * one. Says whether the person has a password, and their role of now.
 */
export async function lockAccount(
  { db }: Pick<OpenContext, 'db'>,
  userId: string,
): Promise<{ hasPassword: boolean; role: Role }> {
  const { passwordHash, role } = users
  const [locked] = await db.select({ passwordHash, role }).from(users).where(eq(users.id, userId)).for('no key update')
  if (!locked) throw new Error('The account is gone')
  return { hasPassword: Boolean(locked.passwordHash), role: locked.role }
}

/**
 * The same for calls that change how the viewer comes in, and were let in with a proof. Returns the viewer's role of
 * now. Throws 401 if their account or session was closed meanwhile, and 403 `proof_needed` if their proof has ended.
 */
export async function lockOwnAccount(ctx: Context): Promise<{ role: Role }> {
  const own = and(eq(users.id, ctx.viewer.id), isActivePerson)
  const [locked] = await ctx.db.select({ role: users.role }).from(users).where(own).for('no key update')
  if (!locked) throw notSignedIn()
  await mustStillBeProved(ctx)
  return locked
}

/**
 * The same for calls that make credentials with the viewer's role. Throws 409 `changed_meanwhile` if their role has
 * changed: access that a lower role has ended would begin again.
 */
export async function lockOwnRole(ctx: Context): Promise<void> {
  const { role } = await lockOwnAccount(ctx)
  if (role !== ctx.viewer.role) throw changedMeanwhile()
}

/** Deletes every second step of a person, with the recovery codes. */
export async function deleteSecondStepsOf({ db }: Pick<OpenContext, 'db'>, userId: string): Promise<void> {
  await db.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
}
