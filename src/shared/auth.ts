import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, named, replyInstant, requiredText, userId } from './fields.ts'
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
  email: requiredText(254, 'Enter your e-mail address'),
  password: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(256)),
})

export const authApi = {
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    summary: 'The signed-in person',
    allow: 'signed-in',
    reply: Viewer,
    reads: ['users', 'departments'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    allow: 'anyone',
    body: Credentials,
    reply: Viewer,
    status: 200,
  }),
  logout: endpoint({ method: 'POST', path: '/auth/logout', summary: 'Sign out', allow: 'anyone' }),
}
