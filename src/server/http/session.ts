import { hash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NotifyChoice, StartScreen } from '../../shared/fields.ts'
import type { Language } from '../../shared/languages.ts'
import { msg } from '../../shared/message.ts'
import type { Role } from '../../shared/permissions.ts'
import type { Config } from '../base/config.ts'
import { conflict, notSignedIn, throttledWarning } from '../base/errors.ts'
import type { Context, OpenContext, Services, SessionKeeper } from '../core/context.ts'
import { isoFromPostgres } from '../db/columns.ts'
import { SESSION_TTL_MS, signedInSince } from '../db/sessions.ts'
import { sessions } from '../db/tables/people.ts'

const RENEW_AFTER_MS = 3600 * 1000
/** How long a browser is known after its latest sign-in: a year, because browsers keep no cookie for much longer. */
const DEVICE_TTL_MS = 365 * 24 * 3600 * 1000
/**
 * Age of a request from which its session is read again before it goes on: a body may be a minute on its way, and a call may wait
 * in the queue.
 */
export const RECHECK_SESSION_AFTER_MS = 1000

/** 32 random bytes as text. A shorter token could be one that a person made up. */
const DEVICE_TOKEN = /^[\w-]{43}$/

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false

/**
 * The name of a cookie. Over https it has a prefix with which a browser accepts the cookie from this very host alone, so that no
 * other site can plant one.
 */
export const cookieName = (config: Config, name: 'sid' | 'device') =>
  `${isSecure(config) ? '__Host-' : ''}muster.${name}`

/** The name of the session cookie before it had the prefix. Version 0.2 still accepts it. */
const OLD_NAME = 'muster.sid'

/** The value of the session cookie, under its name or its old name. */
export const sessionCookieOf = ({ config }: Services, { cookies }: FastifyRequest) =>
  cookies[cookieName(config, 'sid')] ?? cookies[OLD_NAME]

/** A session and the person it belongs to. */
export interface Session {
  sid: string
  expire: string
  /** Null for a session of the first versions, which did not store it. */
  signedInAt: string | null
  viewer: Context['viewer']
}

/** The hash of a cookie's value. Only the hash is stored, so that nobody who reads the database can sign in. */
export const hashOf = (value: string) => hash('sha256', value)

interface SessionRow {
  sid: string
  expire: string
  signed_in_at: string | null
  id: string
  role: Role
  department_id: number | null
  email: string
  first_name: string
  last_name: string
  department_name: string
  is_active: boolean
  profile_image_url: string | null
  created_at: string
  language: Language | null
  start_screen: StartScreen | null
  notify: NotifyChoice | null
}

const sessionQuery = (condition: string) => `
  select s.sid, s.expire, s.sess->>'signedInAt' as signed_in_at, u.id, u.role, u.department_id, u.email, u.first_name, u.last_name, d.name as department_name,
    u.is_active, u.profile_image_url, u.created_at, u.language, u.start_screen, u.notify
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
    values: [hashOf(cookie), now.toISOString(), signedInSince(now)],
  })
  return rows[0] && sessionFrom(rows[0])
}

/** The sessions of these cookies' values, read in one statement; a cookie without a session is absent from the map. */
export async function sessionsOf(services: Services, cookies: string[], now: Date): Promise<Map<string, Session>> {
  const hashes = new Map(cookies.map((cookie) => [hashOf(cookie), cookie]))
  const { rows } = await services.database.pool.query<SessionRow>({
    ...FIND_MANY,
    values: [[...hashes.keys()], now.toISOString(), signedInSince(now)],
  })
  return new Map(rows.map((row) => [hashes.get(row.sid) ?? '', sessionFrom(row)]))
}

function sessionFrom(row: SessionRow): Session {
  const viewer: Session['viewer'] = {
    id: row.id,
    role: row.role,
    departmentId: row.department_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
    isActive: row.is_active,
    profileImageUrl: row.profile_image_url,
    createdAt: isoFromPostgres(row.created_at),
    language: row.language,
    startScreen: row.start_screen,
    notify: row.notify,
  }
  return { sid: row.sid, expire: row.expire, signedInAt: row.signed_in_at, viewer }
}

/**
 * Reads the session again, for a request that has been on its way or in the queue for long. Throws 401 if the session has ended
 * since, and 409 `changed_meanwhile` if the person's role or department has changed.
 */
export async function recheckSession({ services, viewer }: OpenContext, request: FastifyRequest) {
  if (!viewer) return
  const session = await sessionOf(services, sessionCookieOf(services, request), new Date())
  if (!session) throw notSignedIn()
  const { role, departmentId } = session.viewer
  if (role === viewer.role && departmentId === viewer.departmentId) return
  throw conflict('changed_meanwhile', msg('Your role or department has changed meanwhile. Send this again.'))
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

/** Extends the session, at most once an hour. If the database refuses to write, the request goes on without. */
export async function renewSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  now: Date,
) {
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

/** Opens and ends sessions for one request. A sign-in always makes a new id, and ends the session that its request came with. */
export function sessionKeeperFor(services: Services, request: FastifyRequest, reply: FastifyReply): SessionKeeper {
  const endCurrent = async ({ db }: OpenContext) => {
    const cookie = sessionCookieOf(services, request)
    if (cookie) await db.delete(sessions).where(eq(sessions.sid, hashOf(cookie)))
  }
  const deviceCookie = cookieName(services.config, 'device')
  const sent = request.cookies[deviceCookie]
  const device = sent && DEVICE_TOKEN.test(sent) ? sent : undefined
  return {
    current: request.session?.sid ?? null,
    device: device ? hashOf(device) : null,
    nameDevice(ctx) {
      const value = device ?? randomBytes(32).toString('base64url')
      const expires = new Date(ctx.now.getTime() + DEVICE_TTL_MS)
      reply.setCookie(deviceCookie, value, { ...cookieOptions(services), expires })
      return hashOf(value)
    },
    async start(ctx, userId) {
      await endCurrent(ctx)
      const value = randomBytes(32).toString('base64url')
      const expires = new Date(ctx.now.getTime() + SESSION_TTL_MS)
      await ctx.db.insert(sessions).values({
        sid: hashOf(value),
        userId,
        expire: expires.toISOString(),
        sess: { ipAddress: request.ip, userAgent: ctx.origin.userAgent, signedInAt: ctx.now.toISOString() },
      })
      setSessionCookie(services, request, reply, value, expires)
    },
    async end(ctx) {
      await endCurrent(ctx)
      for (const name of new Set([cookieName(services.config, 'sid'), OLD_NAME])) {
        if (request.cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(services))
      }
    },
  }
}
