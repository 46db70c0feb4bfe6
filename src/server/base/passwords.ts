import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { passwordTooShort } from '../../shared/fields.ts'
import { type Config, projectRoot } from './config.ts'
import { invalid } from './errors.ts'

type Owner = Record<'email' | 'firstName' | 'lastName', string>

/**
 * What is wrong with a new password, in words; undefined when nothing is. It has `PASSWORD_MIN` characters, is neither its owner's
 * e-mail nor name and, where people open Muster at a PUBLIC_URL, not among the 10,000 most common.
 */
export async function passwordFault(
  { passwordMin, publicUrl }: Pick<Config, 'passwordMin' | 'publicUrl'>,
  password: string,
  { email, firstName, lastName }: Owner,
): Promise<string | undefined> {
  if (password.length < passwordMin) return passwordTooShort(passwordMin)
  const small = password.trim().toLowerCase()
  const own = [email, firstName, lastName, `${firstName} ${lastName}`, `${firstName}${lastName}`]
  if (own.some((word) => word.toLowerCase() === small)) return 'Password must not be the e-mail address or the name'
  if (publicUrl && (await isCommon(small))) return 'Too many people use this password. Choose another'
}

/** 400 at `newPassword`, or at the given path, for a new password that `passwordFault` finds fault with. */
export async function mustBeGoodPassword(config: Config, password: string, owner: Owner, path = 'newPassword') {
  const fault = await passwordFault(config, password, owner)
  if (fault) throw invalid(path, fault)
}

/** The most common passwords, a line each, between two line breaks; read when the first is compared. */
let common: Promise<string> | undefined

async function isCommon(password: string) {
  common ??= readFile(join(projectRoot, 'src/server/base/data/common-passwords.txt'), 'utf8').then(
    (text) => `\n${text}`,
  )
  return (await common).includes(`\n${password}\n`)
}

/** OWASP's parameters for argon2id (19 MiB, two passes, one lane), which are the library's algorithm by default. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash that stands for a password in the database. */
export const hashPassword = (password: string) => hash(password, ARGON)

/** Whether this is the password; for a null hash, that of nobody, it takes as long to say no. */
export const isPassword = async (passwordHash: string | null, password: string) =>
  verify(passwordHash ?? (await nobodysHash), password)

const nobodysHash = hashPassword('nobody has this password')

/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP = 4

/** A password to hand to somebody on paper: about 59 bits of chance, in groups that can be read out. */
export const makePassword = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')
