import * as z from 'zod/mini'
import { asciiEmail, LONGEST_EMAIL } from './email-address.ts'

/** The building blocks of the contracts: one definition of each kind of value that travels over the API. */

const MAX_SERIAL = 2_147_483_647
/** PostgreSQL's text can hold neither the character NUL nor one half of a character that takes two. */
const storable = z.refine<string>(
  (value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
  'Must not contain NUL or half a character',
)

/** An id of everything but users: a positive 32-bit integer. */
export const id = z.int().check(z.positive(), z.maximum(MAX_SERIAL))
/** A user's id, in small letters as the database writes it. */
export const userId = z.uuid().check(z.toLowerCase())

/** An id within a path, where it arrives as text. */
export const pathId = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), id))

/** A whole number within a query string, where it arrives as text. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,10}$/, 'Must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
/** An id within a query string. */
export const queryId = queryInt(1, MAX_SERIAL)

/** The most that one reply of a plain list holds; a full reply means that there may be more, from that offset on. */
export const PAGE_MOST = 1_000
/** Which part of a plain list is asked for: its beginning, when absent. */
export const page = {
  limit: z.optional(queryInt(1, PAGE_MOST)),
  offset: z.optional(queryInt(0, 100_000)),
}

/** Text of at most `max` characters; surrounding white space is cut off. */
export const text = (max: number, tooLong = `At most ${max} characters`, missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .check(z.trim(), z.maxLength(max, tooLong), storable)

/** Text that must be there and not be empty. */
export const requiredText = (max: number, missing: string, tooLong?: string) =>
  text(max, tooLong, missing).check(z.minLength(1, missing))

/** Signs that cannot be seen, or turn the direction of what follows: a name with them could pass for another. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e0fff}]/u

/** A first or last name. */
export const personName = (missing: string) =>
  requiredText(100, missing).check(
    z.refine((value) => !UNSEEN.test(value), 'Must not contain signs that cannot be seen'),
  )

/** A title of the specification's limits and messages (section 5). */
export const title = requiredText(200, 'Title is required', 'Title too long')

/** Free text, up to 20,000 characters. */
export const description = text(20_000)

/** As zod's own pattern, whose last part of a domain has letters only, and so no `xn--` as of `.рф`. */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/

/**
 * An e-mail address. Its domain may be in any letters, and is taken on in ASCII, in which one that only looks like another can be
 * told apart. What stands before the @ is ASCII.
 */
export const emailAddress = (error: string) =>
  z.string().check(z.trim(), z.overwrite(asciiEmail), z.maxLength(LONGEST_EMAIL), z.email({ pattern: ADDRESS, error }))
export const email = emailAddress('Enter an e-mail address')

/** The fewest characters of a password (specification, section 5); a deployment may ask for more. */
export const SHORTEST_PASSWORD = 6

/** What is said of a new password that is too short. */
export const passwordTooShort = (fewest = SHORTEST_PASSWORD) => `Password must be at least ${fewest} characters long`

/** A new password of so many to 256 characters, white space kept. */
export const passwordOf = (fewest: number) =>
  z.string().check(z.minLength(fewest, passwordTooShort(fewest)), z.maxLength(256, 'At most 256 characters'))

/** A new password as far as every deployment agrees; the server asks for more (`server/base/passwords.ts`). */
export const password = passwordOf(SHORTEST_PASSWORD)

/** The current password, where somebody proves that it is they. */
export const currentPassword = z.string().check(z.minLength(1, 'Current password is required'), z.maxLength(256))

const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(3000, 0, 1)

/** A point in time that a client sends: ISO 8601 with zone, between 1970 and 3000; taken on as replies write it. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true, abort: true, error: 'Must be a date and time, as 2026-11-20T17:30:00.000Z' }).check(
    z.refine((value) => {
      const time = Date.parse(value)
      return time >= EARLIEST && time < LATEST
    }, 'Must be between the years 1970 and 3000'),
  ),
  z.transform((value: string) => new Date(value).toISOString()),
)

/** A day of the calendar, as 2026-11-20, between 1970 and 2999. */
export const date = z.iso
  .date({ abort: true, error: 'Must be a date, as 2026-11-20' })
  .check(z.refine((value) => value >= '1970-01-01' && value < '3000', 'Must be between the years 1970 and 2999'))

/** A point in time in a reply: ISO 8601 in UTC with milliseconds. */
export const replyInstant = z.iso.datetime()

/** A small set of words. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `Must be one of ${values.join(', ')}` })

/** What a list item carries of the department or project it belongs to. */
export const named = z.object({ id, name: z.string() })
