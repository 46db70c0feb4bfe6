import * as z from 'zod/mini'
import { asciiEmail, MAX_EMAIL_LENGTH } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import {
  email,
  id,
  idAndName,
  isObject,
  language,
  MAX_PASSWORD_LENGTH,
  notifyChoice,
  password,
  replyInstant,
  requiredText,
  startScreen,
  tooManyCharacters,
  userId,
} from './fields.ts'
import { roles } from './permissions.ts'
import { english } from './words/message.ts'

/** The signed-in person, as sent to the client. */
export const Viewer = z.object({
  id: userId,
  role: z.enum(roles),
  departmentId: z.nullable(id),
  email: z.nullable(z.string()),
  /** An older server does not say. */
  username: z.optional(z.nullable(z.string())),
  firstName: z.string(),
  lastName: z.string(),
  department: z.nullable(idAndName),
  isActive: z.boolean(),
  profileImageUrl: z.nullable(z.string()),
  createdAt: replyInstant,
  /** The person's choice; null for the browser's. */
  language,
  startScreen,
  notify: notifyChoice,
  /** Whether planners may ask for extra shifts off duty. An older server does not say. */
  wantsExtraShifts: z.optional(z.boolean()),
  /** The deployment's IANA time zone. Days and weeks begin in it, and screens show dates and times in it. */
  timeZone: z.string(),
  /** The name of the organisation; null or absent for none. */
  organisation: z.optional(z.nullable(z.string())),
  /** Whether the guide through the beginning waits for this person. */
  setupOpen: z.optional(z.boolean()),
  /** Whether the person must set up a second step before anything else. */
  needsSecondStep: z.optional(z.boolean()),
})
export type Viewer = z.output<typeof Viewer>

const enterEmail = english('Enter your e-mail address')

/** An e-mail address or a user name, not both. Any text is taken for one: whose it is, the password shows. */
const Credentials = z
  .strictObject({
    email: z.optional(requiredText(MAX_EMAIL_LENGTH, enterEmail).check(z.overwrite(asciiEmail))),
    username: z.optional(requiredText(MAX_EMAIL_LENGTH, english('Enter your user name'))),
    password: z
      .string()
      .check(
        z.minLength(1, english('Enter your password')),
        z.maxLength(MAX_PASSWORD_LENGTH, tooManyCharacters(MAX_PASSWORD_LENGTH)),
      ),
  })
  // Also beside other faults, as for a field that must be there.
  .check(
    z.refine(({ email, username }) => email !== undefined || username !== undefined, {
      ...{ path: ['email'], error: enterEmail, when: isObject },
    }),
    z.refine(({ email, username }) => email === undefined || username === undefined, {
      path: ['username'],
      error: english('Enter an e-mail address or a user name, not both'),
      when: isObject,
    }),
  )

/** A sign-in session: a browser in which somebody is signed in. */
export const SignInSession = z.object({
  /** The hash of the session's cookie. Nobody can sign in with it. */
  id: z.string(),
  /** From the user agent: "Firefox on Windows". */
  device: z.string(),
  ipAddress: z.nullable(z.string()),
  signedInAt: z.nullable(replyInstant),
  /** To within an hour. */
  lastSeenAt: replyInstant,
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
})
export type SignInSession = z.output<typeof SignInSession>

/** The id of a sign-in session. */
export const signInSessionId = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** For how many minutes the link to a new password is valid. */
export const RESET_MINUTES = 30

/** For how many days an invitation is valid. */
export const INVITATION_DAYS = 7

/** The token of a link to a new password, or of an invitation. */
export const linkToken = requiredText(100, english('The link is not complete'))

export const authApi = {
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    summary: 'The signed-in person',
    allow: 'signed-in',
    beforeSecondStep: true,
    reply: Viewer,
    reads: ['users', 'departments', 'organisation'],
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
    params: { id: signInSessionId },
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
    body: z.strictObject({ token: linkToken, newPassword: password }),
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/auth/invitation',
    summary: 'Whom an invitation is for',
    allow: 'anyone',
    body: z.strictObject({ token: linkToken }),
    reply: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.nullable(z.string()),
      username: z.optional(z.nullable(z.string())),
      /** Whether a password would sign them in; otherwise single sign-on alone does. */
      mayChoosePassword: z.boolean(),
    }),
    status: 200,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/auth/accept',
    summary: 'Set the password by an invitation, and sign in',
    allow: 'anyone',
    body: z.strictObject({ token: linkToken, newPassword: password }),
    reply: Viewer,
    status: 200,
    cookie: 'set',
  }),
}
