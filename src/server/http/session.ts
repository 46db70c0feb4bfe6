import { hash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../shared/auth.ts'
import type { Role } from '../../shared/permissions.ts'
import type { Config } from '../base/config.ts'
import { conflict, notSignedIn, throttledWarning } from '../base/errors.ts'
import type { Context, OpenContext, Services, SessionKeeper } from '../core/context.ts'
import { isoFromPostgres } from '../db/columns.ts'
import { SESSION_LASTS, signedInSince } from '../db/sessions.ts'
import { sessions } from '../db/tables/people.ts'

const RENEW_AFTER = 3600 * 1000
/** How long a browser is known after its latest sign-in: a year, as browsers keep no cookie for much longer. */
const DEVICE_LASTS = 365 * 24 * 3600 * 1000

/** What 32 bytes are as text: a name that a person could have made up is none. */
const DEVICE_TOKEN = /^[\w-]{43}$/

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false

/** A cookie's name: with the prefix a browser takes it from this very host over https alone, and no other site can plant it. */
export const cookieName = (config: Config, name: 'sid' | 'device') =>
  `${isSecure(config) ? '__Host-' : ''}muster.${name}`

/** What the session cookie was called before it had the prefix; accepted in version 0.2. */
const OLD_NAME = 'muster.sid'

/** The value of the session cookie, under its name or its old one. */
export const sessionCookieOf = ({ config }: Services, { cookies }: FastifyRequest) =>
  cookies[cookieName(config, 'sid')] ?? cookies[OLD_NAME]

/** The one who asks, and the session they ask with. */
export interface Session {
  sid: string
  expire: string
  /** Null for a session of the first versions, which did not note it. */
  signedInAt: string | null
  viewer: Context['viewer']
}

/** What of a cookie's value is stored. */
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
}

const findBy = (condition: string) => `
  select s.sid, s.expire, s.sess->>'signedInAt' as signed_in_at, u.id, u.role, u.department_id, u.email, u.first_name, u.last_name, d.name as department_name,
    u.is_active, u.profile_image_url, u.created_at
  from sessions s join users u on u.id = s.user_id left join departments d on d.id = u.department_id
  where ${condition} and s.expire > $2 and coalesce(s.sess->>'signedInAt' > $3, true) and u.is_active and u.deleted_at is null`
const FIND = { name: 'session', text: findBy('s.sid = $1') }
const FIND_MANY = { name: 'sessions', text: findBy('s.sid = any($1)') }

/** The session of a cookie's value; undefined when there is none, it has run out, or the account is closed. */
export async function sessionOf(
  services: Services,
  cookie: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (!cookie) return undefined
  const { rows } = await services.database.pool.query<SessionRow>({
    ...FIND,
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
  const viewer: Omit<Viewer, 'timeZone'> = {
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
  }
  return { sid: row.sid, expire: row.expire, signedInAt: row.signed_in_at, viewer }
}

/**
 * Looks at the session again, for a request whose body was long on its way: by then whoever sends it may have been let go (401),
 * or may do something else (409).
 */
export async function mustStillBe({ services, viewer }: OpenContext, request: FastifyRequest) {
  if (!viewer) return
  const session = await sessionOf(services, sessionCookieOf(services, request), new Date())
  if (!session) throw notSignedIn()
  const { role, departmentId } = session.viewer
  if (role === viewer.role && departmentId === viewer.departmentId) return
  throw conflict('changed_meanwhile', 'Your role or department has changed meanwhile. Send this again.')
}

const cookieOptions = ({ config }: Services) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(config),
})

/** Sets the session cookie; one under the old name goes. */
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

const notRenewed = throttledWarning('A session could not be renewed')

/** Moves the session's end on, at most once an hour. Where that cannot be written, what was asked for goes on without. */
export async function renew(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  now: Date,
) {
  const expires = new Date(now.getTime() + SESSION_LASTS)
  if (expires.getTime() - Date.parse(session.expire) < RENEW_AFTER) return
  try {
    await services.database.orm
      .update(sessions)
      .set({ expire: expires.toISOString() })
      .where(eq(sessions.sid, session.sid))
  } catch (error) {
    return notRenewed(request.log, error)
  }
  setSessionCookie(services, request, reply, sessionCookieOf(services, request) ?? '', expires)
}

/** Opens and ends sessions for one request. Signing in always gives a new id, and ends the session it was made in. */
export function keeperFor(services: Services, request: FastifyRequest, reply: FastifyReply): SessionKeeper {
  const endCurrent = async ({ db }: OpenContext) => {
    const cookie = sessionCookieOf(services, request)
    if (cookie) await db.delete(sessions).where(eq(sessions.sid, hashOf(cookie)))
  }
  const deviceCookie = cookieName(services.config, 'device')
  const given = request.cookies[deviceCookie]
  const device = given && DEVICE_TOKEN.test(given) ? given : undefined
  return {
    current: request.session?.sid ?? null,
    device: device ? hashOf(device) : null,
    nameDevice(ctx) {
      const value = device ?? randomBytes(32).toString('base64url')
      const expires = new Date(ctx.now.getTime() + DEVICE_LASTS)
      reply.setCookie(deviceCookie, value, { ...cookieOptions(services), expires })
      return hashOf(value)
    },
    async start(ctx, userId) {
      await endCurrent(ctx)
      const value = randomBytes(32).toString('base64url')
      const expires = new Date(ctx.now.getTime() + SESSION_LASTS)
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
