import * as z from 'zod/mini'
import { asciiEmail, MAX_EMAIL_LENGTH } from './email-address.ts'
import { languageCodes } from './words/languages.ts'
import { english, msg } from './words/message.ts'

/** The building blocks of the contracts: one schema for each kind of value that the API sends or receives. */

/** The message for a text of more than `max` characters. */
export const tooManyCharacters = (max: number) =>
  english('{max, plural, one {At most # character} other {At most # characters}}', { max })

export const MAX_SERIAL = 2_147_483_647
/** PostgreSQL's `text` can store neither NUL nor one half of a surrogate pair. */
const storable = z.refine<string>(
  (value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
  english('Must not contain NUL or half a character'),
)

/** An id of any resource but users: a positive 32-bit integer. */
export const id = z.int().check(z.positive(), z.maximum(MAX_SERIAL))
/** A user's id, in lower case as the database writes it. */
export const userId = z.uuid().check(z.toLowerCase())

/** An id within a path, which arrives as text. */
export const pathId = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), id))

/** The database and JSON know one zero, so -0 would come back as another value. */
const isNoNegativeZero = (value: number) => !Object.is(value, -0)

/**
 * A whole number within a body. Both limits are included.
 *
 * @param fault the message for everything else
 */
export const wholeNumber = (
  min: number,
  max: number,
  fault = english('Must be a whole number from {min} to {max}', { min, max }),
) => z.int(fault).check(z.minimum(min), z.maximum(max), z.refine(isNoNegativeZero, fault))

/** A whole number within a query string, which arrives as text. Both limits are included. */
export const queryInt = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,10}$/, english('Must be a whole number'))),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
/** An id within a query string. */
export const queryId = queryInt(1, MAX_SERIAL)

/** A value to filter by, or `none` for the rows that have none. */
export const orNone = <S extends z.ZodMiniType>(schema: S) => z.union([z.literal('none'), schema])

/** Rows of one reply of a plain list. A full reply means that there may be more, from the next offset on. */
export const MAX_PAGE_SIZE = 1_000
/** The query of a plain list. Without it the list begins at its first row. */
export const page = {
  limit: z.optional(queryInt(1, MAX_PAGE_SIZE)),
  offset: z.optional(queryInt(0, 100_000)),
}

/**
 * Text of at most `max` characters, without its surrounding white space. Longer text gets no further
 * checks, because it may have a million characters.
 *
 * @param tooLong the message for longer text
 * @param missing the message for an absent value
 */
export const text = (max: number, tooLong = tooManyCharacters(max), missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .check(z.trim(), z.maxLength(max, { error: tooLong, abort: true }), storable)

/**
 * A sign that shows by itself: no blank, no control, no mark that belongs to a letter, and no letter that is drawn as
 * nothing, such as the filler of Hangul. Unicode counts the blank of Braille and the notehead without a head among
 * symbols.
 */
const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/** Text that must be present, with something to see. */
export const requiredText = (max: number, missing: string, tooLong?: string) =>
  text(max, tooLong, missing).check(
    z.minLength(1, { error: missing, abort: true }),
    z.refine((value) => SEEN.test(value), missing),
  )

/**
 * Characters that are invisible or change the direction of text. A name with them could look like another name. Joiners
 * and the selectors of emoji stay: names need them.
 */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\p{Cc}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u

/** Every character can be seen. */
export const allSeen = z.refine<string>(
  (value) => !UNSEEN.test(value),
  english('Must not contain invisible characters'),
)

/** A first or last name. */
export const personName = (missing: string) => requiredText(100, missing).check(allSeen)

/** Characters of a phone number. */
export const MAX_PHONE = 40
/** A phone number as people write it: digits, the signs between them, and `*` and `#` of a house's own switchboard. */
export const phoneNumber = text(MAX_PHONE).check(
  z.regex(/^(?=.*\d)[+*#\d][\d\s()./*#-]*$/, english('Enter a phone number')),
)

/** The title of a task, reminder or SOP. */
export const title = requiredText(200, english('Title is required'), english('Title too long'))

/** Free text, up to 20,000 characters. */
export const description = text(20_000)

/**
 * Zod's own pattern with two differences: the last part of a domain may also be an ASCII form such as `xn--p1ai`
 * (`.рф`), and the part before the @ has every sign of RFC 5322, as in `sales&marketing@`.
 */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]*[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/

/**
 * An e-mail address. Its domain may be in letters of any language, and is converted to ASCII, so that domains that only
 * look the same are different. The part before the @ is ASCII.
 *
 * @param error the message for anything that is not an address
 */
export const emailAddress = (error: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.overwrite(asciiEmail),
      z.maxLength(MAX_EMAIL_LENGTH, tooManyCharacters(MAX_EMAIL_LENGTH)),
      z.email({ pattern: ADDRESS, error }),
    )
export const email = emailAddress(english('Enter an e-mail address'))

/** Characters of a user name. */
const MIN_USERNAME_LENGTH = 3
const MAX_USERNAME_LENGTH = 40
const notUsername = english(
  'A user name consists of letters from a to z, digits and the signs . - _ and has {min} to {max} of them',
  { min: MIN_USERNAME_LENGTH, max: MAX_USERNAME_LENGTH },
)

/**
 * The name by which a person without an e-mail address signs in. Its letters become small ones. It never has an `@`, so
 * that no user name is an e-mail address. Its letters are ASCII, so that no two look the same.
 */
export const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(MIN_USERNAME_LENGTH, { error: notUsername, abort: true }),
    z.maxLength(MAX_USERNAME_LENGTH, { error: notUsername, abort: true }),
    z.regex(/^[A-Za-z0-9._-]+$/, notUsername),
    z.toLowerCase(),
  )

/** Characters of a password. A deployment may require more. */
export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 256

/** The message for a new password that is too short. */
export const passwordTooShort = (min = MIN_PASSWORD_LENGTH) =>
  msg(
    '{min, plural, one {Password must be at least # character long} other {Password must be at least # characters long}}',
    { min },
  )

/** A new password of `minLength` to 256 characters. White space belongs to it. */
export const passwordOf = (minLength: number) =>
  z
    .string()
    .check(
      z.minLength(
        minLength,
        english(
          '{min, plural, one {Password must be at least # character long} other {Password must be at least # characters long}}',
          { min: minLength },
        ),
      ),
      z.maxLength(MAX_PASSWORD_LENGTH, tooManyCharacters(MAX_PASSWORD_LENGTH)),
    )

/** A new password, with the rules of every deployment. The server checks further rules (`server/base/passwords.ts`). */
export const password = passwordOf(MIN_PASSWORD_LENGTH)

/** The current password, with which people prove who they are. */
export const currentPassword = z
  .string()
  .check(
    z.minLength(1, english('Current password is required')),
    z.maxLength(MAX_PASSWORD_LENGTH, tooManyCharacters(MAX_PASSWORD_LENGTH)),
  )

const MIN_TIME = Date.UTC(1970, 0, 1)
const MAX_TIME = Date.UTC(3000, 0, 1)

/** An instant from a client: ISO 8601 with zone, between 1970 and 3000. It becomes UTC with milliseconds. */
export const instant = z.pipe(
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: english('Must be a date and time, as {example}', { example: '2026-11-20T17:30:00.000Z' }),
    })
    .check(
      z.refine(
        (value) => {
          const time = Date.parse(value)
          return time >= MIN_TIME && time < MAX_TIME
        },
        english('Must be between the years {first} and {last}', { first: '1970', last: '3000' }),
      ),
    ),
  z.transform((value: string) => new Date(value).toISOString()),
)

/** A calendar date, as 2026-11-20, between 1970 and 2999. */
export const date = z.iso
  .date({ abort: true, error: english('Must be a date, as {example}', { example: '2026-11-20' }) })
  .check(
    z.refine(
      (value) => value >= '1970-01-01' && value < '3000',
      english('Must be between the years {first} and {last}', { first: '1970', last: '2999' }),
    ),
  )

/** An instant in a reply: ISO 8601 in UTC with milliseconds. */
export const replyInstant = z.iso.datetime()

/** One of a few words. The message lists them. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: english('Must be one of {values}', { values: values.join(', ') }) })

/** A language that a person reads in; null for the browser's. */
export const language = z.nullable(oneOf(languageCodes))

export const startScreens = ['dashboard', 'today'] as const
export type StartScreen = (typeof startScreens)[number]
/** The screen at which the installed app opens; null for Today. A browser opens the dashboard. */
export const startScreen = z.nullable(oneOf(startScreens))

export const notifyChoices = ['on_duty', 'always'] as const
export type NotifyChoice = (typeof notifyChoices)[number]
/** When a person's devices ring; null for the default of their role. */
export const notifyChoice = z.nullable(oneOf(notifyChoices))

/** When to check a whole object: also beside faults of its fields, so that they are reported together. */
export const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** A person as lists show them. */
export const personWithPicture = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
})
export type PersonWithPicture = z.output<typeof personWithPicture>

/** The department or project that a row belongs to. */
export const idAndName = z.object({ id, name: z.string() })
