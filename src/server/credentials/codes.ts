import { randomBytes } from 'node:crypto'
import { and, count, eq, isNotNull, lt } from 'drizzle-orm'
import { RECOVERY_CODES } from '../../shared/second-step.ts'
import { base32Of, bytesOfBase32, stepOfCode } from '../base/totp.ts'
import type { OpenContext } from '../core/context.ts'
import { recoveryCodes, totpSecrets } from '../db/tables/second-step.ts'
import { hashOfSecret } from './secrets.ts'

/** 120 bits: 24 letters of base32, which nobody finds from the hash. */
const RECOVERY_BYTES = 15
const LETTERS_OF_A_GROUP = 6

/** A typed code as it is compared: without spaces and hyphens, in capital letters. */
export const plainCode = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase()

/** By which code somebody has shown that it is them. */
export type CodeKind = 'app' | 'recovery'

/**
 * Uses a code of a person: from their app, or a recovery code. Each works once; of two calls at once with the same code
 * one succeeds. Returns the kind, or null for a wrong code. Call it in the transaction of the action that it allows.
 */
export async function useCode(ctx: OpenContext, userId: string, typed: string): Promise<CodeKind | null> {
  const code = plainCode(typed)
  if (/^\d{6}$/.test(code)) return (await useAppCode(ctx, userId, code)) ? 'app' : null
  const isOwn = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOfSecret(code)))
  const { rowCount } = await ctx.db.delete(recoveryCodes).where(isOwn)
  return rowCount ? 'recovery' : null
}

async function useAppCode({ db, now }: OpenContext, userId: string, code: string) {
  const own = eq(totpSecrets.userId, userId)
  const [app] = await db
    .select({ secret: totpSecrets.secret })
    .from(totpSecrets)
    .where(and(own, isNotNull(totpSecrets.confirmedAt)))
  const step = app && stepOfCode(bytesOfBase32(app.secret), code, now.getTime())
  if (step == null) return false
  // Neither this code nor an earlier one works again.
  const isLater = lt(totpSecrets.lastStep, step)
  const { rowCount } = await db.update(totpSecrets).set({ lastStep: step }).where(and(own, isLater))
  return rowCount === 1
}

/** Gives a person ten new recovery codes, as they are shown once; the old ones end. */
export async function renewRecoveryCodes({ db }: Pick<OpenContext, 'db'>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32Of(randomBytes(RECOVERY_BYTES)))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOfSecret(code), userId })))
  return codes.map((code) => (code.toLowerCase().match(new RegExp(`.{${LETTERS_OF_A_GROUP}}`, 'g')) ?? []).join('-'))
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes({ db }: Pick<OpenContext, 'db'>, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}
