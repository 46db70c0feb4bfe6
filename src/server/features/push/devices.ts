import { and, desc, eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PUSH_ADDRESS, type PushDevice, type pushApi } from '../../../shared/push.ts'
import { msg } from '../../../shared/words/message.ts'
import { unusableKey } from '../../adapters/push.ts'
import { outgoingAddressOf } from '../../adapters/push-address.ts'
import { deviceOf } from '../../base/device.ts'
import { forbidden, invalid, notFound, notSignedIn } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { enqueue } from '../../core/jobs/jobs.ts'
import { devicesChanged, pushTestJob } from '../../core/notify/push.ts'
import { pushKeys } from '../../core/notify/push-keys.ts'
import { isRunning } from '../../db/sessions.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import { sessions } from '../../db/tables/sessions.ts'

/**
 * The devices that are told by web push. A device belongs to a sign-in session and ends with it, so the list of
 * sessions is its trail: devices are not in the audit log.
 */

const { id, userId, sessionId, endpoint, createdAt, asleepSince } = pushSubscriptions
const columnsOfDevice = { id, sessionId, createdAt, asleepSince }

type Row = Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'sessionId' | 'createdAt' | 'asleepSince'> &
  Pick<typeof sessions.$inferSelect, 'sess'>

const asDevice = (ctx: Context, { sessionId, sess, ...device }: Row): PushDevice => ({
  ...device,
  device: deviceOf(sess.userAgent, ctx.reader),
  isCurrent: sessionId === ctx.session.current,
})

/** The viewer's own devices, the latest first, and the key by which a browser subscribes. */
export async function listDevices(ctx: Context): Promise<{ publicKey: string; devices: PushDevice[] }> {
  const { publicKey } = await pushKeys(ctx.db)
  const rows = await ctx.db
    .select({ ...columnsOfDevice, sess: sessions.sess })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.sid, sessionId), isRunning(ctx.now)))
    .where(eq(userId, ctx.viewer.id))
    .orderBy(desc(createdAt), desc(id))
  return { publicKey, devices: rows.map((row) => asDevice(ctx, row)) }
}

/**
 * Tells the browser of this session from now on, at this address. If the address belonged to another session, as on a
 * browser that people share, it changes hands. Throws 400 for an address that pushes may not go to or that is too long,
 * and for keys that are none.
 */
export async function subscribeDevice(ctx: Context, { body }: Input<typeof pushApi.subscribe>): Promise<PushDevice> {
  const session = ctx.session.current
  if (session === null) throw forbidden(msg('Only a browser that is signed in can get notifications'))
  const { keys } = body
  const href = outgoingAddressOf(body.endpoint, ctx.services.config.pushHosts)?.url.href
  if (href === undefined)
    throw invalid('endpoint', msg('Muster does not send to this push service. An administrator can allow it.'))
  // Written out, letters beyond ASCII take more room: as they are, an index could not hold them.
  if (href.length > MAX_PUSH_ADDRESS)
    throw invalid(
      'endpoint',
      msg('{max, plural, one {At most # character} other {At most # characters}}', { max: MAX_PUSH_ADDRESS }),
    )
  const unusable = unusableKey(keys)
  if (unusable) throw invalid(`keys.${unusable}`, msg('The keys of the browser are not valid'))
  // Two calls with one address follow each other, and the session does not end meanwhile.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${href}, 0))`)
  const [running] = await ctx.db
    .select({ sess: sessions.sess })
    .from(sessions)
    .where(eq(sessions.sid, session))
    .for('key share')
  if (!running) throw notSignedIn()
  const lost = await ctx.db
    .delete(pushSubscriptions)
    .where(and(eq(endpoint, href), sql`${sessionId} <> ${session}`))
    .returning({ userId })
  const address = { endpoint: href, p256dh: keys.p256dh, auth: keys.auth, asleepSince: null }
  const values = { ...address, userId: ctx.viewer.id, createdAt: ctx.now.toISOString() }
  const [written] = await ctx.db
    .insert(pushSubscriptions)
    .values({ ...values, sessionId: session })
    .onConflictDoUpdate({ target: sessionId, set: values })
    .returning(columnsOfDevice)
  ctx.outbox.push(devicesChanged([...new Set([ctx.viewer.id, ...lost.map((device) => device.userId)])], ctx.origin.tab))
  return asDevice(ctx, { ...(written as Omit<Row, 'sess'>), ...running })
}

/** Does not tell this device any more. Throws 404 for somebody else's. */
export async function removeDevice(ctx: Context, { params }: Input<typeof pushApi.remove>): Promise<void> {
  const removed = await ctx.db.delete(pushSubscriptions).where(isOwn(ctx, params.id)).returning({ id })
  if (removed.length === 0) throw noSuchDevice()
  ctx.outbox.push(devicesChanged([ctx.viewer.id], ctx.origin.tab))
}

/** Sends a test to one of the viewer's devices soon. The list shows its arrival. Throws 404 for another person's. */
export async function testDevice(ctx: Context, { params }: Input<typeof pushApi.test>): Promise<void> {
  const [own] = await ctx.db.select({ id }).from(pushSubscriptions).where(isOwn(ctx, params.id))
  if (!own) throw noSuchDevice()
  await enqueue(ctx, pushTestJob, { subscriptionId: own.id }, { requestedBy: ctx.viewer.id })
}

const isOwn = (ctx: Context, device: number) => and(eq(id, device), eq(userId, ctx.viewer.id))
const noSuchDevice = () => notFound(msg('There is no such device'))
