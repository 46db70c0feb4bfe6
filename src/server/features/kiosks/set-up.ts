import { randomBytes } from 'node:crypto'
import { and, count, eq, gt } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { KIOSK_CODE_MINUTES, type kioskApi, type kiosksApi, MAX_KIOSKS } from '../../../shared/kiosks.ts'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { base32Of } from '../../base/totp.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { viewerOf } from '../../core/people/viewer.ts'
import { audit } from '../../core/write/audit.ts'
import { countDeadLink } from '../../credentials/attempts.ts'
import { plainCode } from '../../credentials/codes.ts'
import { endSession } from '../../credentials/end-session.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { signInSteps } from '../../db/tables/auth.ts'
import { departments } from '../../db/tables/departments.ts'
import { users } from '../../db/tables/users.ts'
import { beginKiosk, type KioskToCreate, mustFit } from './create.ts'

/** A code makes a tablet a kiosk, so that no administrator types a password at the door. */

const KIND = 'kiosk-code'
/** 60 bits: twelve letters of base32, far beyond the tries of ten minutes. */
const CODE_BYTES = 8
const LETTERS = 12

/** Makes a code that turns another browser into this kiosk, once, within ten minutes. Throws as `createKiosk`. */
export async function createKioskCode(
  ctx: Context,
  { body }: Input<typeof kiosksApi.createCode>,
): Promise<Reply<typeof kiosksApi.createCode>> {
  const code = base32Of(randomBytes(CODE_BYTES)).slice(0, LETTERS)
  const expiresAt = new Date(ctx.now.getTime() + KIOSK_CODE_MINUTES * 60_000).toISOString()
  await inTransaction(ctx, async (tx) => {
    await mustFit(tx, body)
    const isOwn = and(eq(signInSteps.kind, KIND), eq(signInSteps.userId, tx.viewer.id))
    const [waiting] = await tx.db.select({ codes: count() }).from(signInSteps).where(isOwn)
    // Those that nobody has used go with the hourly clean-up.
    if (waiting && waiting.codes >= MAX_KIOSKS)
      throw conflict('too_many_codes', msg('You have made a lot of codes. Use one of them, or wait for an hour.'))
    const step = { kind: KIND, userId: tx.viewer.id, data: body, expire: expiresAt }
    await tx.db.insert(signInSteps).values({ ...step, tokenHash: hashOfSecret(code) })
    await audit(tx, {
      action: 'kiosk.make-code',
      resourceType: 'kiosk',
      resourceId: null,
      details: { after: { name: body.name } },
    })
  })
  return { code: (code.match(/.{4}/g) ?? []).join('-'), expiresAt }
}

const wrongCode = () => invalid('code', msg('This code is wrong, was used already, or is older than ten minutes'))

/**
 * Makes the request's browser a kiosk with a code. Its session, if any, ends. Throws 400 for a wrong code, and for one
 * whose administrator may manage no kiosks any more; 429 after many.
 */
export async function setUpKiosk(ctx: OpenContext, { body }: Input<typeof kioskApi.setUp>): Promise<void> {
  const isOf = and(
    eq(signInSteps.tokenHash, hashOfSecret(plainCode(body.code))),
    eq(signInSteps.kind, KIND),
    gt(signInSteps.expire, ctx.now.toISOString()),
  )
  if ((await ctx.db.$count(signInSteps, isOf)) === 0) {
    await countDeadLink(ctx)
    throw wrongCode()
  }
  await inTransaction(ctx, async (tx) => {
    const [step] = await tx.db.delete(signInSteps).where(isOf).returning()
    const maker = step?.userId ? await makerOf(tx, step.userId) : undefined
    if (!step || !maker) throw wrongCode()
    const asMaker: Context = { ...tx, viewer: maker }
    const kiosk = step.data as KioskToCreate
    await mustFit(asMaker, kiosk)
    await beginKiosk(asMaker, kiosk)
    await endSession(tx)
  })
}

/** The administrator who has made a code, if they may still manage kiosks. */
async function makerOf({ db }: OpenContext, id: string): Promise<Context['viewer'] | undefined> {
  const [found] = await db
    .select({ user: users, department: { id: departments.id, name: departments.name } })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.id, id), isActivePerson))
  if (!found || !mayAnywhere(found.user.role, 'kiosk:manage')) return undefined
  return viewerOf(found.user, found.department)
}
