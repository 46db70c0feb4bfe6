import { and, eq, gt, lt } from 'drizzle-orm'
import { msg } from '../../shared/message.ts'
import type { Checks } from '../adapters/provider.ts'
import { HttpError } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { signInSteps } from '../db/tables/sign-in.ts'
import type { ProviderSignIn } from './identities.ts'

/**
 * What a sign-in, or the proof of a person, waits for: a code, the answer to a challenge, the return from a provider. The browser has a
 * cookie for it, so the answer counts only from the browser that was asked. A browser waits for one step at a time.
 */

const STEP_TTL_MS = 10 * 60_000

/** What is kept of each kind of step until its answer comes. */
export interface Steps {
  /** The password was right; the second step is missing. */
  'second-step': { userId: string; data: { provider?: ProviderSignIn } }
  /** The return from the provider of single sign-on. It has the viewer's id if they prove who they are. */
  provider: { userId: string | null; data: ProviderStep }
  /** The provider knows the person; the password of their account is missing. */
  'provider-password': { userId: null; data: { email: string; provider: ProviderSignIn } }
}

interface ProviderStep {
  checks: Checks
  /** The page that the person wants. */
  to: string
  /** The attempt that counts until they return. */
  attemptId: number
  /** When it began, in milliseconds since 1970. */
  at: number
}

/** Asks this browser for a step; what it was asked before is forgotten. */
export async function askForStep<K extends keyof Steps>(ctx: OpenContext, kind: K, step: Steps[K]): Promise<void> {
  if (ctx.session.step) await ctx.db.delete(signInSteps).where(eq(signInSteps.tokenHash, ctx.session.step))
  const expires = new Date(ctx.now.getTime() + STEP_TTL_MS)
  const tokenHash = ctx.session.startStep(expires)
  await ctx.db.insert(signInSteps).values({ tokenHash, kind, ...step, expire: expires.toISOString() })
}

const stepOver = () => new HttpError(401, 'step_over', msg('This took too long. Sign in again.'))

/** The step that this browser was asked for. Throws 401 `step_over` if there is none of this kind, or its time is over. */
export async function stepOf<K extends keyof Steps>(ctx: OpenContext, kind: K): Promise<Steps[K]> {
  const [row] = ctx.session.step
    ? await ctx.db
        .select({ userId: signInSteps.userId, data: signInSteps.data })
        .from(signInSteps)
        .where(isOpen(ctx, ctx.session.step, kind))
    : []
  if (!row) throw stepOver()
  return row as Steps[K]
}

/** What the provider of single sign-on has said of a person whose second step this browser was asked for; undefined for a password. */
export async function providerOfStep(ctx: OpenContext, userId: string): Promise<ProviderSignIn | undefined> {
  if (!ctx.session.step) return undefined
  const [row] = await ctx.db
    .select({ data: signInSteps.data })
    .from(signInSteps)
    .where(and(isOpen(ctx, ctx.session.step, 'second-step'), eq(signInSteps.userId, userId)))
  return (row?.data as Steps['second-step']['data'] | undefined)?.provider
}

/** Takes the step away once its answer is right, so that it works once. Throws 401 `step_over` if another call was faster. */
export async function endStep(ctx: OpenContext, kind: keyof Steps): Promise<void> {
  const { step } = ctx.session
  const { rowCount } = step ? await ctx.db.delete(signInSteps).where(isOpen(ctx, step, kind)) : { rowCount: 0 }
  if (!rowCount) throw stepOver()
  ctx.session.endStep()
}

const isOpen = ({ now }: OpenContext, tokenHash: string, kind: keyof Steps) =>
  and(eq(signInSteps.tokenHash, tokenHash), eq(signInSteps.kind, kind), gt(signInSteps.expire, now.toISOString()))

/** Ends the steps that wait for this person: a new password, or a closed account, ends what was begun with the old one. */
export const endStepsOf = ({ db }: Pick<OpenContext, 'db'>, userId: string) =>
  db.delete(signInSteps).where(eq(signInSteps.userId, userId))

/** Deletes steps whose time is over. */
export const deleteOldSteps = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, signInSteps, lt(signInSteps.expire, now.toISOString()), signal)
