import * as z from 'zod/mini'
import {
  allSeen,
  email,
  id,
  idAndName,
  isObject,
  language,
  oneOf,
  password,
  personName,
  replyInstant,
  requiredText,
  userId,
  username,
} from './fields.ts'
import { roles } from './permissions.ts'
import { signInName } from './sign-in-name.ts'
import { english, msg } from './words/message.ts'

/** A person and their account. Tasks can be assigned to the person while the account is active. */
export const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  /** An older server does not say. */
  username: z.optional(z.nullable(z.string())),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  departmentId: z.nullable(id),
  department: z.nullable(idAndName),
  isActive: z.boolean(),
  /** Whether the person can sign in with a password; an older server does not say. */
  hasPassword: z.optional(z.boolean()),
  /** Whether the person has a PIN for kiosks; an older server does not say. */
  hasPin: z.optional(z.boolean()),
  /** The person's number in the payroll program. Only people who manage accounts get it. */
  personnelNumber: z.optional(z.nullable(z.string())),
  /** Until when a link to set a password is valid; null if there is none. */
  invitedUntil: z.optional(z.nullable(replyInstant)),
  language,
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type Person = z.output<typeof Person>

/** Characters of a personnel number. */
export const MAX_PERSONNEL_NUMBER = 20
export const personnelNumber = requiredText(MAX_PERSONNEL_NUMBER, english('Enter a personnel number')).check(allSeen)

export const personFields = {
  firstName: personName(english('First name is required')),
  lastName: personName(english('Last name is required')),
  email: z.optional(z.nullable(email)),
  username: z.optional(z.nullable(username)),
  role: oneOf(roles),
}
export const optionalFields = {
  language: z.optional(language),
  personnelNumber: z.optional(z.nullable(personnelNumber)),
}

/** The message for an account that would have neither. */
export const NO_SIGN_IN_NAME = msg('Enter an e-mail address, or a user name')
export const noSignInName = NO_SIGN_IN_NAME.id

export const NewPerson = z
  .strictObject({ ...personFields, ...optionalFields, departmentId: id, password: z.optional(password) })
  .check(
    z.refine((person) => signInName(person) !== '', { path: ['email'], error: noSignInName, when: isObject }),
    // Somebody with a user name alone may do without a password: they use kiosks, with a PIN.
    z.refine((person) => person.password !== undefined || (person.email ?? null) === null, {
      path: ['password'],
      error: english('Enter a password'),
      when: isObject,
    }),
  )
export type NewPerson = z.input<typeof NewPerson>

/**
 * A person without a password: they set it themselves, by a link. Without an e-mail address and a user name they get a
 * user name made of their name.
 */
export const NewInvited = z.strictObject({ ...personFields, ...optionalFields, departmentId: id })
export type NewInvited = z.input<typeof NewInvited>
