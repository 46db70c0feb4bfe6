import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { passwordTooShort } from '../../shared/fields.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Config } from './config.ts'
import { invalid } from './errors.ts'
import { projectRoot } from './project-root.ts'

interface Owner {
  firstName: string
  lastName: string
  email?: string | null | undefined
  username?: string | null | undefined
}

/**
 * Returns a message about the fault of a new password, or undefined. A password needs `PASSWORD_MIN` characters and
 * must not be its owner's e-mail address, user name or name. If `PUBLIC_URL` is set, it must not be one of the 10,000
 * most common passwords.
 */
export async function passwordFault(
  { passwordMin, publicUrl }: Pick<Config, 'passwordMin' | 'publicUrl'>,
  password: string,
  { email, username, firstName, lastName }: Owner,
): Promise<Message | undefined> {
  if (password.length < passwordMin) return passwordTooShort(passwordMin)
  const normalized = password.trim().toLowerCase()
  const ownWords = [
    email ?? '',
    username ?? '',
    firstName,
    lastName,
    `${firstName} ${lastName}`,
    `${firstName}${lastName}`,
  ]
  if (normalized !== '' && ownWords.some((word) => word.toLowerCase() === normalized))
    return msg('Password must not be the e-mail address or the name')
  if (publicUrl && (await isCommon(normalized))) return msg('Too many people use this password. Choose another')
}

/** Throws 400 at the path of the field if `passwordFault` rejects the new password. */
export async function mustBeGoodPassword(config: Config, password: string, owner: Owner, path = 'newPassword') {
  const fault = await passwordFault(config, password, owner)
  if (fault) throw invalid(path, fault)
}

/** The most common passwords, one a line, with a line break before and after each. The file is read on first use. */
let commonPasswords: Promise<string> | undefined

async function isCommon(password: string) {
  commonPasswords ??= readFile(join(projectRoot, 'src/server/base/data/common-passwords.txt'), 'utf8').then(
    (text) => `\n${text}`,
  )
  return (await commonPasswords).includes(`\n${password}\n`)
}

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB of memory, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for the database. */
export const hashPassword = (password: string) => hash(password, ARGON2_OPTIONS)

/** Whether the password matches the hash. A null hash takes as long and matches nothing, to hide that it is null. */
export async function isPassword(passwordHash: string | null, password: string) {
  const isRight = await verify(passwordHash ?? (await unusedHash), password)
  return passwordHash !== null && isRight
}

const unusedHash = hashPassword(randomUUID())
