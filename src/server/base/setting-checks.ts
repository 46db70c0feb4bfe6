import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { type BackupKeep, type BackupTimes, keyFault, readBackupKeep, readBackupTimes } from './backup.ts'
import { type Bucket, readBucket } from './bucket.ts'
import { addressesOf } from './database-address.ts'
import { type GroupRule, readGroupRules } from './group-rules.ts'
import { isLoopbackName } from './loopback.ts'

/** The checks of settings, each with its sentence for a value that makes no sense, and the conversion of the text. */

export const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

export const isUrl = (protocols: string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

/** Whether an address has nothing behind its host and port, or before them. `isUrl` finds texts that are no address. */
export const isOrigin = (value: string) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`

/** Whether a PostgreSQL address can be decoded. It cannot if its password contains a bare %. */
const canDecode = (value: string) => {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

/** An e-mail address, alone or as "Name <address>". */
const SENDER = /^(?:(?<name>[^<>\p{Cc}]*?)\s*<(?<inner>[^<>]+)>|(?<bare>[^<>]+))$/u
export const sender = (value: string) => {
  const { name = '', inner, bare = inner } = SENDER.exec(value.trim())?.groups ?? {}
  return { name: name.replace(/^"(.*)"$/, '$1') || 'Muster', address: bare ?? '' }
}

export const wholeNumberSetting = (min: number, max: number, fault: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, fault)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min, fault), z.maximum(max, fault))),
  )

export const booleanSetting = z.pipe(
  z.enum(['0', '1'], { error: 'must be 0 or 1' }),
  z.transform((value: '0' | '1') => value === '1'),
)

/** Trusted proxies: none (`0`), private networks (`1`), or a list of addresses, networks and named groups. */
export type TrustedProxies = false | 'private' | string[]

const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string) {
  if (NETWORK_NAMES.has(text)) return true
  const [address = '', prefix, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more !== undefined) return false
  if (prefix === undefined) return true
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

export const proxies = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => value === '0' || value === '1' || value.split(',').every((part) => isNetwork(part.trim())),
        'must be 0, 1, or the addresses or networks of your proxies, with commas between them',
      ),
    ),
  z.transform((value: string): TrustedProxies => {
    if (value === '0') return false
    return value === '1' ? 'private' : value.split(',').map((part) => part.trim())
  }),
)

/** The push services of the known browsers, which `known` stands for in PUSH_HOSTS. */
export const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]
const PUSH_HOST = /^(\*|known|(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+|([a-z0-9.-]+|\[[0-9a-f:.]+\]):[1-9]\d{0,4})$/

const listOfHosts = z.pipe(
  z.string(),
  z.transform((value: string) =>
    value
      .toLowerCase()
      .split(',')
      .map((part) => part.trim()),
  ),
)

export const pushHosts = z.pipe(
  listOfHosts,
  z.pipe(
    z
      .array(z.string())
      .check(
        z.refine(
          (hosts) => hosts.every((host) => PUSH_HOST.test(host)),
          'must be hosts as "push.example", "*.push.example" or "push.example:8443", "known" or "*", with commas between them',
        ),
      ),
    z.transform((hosts: string[]) => hosts.flatMap((host) => (host === 'known' ? KNOWN_PUSH_HOSTS : [host]))),
  ),
)

/** Whether an address is over https or on this machine, without a password, query or hash. */
export const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, search, hash } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  // An address of the document itself would be accepted without a check of its origin.
  return (
    isSafe && !value.includes('/.well-known/') && username === '' && search === '' && hash === '' && value.length <= 500
  )
}

export const groupRules = z.pipe(
  z.string().check((payload) => {
    const rules = readGroupRules(payload.value)
    if (typeof rules === 'string') payload.issues.push({ code: 'custom', message: rules, input: payload.value })
  }),
  z.transform((value: string) => readGroupRules(value) as GroupRule[]),
)

export const bucket = z.pipe(
  z.string().check((payload) => {
    const read = readBucket(payload.value)
    if (typeof read === 'string') payload.issues.push({ code: 'custom', message: read, input: payload.value })
  }),
  z.transform((value: string) => readBucket(value) as Bucket),
)

export const backupTimes = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => readBackupTimes(value) !== undefined,
        'must be a time of day as 03:00, or a number of hours from 1h to 168h',
      ),
    ),
  z.transform((value: string) => readBackupTimes(value) as BackupTimes),
)

export const backupPlace = z.pipe(
  z.string().check((payload) => {
    const read = payload.value.startsWith('s3:') ? readBucket(payload.value, true) : undefined
    if (typeof read === 'string') payload.issues.push({ code: 'custom', message: read, input: payload.value })
    else if (!read && /^[a-z0-9]+:\/\//i.test(payload.value))
      payload.issues.push({ code: 'custom', message: 'must be a folder, or begin with s3://', input: payload.value })
  }),
  z.transform((value: string) => (value.startsWith('s3:') ? (readBucket(value, true) as Bucket) : value)),
)

export const backupKey = z.string().check((payload) => {
  const message = keyFault(payload.value)
  if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
})

export const backupKeep = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => readBackupKeep(value) !== undefined,
        'must be numbers of days, weeks and months as 7d,4w,6m, with one day at least',
      ),
    ),
  z.transform((value: string) => readBackupKeep(value) as BackupKeep),
)

const HOST_AND_PORT = /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):[1-9]\d{0,4}$/
export const webhookHosts = z.pipe(
  listOfHosts,
  z
    .array(z.string())
    .check(
      z.refine(
        (hosts) => hosts.every((host) => HOST_AND_PORT.test(host)),
        'must be hosts with their ports, as "10.0.0.9:5678", with commas between them',
      ),
    ),
)

export const notEmpty = z.string().check(z.minLength(1))

export const databaseAddress = z.string().check(
  z.refine((value) => addressesOf(value).every(isUrl(['postgres:', 'postgresql:'])), 'must be a PostgreSQL address'),
  z.refine(canDecode, 'must have special characters of its password written as %25 for %, %40 for @ and the like'),
)

/** Headers in OpenTelemetry's form: `name=value,other=value`, with special characters as %20 and the like. */
const HEADERS = /^\s*[\w-]+\s*=[^,]*(,\s*[\w-]+\s*=[^,]*)*$/
export const headers = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (value) => HEADERS.test(value) && canDecode(value),
        'must be headers as "name=value", with commas between them, and special characters of values written as %20 for a space and the like',
      ),
    ),
  z.transform((value: string) =>
    Object.fromEntries(
      value.split(',').map((pair) => {
        const [name = '', ...rest] = pair.split('=')
        return [name.trim().toLowerCase(), decodeURIComponent(rest.join('=').trim())]
      }),
    ),
  ),
)

export const share = z.pipe(
  z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1')),
  z.transform(Number),
)
