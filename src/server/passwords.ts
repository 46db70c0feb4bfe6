import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id (19 MiB, two passes, one lane), which are the library's algorithm by default. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash that stands for a password in the database. */
export const hashPassword = (password: string) => hash(password, ARGON)

/** Whether this is the password; for a null hash, that of nobody, it takes as long to say no. */
export const isPassword = async (passwordHash: string | null, password: string) =>
  verify(passwordHash ?? (await nobodysHash), password)

const nobodysHash = hashPassword('nobody has this password')

/** Two at a time: the pool of threads that they are made in also serves everybody who signs in meanwhile. */
const AT_ONCE = 2

/** The hashes of many passwords, in their order. */
export async function hashPasswords(passwords: string[]) {
  const hashes: string[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < passwords.length; at = next++) hashes[at] = await hashPassword(passwords[at] ?? '')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return hashes
}

/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP = 4

/** A password to hand to somebody on paper: about 59 bits of chance, in groups that can be read out. */
export const makePassword = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')
