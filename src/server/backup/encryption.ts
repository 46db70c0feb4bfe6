import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { isPublicKey, isSecretKey } from '../base/backup.ts'
import { StartError } from '../base/errors.ts'
import { withFault } from './source.ts'

/**
 * Backups are encrypted in the format of age (https://age-encryption.org/v1): ChaCha20-Poly1305 in chunks of 64 kB by
 * the STREAM construction. The nonce counts the chunks and marks the last, so a changed, missing, moved or cut part
 * does not open. `age --decrypt` opens them too.
 */

/** 2^17 rounds of scrypt take 128 MB and a second. OWASP's Password Storage Cheat Sheet asks for as many. */
const SCRYPT_WORK_FACTOR = 17

/** Encrypts a stream with a passphrase, or for a key of age. */
export async function encrypted(source: Readable, key: string): Promise<Readable> {
  const encrypter = new Encrypter()
  if (isPublicKey(key)) encrypter.addRecipient(key)
  else if (isSecretKey(key)) encrypter.addRecipient(await identityToRecipient(key))
  else {
    encrypter.setPassphrase(key)
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR)
  }
  return Readable.fromWeb((await encrypter.encrypt(webStreamOf(source))) as ReadableStream)
}

/** Opens an encrypted stream. Opening or reading throws `StartError` for a wrong key, or changed bytes. */
export async function decrypted(source: Readable, key: string, place: string): Promise<Readable> {
  if (isPublicKey(key))
    throw new StartError(
      `${place} is encrypted for the public key in BACKUP_KEY. Set BACKUP_KEY to the secret key that belongs to it (AGE-SECRET-KEY-…).`,
    )
  const decrypter = new Decrypter()
  if (isSecretKey(key)) decrypter.addIdentity(key)
  else decrypter.addPassphrase(key)
  let broken: Error | undefined
  source.once('error', (error) => {
    broken = error
  })
  const fault = (error: unknown) => {
    if (broken) return broken
    const { message } = error as Error
    if (message.startsWith('no identity matched')) return new StartError(`BACKUP_KEY does not open ${place}.`)
    return new StartError(`${place} was changed or cut off since it was made (${message}).`)
  }
  const opened = await decrypter.decrypt(webStreamOf(source)).catch((error) => {
    source.destroy()
    throw fault(error)
  })
  return withFault(Readable.fromWeb(opened as ReadableStream), fault)
}

/** Node and browsers have two names for one type. */
const webStreamOf = (source: Readable) => Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>
