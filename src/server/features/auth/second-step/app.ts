import { randomBytes } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import type { Input, Reply } from '../../../../shared/endpoint.ts'
import { secondStepApi } from '../../../../shared/second-step.ts'
import { signInName } from '../../../../shared/sign-in-name.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict, invalid } from '../../../base/errors.ts'
import { base32Of, bytesOfBase32, stepOfCode } from '../../../base/totp.ts'
import { type Context, inTransaction } from '../../../core/context.ts'
import { mustKeepLimit } from '../../../core/rate-limits.ts'
import { audit } from '../../../core/write/audit.ts'
import { countAttempt, withdrawAttempt } from '../../../credentials/attempts.ts'
import { renewRecoveryCodes } from '../../../credentials/codes.ts'
import { lockOwnAccount, secondStepsOf } from '../../../credentials/second-step.ts'
import { signInNameOf } from '../../../credentials/sign-in-name.ts'
import { sessionsChanged } from '../../../db/events/events.ts'
import { totpSecrets } from '../../../db/tables/second-step.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'
import { keepSecondStep } from './keep.ts'

/** As RFC 4226 recommends, in bytes. */
const SECRET_BYTES = 20

/** Begins to set up an app: a new secret, which counts once it is confirmed. Throws 409 if an app is set up already. */
export async function beginApp(ctx: Context): Promise<Reply<typeof secondStepApi.begin>> {
  const secret = base32Of(randomBytes(SECRET_BYTES))
  const { rowCount } = await ctx.db
    .insert(totpSecrets)
    .values({ userId: ctx.viewer.id, secret })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
  if (!rowCount) throw conflict('app_there', msg('An app is set up already. Remove it first.'))
  return { secret, address: addressOf(ctx, secret) }
}

/** The content of the QR code that an app reads: the account, the address of this Muster, and the secret. */
function addressOf({ viewer, services: { config } }: Context, secret: string) {
  const issuer = config.publicUrl ? `Muster ${new URL(config.publicUrl).host}` : 'Muster'
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(signInName(viewer))}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/**
 * Confirms the app by its first code. From then on a sign-in by password asks for a code. The reply holds ten recovery
 * codes, which are shown this once. Throws 400 for a wrong code, 409 if no app waits for one, 429 after too many wrong
 * codes.
 */
export async function confirmApp(
  ctx: Context,
  { body }: Input<typeof secondStepApi.confirm>,
): Promise<Reply<typeof secondStepApi.confirm>> {
  const { viewer } = ctx
  const attempt = await countAttempt(ctx, 'code', signInNameOf(viewer).value, ownBudget(ctx))
  return inTransaction(ctx, async (tx) => {
    await mustKeepLimit(tx, secondStepApi.confirm)
    // A sign-in or a proof by password that runs at this moment is over first, or finds the second step.
    await lockOwnAccount(tx)
    const [app] = await tx.db.select().from(totpSecrets).where(eq(totpSecrets.userId, viewer.id)).for('update')
    if (!app || app.confirmedAt !== null)
      throw conflict('no_app', msg('Start again: no app is waiting for its first code'))
    const code = body.code.replace(/\s/g, '')
    const step = stepOfCode(bytesOfBase32(app.secret), code, tx.now.getTime())
    if (step === null)
      throw invalid(
        'code',
        msg('The code is wrong. Check that the clock of your phone is right, and take the next one.'),
      )
    await withdrawAttempt(tx, attempt.id)
    await tx.db
      .update(totpSecrets)
      .set({ confirmedAt: tx.now.toISOString(), lastStep: step })
      .where(eq(totpSecrets.userId, viewer.id))
    const codes = await renewRecoveryCodes(tx, viewer.id)
    await tx.session.noteSecondStep(tx, viewer.id)
    await log(tx, 'user.add-app')
    await notifyOfSecurity(tx, viewer, {
      kind: 'second-step-added',
      params: { at: tx.now.toISOString() },
      subject: null,
    })
    return { recoveryCodes: codes }
  })
}

/**
 * Removes the viewer's app, and the recovery codes if no second step is left. Throws 409 if their role must have one.
 */
export async function removeApp(ctx: Context): Promise<void> {
  const { id: userId } = ctx.viewer
  const { role } = await lockOwnAccount(ctx)
  const { rowCount } = await ctx.db.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  const remains = await keepSecondStep(ctx, role)
  if (!rowCount) return
  await log(ctx, 'user.remove-app')
  await notifyOfSecurity(ctx, ctx.viewer, {
    kind: 'second-step-removed',
    params: { at: ctx.now.toISOString(), ...(remains && { remains }) },
    subject: null,
  })
}

/** Makes new recovery codes for the viewer and notifies them. Throws 409 without a second step. */
export async function renewOwnCodes(ctx: Context): Promise<Reply<typeof secondStepApi.renewCodes>> {
  return inTransaction(ctx, async (tx) => {
    await mustKeepLimit(tx, secondStepApi.renewCodes)
    await lockOwnAccount(tx)
    const steps = await secondStepsOf(tx, tx.viewer.id)
    if (steps.length === 0)
      throw conflict('no_second_step', msg('Recovery codes belong to a second step. Set one up first.'))
    const codes = await renewRecoveryCodes(tx, tx.viewer.id)
    await log(tx, 'user.renew-codes')
    const params = { at: tx.now.toISOString() }
    await notifyOfSecurity(tx, tx.viewer, { kind: 'recovery-codes-renewed', params, subject: null })
    return { recoveryCodes: codes }
  })
}

/** Tries count for the session, as those to confirm a password. */
const ownBudget = ({ session }: Context) => session.current && `session ${session.current}`

async function log(ctx: Context, action: string) {
  const { id } = ctx.viewer
  await audit(ctx, { action, resourceType: 'user', resourceId: id })
  ctx.outbox.push(sessionsChanged(id))
}
