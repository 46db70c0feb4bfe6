import * as z from 'zod/mini'
import { asciiEmail, LONGEST_EMAIL } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { email, id, named, password, replyInstant, requiredText, userId } from './fields.ts'
import { roles } from './permissions.ts'

/** The signed-in person, as the client knows them. */
export const Viewer = z.object({
  id: userId,
  role: z.enum(roles),
  departmentId: z.nullable(id),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  department: z.nullable(named),
  isActive: z.boolean(),
  profileImageUrl: z.nullable(z.string()),
  createdAt: replyInstant,
  /** The deployment's IANA time zone: days, weeks and the dates people read are cut in it. */
  timeZone: z.string(),
})
export type Viewer = z.output<typeof Viewer>

export const Credentials = z.strictObject({
  email: requiredText(LONGEST_EMAIL, 'Enter your e-mail address').check(z.overwrite(asciiEmail)),
  password: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(256)),
})

/** One of one's own sign-in sessions: a browser in which one is signed in. */
export const SignInSession = z.object({
  /** The hash that the session is kept under; nobody can sign in with it. */
  id: z.string(),
  /** As far as the browser told: "Firefox on Windows". */
  device: z.string(),
  ipAddress: z.nullable(z.string()),
  signedInAt: z.nullable(replyInstant),
  /** To within an hour. */
  lastSeenAt: replyInstant,
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SignInSession = z.output<typeof SignInSession>

/** For how many minutes the link to a new password can be used. */
export const RESET_MINUTES = 30

export const authApi = {
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    summary: 'The signed-in person',
    allow: 'signed-in',
    reply: Viewer,
    reads: ['users', 'departments'],
    cached: 'steady',
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    allow: 'anyone',
    body: Credentials,
    reply: Viewer,
    status: 200,
    cookie: 'set',
  }),
  logout: endpoint({ method: 'POST', path: '/auth/logout', summary: 'Sign out', allow: 'anyone', cookie: 'cleared' }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    summary: "One's own sign-in sessions, the one that asks first",
    allow: 'profile:own',
    reply: z.array(SignInSession),
    reads: ['sessions'],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: "End one of one's own sign-in sessions",
    allow: 'profile:own',
    params: { id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
    changes: ['sessions'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    summary: "End all of one's own sign-in sessions but the one that asks",
    allow: 'profile:own',
    changes: ['sessions'],
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    summary: 'Send a link to a new password, if that address has an account',
    allow: 'anyone',
    body: z.strictObject({ email }),
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/reset',
    summary: 'Set a new password by the link that was sent',
    allow: 'anyone',
    body: z.strictObject({ token: requiredText(100, 'The link is not complete'), newPassword: password }),
  }),
}
