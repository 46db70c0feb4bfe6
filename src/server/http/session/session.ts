import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NotifyChoice, StartScreen } from '../../../shared/fields.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { Language } from '../../../shared/words/languages.ts'
import type { Config } from '../../base/config.ts'
import { notSignedIn, throttledWarning } from '../../base/errors.ts'
import type { Context, Kiosk, OpenContext, Services, SessionKeeper } from '../../core/context.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { accessChanged } from '../../db/events/events.ts'
import { SESSION_TTL_MS, signedInSince } from '../../db/sessions.ts'
import { sessions } from '../../db/tables/sessions.ts'

const RENEW_AFTER_MS = 3600 * 1000
/** How long a browser is known after its latest sign-in: a year, because browsers keep no cookie for much longer. */
const DEVICE_TTL_MS = 365 * 24 * 3600 * 1000

/** 32 random bytes as text. A shorter token could be one that a person made up. */
const DEVICE_TOKEN = /^[\w-]{43}$/

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false

/**
 * The name of a cookie. Over https it has a prefix with which a browser accepts the cookie from this very host alone,
 * so that no other site can plant one.
 */
export const cookieName = (config: Config, name: 'sid' | 'device' | 'step' | 'kiosk') =>
  `${isSecure(config) ? '__Host-' : ''}muster.${name}`

/**
 * The name of the session cookie before it had the prefix, in version 0.1. It counts no more: another site of the same
 * domain could plant a session of its own under it. Browsers that have one forget it.
 */
const OLD_NAME = 'muster.sid'

/** The value of the session cookie. */
export const sessionCookieOf = ({ config }: Services, { cookies }: FastifyRequest) => cookies[cookieName(config, 'sid')]

/**
 * Has the browser forget files that it keeps on its disk, such as thumbnails: the next person must not see them. Unsent
 * changes are kept elsewhere, and stay.
 */
const CLEAR_CACHE = { 'clear-site-data': '"cache"' }

/** The value of the cookie by which a browser is a kiosk. */
export const kioskCookieOf = ({ config }: Services, { cookies }: FastifyRequest) => cookies[cookieName(config, 'kiosk')]

/** Sets or renews a kiosk's cookie. Browsers keep none for much longer; the kiosk itself ends when it is revoked. */
export function setKioskCookie(services: Services, reply: FastifyReply, value: string, now: Date) {
  const expires = new Date(now.getTime() + DEVICE_TTL_MS)
  reply.setCookie(cookieName(services.config, 'kiosk'), value, { ...cookieOptions(services), expires })
}

/** The caller of a request: a person in their session, or with their token or pass. */
export interface Caller {
  viewer: Context['viewer']
  /** When the person last proved who they are (`credentials/reauthentication.ts`); null for a token or a pass. */
  provedAt: string | null
  /** The person must set up a second step before anything else. */
  needsSecondStep: boolean
  /** The token or pass of a request, instead of a session's cookie (`bearer.ts`). */
  bearer?: { token: number; name: string } | { kiosk: Kiosk }
}

/** A session and the person it belongs to. */
export interface Session extends Caller {
  sid: string
  expire: string
  /** Null for a session of the first versions, which did not store it. */
  signedInAt: string | null
}

/** Whether somebody calls in a session. */
export const isSession = (caller: Caller | undefined): caller is Session => caller !== undefined && 'sid' in caller

/** The person of a row that selects `VIEWER_COLUMNS`. */
export interface ViewerRow {
  id: string
  role: Role
  department_id: number | null
  email: string | null
  username: string | null
  first_name: string
  last_name: string
  department_name: string
  is_active: boolean
  profile_image_url: string | null
  created_at: string
  language: Language | null
  start_screen: StartScreen | null
  notify: NotifyChoice | null
  wants_extra_shifts: boolean
}

interface SessionRow extends ViewerRow {
  sid: string
  expire: string
  signed_in_at: string | null
  proved_at: string | null
  needs_second_step: boolean
}

/** Of `users u left join departments d`. */
export const VIEWER_COLUMNS = `u.id, u.role, u.department_id, u.email, u.username, u.first_name, u.last_name, d.name as department_name,
    u.is_active, u.profile_image_url, u.created_at, u.language, u.start_screen, u.notify, u.wants_extra_shifts`

const sessionQuery = (condition: string) => `
  select s.sid, s.expire, s.sess->>'signedInAt' as signed_in_at, coalesce(s.sess->>'provedAt', s.sess->>'signedInAt') as proved_at,
    coalesce((s.sess->>'needsSecondStep')::boolean, false) as needs_second_step, ${VIEWER_COLUMNS}
  from sessions s join users u on u.id = s.user_id left join departments d on d.id = u.department_id
  where ${condition} and s.expire > $2 and coalesce(s.sess->>'signedInAt' > $3, true) and u.is_active and u.deleted_at is null`
const FIND_ONE = { name: 'session', text: sessionQuery('s.sid = $1') }
const FIND_MANY = { name: 'sessions', text: sessionQuery('s.sid = any($1)') }

/** The session of a cookie's value; undefined if there is none, it has expired, or the account is closed. */
export async function sessionOf(
  services: Services,
  cookie: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (!cookie) return undefined
  const { rows } = await services.database.pool.query<SessionRow>({
    ...FIND_ONE,
    values: [hashOfSecret(cookie), now.toISOString(), signedInSince(now)],
  })
  return rows[0] && sessionFrom(rows[0])
}

/** The sessions of these cookies' values, read in one statement; a cookie without a session is absent from the map. */
export async function sessionsOf(services: Services, cookies: string[], now: Date): Promise<Map<string, Session>> {
  const hashes = new Map(cookies.map((cookie) => [hashOfSecret(cookie), cookie]))
  const { rows } = await services.database.pool.query<SessionRow>({
    ...FIND_MANY,
    values: [[...hashes.keys()], now.toISOString(), signedInSince(now)],
  })
  return new Map(rows.map((row) => [hashes.get(row.sid) ?? '', sessionFrom(row)]))
}

const sessionFrom = (row: SessionRow): Session => ({
  sid: row.sid,
  expire: row.expire,
  signedInAt: row.signed_in_at,
  provedAt: row.proved_at,
  needsSecondStep: row.needs_second_step,
  viewer: viewerFrom(row),
})

export function viewerFrom(row: ViewerRow): Session['viewer'] {
  return {
    id: row.id,
    role: row.role,
    departmentId: row.department_id,
    email: row.email,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
    isActive: row.is_active,
    profileImageUrl: row.profile_image_url,
    createdAt: isoFromPostgres(row.created_at),
    language: row.language,
    startScreen: row.start_screen,
    notify: row.notify,
    wantsExtraShifts: row.wants_extra_shifts,
  }
}

const cookieOptions = ({ config }: Services) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(config),
})

/** Sets the session cookie, and removes one under the old name. */
function setSessionCookie(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  expires: Date,
) {
  const name = cookieName(services.config, 'sid')
  reply.setCookie(name, value, { ...cookieOptions(services), expires })
  if (name !== OLD_NAME && request.cookies[OLD_NAME] !== undefined) reply.clearCookie(OLD_NAME, cookieOptions(services))
}

const warnNotRenewed = throttledWarning('A session could not be renewed')

/** Extends a session, at most once an hour, never for tokens or passes. The request goes on if the write fails. */
export async function renewSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Caller,
  now: Date,
) {
  if (!isSession(session)) return
  const expires = new Date(now.getTime() + SESSION_TTL_MS)
  if (expires.getTime() - Date.parse(session.expire) < RENEW_AFTER_MS) return
  try {
    await services.database.orm
      .update(sessions)
      .set({ expire: expires.toISOString() })
      .where(eq(sessions.sid, session.sid))
  } catch (error) {
    return warnNotRenewed(request.log, error)
  }
  setSessionCookie(services, request, reply, sessionCookieOf(services, request) ?? '', expires)
}

/**
 * Opens and ends sessions. A sign-in always makes a new id, and ends the session that its request came with. Every
 * request gets one and few ask it, so cookies are hashed when somebody does.
 */
export function sessionKeeperFor(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  recheck: SessionKeeper['recheck'],
): SessionKeeper {
  // Open pages of the session close, whether its own person ends it or the next one in this browser.
  const endCurrent = async ({ db, outbox }: OpenContext) => {
    const cookie = sessionCookieOf(services, request)
    if (!cookie) return undefined
    const ended = eq(sessions.sid, hashOfSecret(cookie))
    const [session] = await db.delete(sessions).where(ended).returning({ userId: sessions.userId })
    if (session) outbox.push(...accessChanged(session.userId))
    return session?.userId
  }
  const hashOf = (value: string | undefined) => (value ? hashOfSecret(value) : null)
  const deviceCookie = cookieName(services.config, 'device')
  const deviceToken = () => {
    const sent = request.cookies[deviceCookie]
    return sent && DEVICE_TOKEN.test(sent) ? sent : undefined
  }
  const stepCookie = cookieName(services.config, 'step')
  return {
    recheck,
    current: isSession(request.caller) ? request.caller.sid : null,
    needsSecondStep: request.caller?.needsSecondStep ?? false,
    provedAt: request.caller?.provedAt ?? null,
    async readProof({ db }) {
      const { current } = this
      if (current === null) return null
      const provedAt = sql<string | null>`coalesce(${sessions.sess}->>'provedAt', ${sessions.sess}->>'signedInAt')`
      const [session] = await db.select({ provedAt }).from(sessions).where(eq(sessions.sid, current))
      if (!session) throw notSignedIn()
      return session.provedAt
    },
    get step() {
      return hashOf(request.cookies[stepCookie])
    },
    startStep(expires) {
      const value = randomBytes(32).toString('base64url')
      reply.setCookie(stepCookie, value, { ...cookieOptions(services), expires })
      return hashOfSecret(value)
    },
    endStep() {
      reply.clearCookie(stepCookie, cookieOptions(services))
    },
    get kiosk() {
      return hashOf(kioskCookieOf(services, request))
    },
    startKiosk(ctx) {
      const value = randomBytes(32).toString('base64url')
      setKioskCookie(services, reply, value, ctx.now)
      return hashOfSecret(value)
    },
    async prove(ctx) {
      const { current } = this
      if (current === null) return
      const proved = sql`(${sessions.sess}::jsonb || ${JSON.stringify({ provedAt: ctx.now.toISOString() })}::jsonb)::json`
      await ctx.db.update(sessions).set({ sess: proved }).where(eq(sessions.sid, current))
    },
    async noteSecondStep(ctx, userId) {
      // A password that others have proved does not count against a second step that has come since.
      const withdrawn = sql`(${sessions.sess}::jsonb || '{"provedAt":"1970-01-01T00:00:00.000Z"}'::jsonb)::json`
      await ctx.db.update(sessions).set({ sess: withdrawn }).where(eq(sessions.userId, userId))
      const { current } = this
      if (current === null) return
      const facts = JSON.stringify({ provedAt: ctx.now.toISOString() })
      const proved = sql`((${sessions.sess}::jsonb - 'needsSecondStep') || ${facts}::jsonb)::json`
      await ctx.db.update(sessions).set({ sess: proved }).where(eq(sessions.sid, current))
    },
    get device() {
      return hashOf(deviceToken())
    },
    nameDevice(ctx) {
      const value = deviceToken() ?? randomBytes(32).toString('base64url')
      const expires = new Date(ctx.now.getTime() + DEVICE_TTL_MS)
      reply.setCookie(deviceCookie, value, { ...cookieOptions(services), expires })
      return hashOfSecret(value)
    },
    async start(ctx, userId, facts) {
      const endedOf = await endCurrent(ctx)
      if (endedOf !== undefined && endedOf !== userId) reply.headers(CLEAR_CACHE)
      const value = randomBytes(32).toString('base64url')
      const expires = new Date(ctx.now.getTime() + SESSION_TTL_MS)
      await ctx.db.insert(sessions).values({
        sid: hashOfSecret(value),
        userId,
        expire: expires.toISOString(),
        sess: { ipAddress: request.ip, userAgent: ctx.origin.userAgent, signedInAt: ctx.now.toISOString(), ...facts },
      })
      setSessionCookie(services, request, reply, value, expires)
    },
    async end(ctx) {
      await endCurrent(ctx)
      reply.headers(CLEAR_CACHE)
      for (const name of new Set([cookieName(services.config, 'sid'), OLD_NAME])) {
        if (request.cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(services))
      }
    },
  }
}
