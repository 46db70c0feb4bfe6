import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { inArray, lt } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { calendarFeeds } from '../db/tables/calendar.ts'
import { pushSubscriptions } from '../db/tables/push.ts'
import { apiTokens } from '../db/tables/tokens.ts'

/**
 * Tokens of programs: `mus_`, 30 random characters, and six that follow from them. So programs that search for secrets
 * know one when they see it, and a token that was copied in part is refused without a look into the database.
 */

export const TOKEN_PREFIX = 'mus_'
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Of 62 kinds: 178 bits. */
const RANDOM_CHARACTERS = 30
const CHECK_CHARACTERS = 6
const WELL_FORMED = /^mus_[0-9A-Za-z]{36}$/

/** How long an expired token stays in its person's list. */
const SHOWN_EXPIRED_MS = 30 * 24 * 3600 * 1000

/** A new random token. */
export function newToken(): string {
  const random = randomCharacters(RANDOM_CHARACTERS)
  return `${TOKEN_PREFIX}${random}${checkOf(random)}`
}

/** Random letters and digits, each of 62 kinds. */
export const randomCharacters = (length: number) =>
  Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

/** Whether a text can be a token: its last characters follow from the others. */
export const isWellFormed = (token: string): boolean =>
  WELL_FORMED.test(token) &&
  checkOf(token.slice(TOKEN_PREFIX.length, -CHECK_CHARACTERS)) === token.slice(-CHECK_CHARACTERS)

/** The CRC-32 of the random part, in base 62. */
function checkOf(random: string) {
  let rest = crc32(random)
  let digits = ''
  while (digits.length < CHECK_CHARACTERS) {
    digits = CHARACTERS[rest % CHARACTERS.length] + digits
    rest = Math.floor(rest / CHARACTERS.length)
  }
  return digits
}

/** How many tokens, calendars and devices of a person have ended. */
export interface EndedClients {
  tokens: number
  calendars: number
  devices: number
}

/**
 * Ends the access of people's programs: their tokens, and the addresses of their calendars; also the devices that are
 * told in their names. Returns how many there were, of those people who had some.
 */
export async function endClientsOf(
  { db }: Pick<OpenContext, 'db'>,
  userIds: string[],
): Promise<Map<string, EndedClients>> {
  const ended = new Map<string, EndedClients>()
  const endIn = async (
    table: typeof apiTokens | typeof calendarFeeds | typeof pushSubscriptions,
    name: keyof EndedClients,
  ) => {
    const rows = await db.delete(table).where(inArray(table.userId, userIds)).returning({ userId: table.userId })
    for (const { userId } of rows) {
      const before = ended.get(userId) ?? { tokens: 0, calendars: 0, devices: 0 }
      ended.set(userId, { ...before, [name]: before[name] + 1 })
    }
  }
  await endIn(apiTokens, 'tokens')
  await endIn(calendarFeeds, 'calendars')
  await endIn(pushSubscriptions, 'devices')
  return ended
}

/** Deletes tokens that expired more than 30 days ago. */
export function deleteExpiredTokens({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now.getTime() - SHOWN_EXPIRED_MS).toISOString()
  return deleteInBatches(db, apiTokens, lt(apiTokens.expire, before), signal)
}
