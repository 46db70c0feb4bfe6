import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { msg } from '../../shared/words/message.ts'
import type { Checks } from '../adapters/provider.ts'
import { conflict, HttpError } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { signInSteps } from '../db/tables/auth.ts'
import type { ProviderSignIn } from './identities.ts'

/**
 * The next step of a sign-in, or of a person's proof: a code, the answer to a challenge, the return from a provider.
 * The browser has a cookie for it, so the answer counts only from the browser that was asked. A browser waits for one
 * step at a time.
 */

const STEP_TTL_MS = 10 * 60_000
/** A person's waiting second steps. With one alone, anyone with the password could end the owner's step. */
const MAX_SECOND_STEPS = 20

/** The data of each kind of step until its answer comes. */
export interface SignInSteps {
  /** The password was right; the second step is missing. */
  'second-step': { userId: string; data: { provider?: ProviderSignIn } & Partial<Challenge> }
  /** The return from single sign-on. It has the viewer's id if they prove who they are, or link their account. */
  provider: { userId: string | null; data: ProviderStep }
  /** The provider knows the person; the password of their account is missing. */
  'provider-password': { userId: null; data: { email: string; provider: ProviderSignIn } }
  /** A passkey is to say who signs in. */
  'passkey-sign-in': { userId: null; data: Challenge }
  /** A passkey is being made. */
  'passkey-making': { userId: string; data: Challenge }
  /** A passkey is to prove who somebody is that is signed in. */
  'passkey-proof': { userId: string; data: Challenge }
}

interface ProviderStep {
  checks: Checks
  /** The page that the person wants. */
  to: string
  /** The attempt that counts until they return. */
  attemptId: number
  /** When it began, in milliseconds since 1970. */
  at: number
  /** The viewer links their account. */
  isLink?: true
  /** The hash of the token of a link that invites somebody. */
  invitation?: string
}

/** The challenge that a passkey signs. */
interface Challenge {
  challenge: string
}

/** The steps of somebody who is signed in. A person has one of each at most, so that nobody fills the table. */
const ownSteps = ['passkey-making', 'passkey-proof'] as const
const isOwnStep = (kind: keyof SignInSteps) => (ownSteps as readonly string[]).includes(kind)

/** Asks this browser for a step, and forgets its earlier step. */
export async function askForStep<K extends keyof SignInSteps>(
  ctx: OpenContext,
  kind: K,
  step: SignInSteps[K],
): Promise<void> {
  if (ctx.session.step) await ctx.db.delete(signInSteps).where(eq(signInSteps.tokenHash, ctx.session.step))
  if (step.userId !== null && isOwnStep(kind))
    await ctx.db.delete(signInSteps).where(and(eq(signInSteps.userId, step.userId), eq(signInSteps.kind, kind)))
  const expires = new Date(ctx.now.getTime() + STEP_TTL_MS)
  const tokenHash = ctx.session.startStep(expires)
  await ctx.db.insert(signInSteps).values({ tokenHash, kind, ...step, expire: expires.toISOString() })
  if (step.userId !== null && kind === 'second-step')
    await ctx.db.execute(sql`
      delete from ${signInSteps} where token_hash in (
        select token_hash from ${signInSteps} where user_id = ${step.userId} and kind = ${kind}
        order by expire desc, token_hash offset ${MAX_SECOND_STEPS})`)
}

/** 401: a sign-in has to begin anew, because it took too long, or because something has changed since. */
export const signInOver = () => new HttpError(401, 'step_over', msg('This took too long. Sign in again.'))

/** 401 for a sign-in; 409 for somebody who is signed in, because their session goes on. */
const stepOver = (kind: keyof SignInSteps) =>
  isOwnStep(kind) ? conflict('step_over', msg('This took too long. Try again.')) : signInOver()

/** The step that this browser was asked for. Throws 401 `step_over` if it has none of this kind, or it expired. */
export async function stepOf<K extends keyof SignInSteps>(ctx: OpenContext, kind: K): Promise<SignInSteps[K]> {
  const [row] = ctx.session.step
    ? await ctx.db
        .select({ userId: signInSteps.userId, data: signInSteps.data })
        .from(signInSteps)
        .where(isOpen(ctx, ctx.session.step, kind))
    : []
  if (!row) throw stepOver(kind)
  return row as SignInSteps[K]
}

/** The provider's facts about a person whose second step this browser was asked for; undefined for a password. */
export async function providerOfStep(ctx: OpenContext, userId: string): Promise<ProviderSignIn | undefined> {
  if (!ctx.session.step) return undefined
  const [row] = await ctx.db
    .select({ data: signInSteps.data })
    .from(signInSteps)
    .where(and(isOpen(ctx, ctx.session.step, 'second-step'), eq(signInSteps.userId, userId)))
  return (row?.data as SignInSteps['second-step']['data'] | undefined)?.provider
}

/**
 * Takes the step that this browser was asked for, right or wrong as its answer may be, so that a challenge works once.
 * Throws `step_over`, as 401 or for somebody who is signed in as 409, if there is none of this kind for the viewer, or
 * its time is over.
 */
export async function takeStep<K extends keyof SignInSteps>(ctx: OpenContext, kind: K): Promise<SignInSteps[K]> {
  const { step } = ctx.session
  const isTheirs = isOwnStep(kind) ? eq(signInSteps.userId, ctx.viewer?.id ?? '') : isNull(signInSteps.userId)
  const [row] = step
    ? await ctx.db
        .delete(signInSteps)
        .where(and(isOpen(ctx, step, kind), isTheirs))
        .returning({ userId: signInSteps.userId, data: signInSteps.data })
    : []
  if (!row) throw stepOver(kind)
  ctx.session.endStep()
  return row as SignInSteps[K]
}

/** Puts the challenge into a waiting second step, for an earlier one. Throws 401 `step_over` if none waits. */
export async function putChallenge(ctx: OpenContext, challenge: string): Promise<void> {
  const { step } = ctx.session
  const { rowCount } = step
    ? await ctx.db
        .update(signInSteps)
        .set({ data: sql`${signInSteps.data} || ${JSON.stringify({ challenge })}::jsonb` })
        .where(isOpen(ctx, step, 'second-step'))
    : { rowCount: 0 }
  if (!rowCount) throw stepOver('second-step')
}

/** Takes the challenge out of a waiting second step; a code can still finish it. Throws 401 `step_over`. */
export async function takeChallenge(ctx: OpenContext): Promise<{ userId: string; challenge: string }> {
  const { step } = ctx.session
  const { rows } = step
    ? await ctx.db.execute<{ user_id: string; challenge: string | null }>(sql`
        with waiting as (
          select token_hash, data from ${signInSteps} where ${isOpen(ctx, step, 'second-step')} for update)
        update ${signInSteps} set data = waiting.data - 'challenge' from waiting where ${signInSteps.tokenHash} = waiting.token_hash
        returning ${signInSteps.userId}, waiting.data->>'challenge' as challenge`)
    : { rows: [] }
  const [row] = rows
  if (!row?.challenge) throw stepOver('second-step')
  return { userId: row.user_id, challenge: row.challenge }
}

/** The kind and the data of the step that this browser was asked for; undefined if none waits. */
export async function waitingStep({ db, session, now }: OpenContext) {
  if (!session.step) return undefined
  const [row] = await db
    .select({ kind: signInSteps.kind, data: signInSteps.data, expire: signInSteps.expire })
    .from(signInSteps)
    .where(and(eq(signInSteps.tokenHash, session.step), gt(signInSteps.expire, now.toISOString())))
  return row
}

/** Removes the step after a right answer, so that it works once. Throws 401 `step_over` if another call was faster. */
export async function endStep(ctx: OpenContext, kind: keyof SignInSteps): Promise<void> {
  const { step } = ctx.session
  const { rowCount } = step ? await ctx.db.delete(signInSteps).where(isOpen(ctx, step, kind)) : { rowCount: 0 }
  if (!rowCount) throw stepOver(kind)
  ctx.session.endStep()
}

const isOpen = ({ now }: OpenContext, tokenHash: string, kind: keyof SignInSteps) =>
  and(eq(signInSteps.tokenHash, tokenHash), eq(signInSteps.kind, kind), gt(signInSteps.expire, now.toISOString()))

/** Ends this person's waiting steps after a new password, role or e-mail address, or a closed account. */
export const endStepsOf = ({ db }: Pick<OpenContext, 'db'>, userIds: string[]) =>
  db.delete(signInSteps).where(inArray(signInSteps.userId, userIds))

/** Deletes steps whose time is over. */
export const deleteOldSteps = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, signInSteps, lt(signInSteps.expire, now.toISOString()), signal)
