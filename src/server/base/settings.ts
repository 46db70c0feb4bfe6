import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { emailAddress, MIN_PASSWORD_LENGTH } from '../../shared/fields.ts'
import { languageCodes } from '../../shared/languages.ts'
import { roles } from '../../shared/permissions.ts'
import { type BackupKeep, type BackupTimes, keyFault, readBackupKeep, readBackupTimes } from './backup.ts'
import { type Bucket, readBucket } from './bucket.ts'
import { addressesOf } from './database-address.ts'
import { type GroupRule, readGroupRules } from './group-rules.ts'
import { isLoopbackName } from './loopback.ts'

const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const isUrl = (protocols: string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

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
const sender = (value: string) => {
  const { name = '', inner, bare = inner } = SENDER.exec(value.trim())?.groups ?? {}
  return { name: name.replace(/^"(.*)"$/, '$1') || 'Muster', address: bare ?? '' }
}

const wholeNumber = (min: number, max: number, fault: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, fault)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min, fault), z.maximum(max, fault))),
  )

const flag = z.pipe(
  z.enum(['0', '1'], { error: 'must be 0 or 1' }),
  z.transform((value: '0' | '1') => value === '1'),
)

/** The proxies whose headers are trusted: none (`0`), those in private networks (`1`), or addresses, networks and named groups. */
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

const proxies = z.pipe(
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
const KNOWN_PUSH_HOSTS = [
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

const pushHosts = z.pipe(
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

/** Whether an address is over https, or of this machine, where nobody listens in between. It has no password, query or hash. */
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, search, hash } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  // An address of the document itself would be taken without a look at who it is from.
  return (
    isSafe && !value.includes('/.well-known/') && username === '' && search === '' && hash === '' && value.length <= 500
  )
}

const groupRules = z.pipe(
  z.string().check((payload) => {
    const rules = readGroupRules(payload.value)
    if (typeof rules === 'string') payload.issues.push({ code: 'custom', message: rules, input: payload.value })
  }),
  z.transform((value: string) => readGroupRules(value) as GroupRule[]),
)

const bucket = z.pipe(
  z.string().check((payload) => {
    const read = readBucket(payload.value)
    if (typeof read === 'string') payload.issues.push({ code: 'custom', message: read, input: payload.value })
  }),
  z.transform((value: string) => readBucket(value) as Bucket),
)

const backupTimes = z.pipe(
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

const backupPlace = z.pipe(
  z.string().check((payload) => {
    const read = payload.value.startsWith('s3:') ? readBucket(payload.value, true) : undefined
    if (typeof read === 'string') payload.issues.push({ code: 'custom', message: read, input: payload.value })
    else if (!read && /^[a-z0-9]+:\/\//i.test(payload.value))
      payload.issues.push({ code: 'custom', message: 'must be a folder, or begin with s3://', input: payload.value })
  }),
  z.transform((value: string) => (value.startsWith('s3:') ? (readBucket(value, true) as Bucket) : value)),
)

const backupKey = z.string().check((payload) => {
  const message = keyFault(payload.value)
  if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
})

const backupKeep = z.pipe(
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
const webhookHosts = z.pipe(
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

const notEmpty = z.string().check(z.minLength(1))

const databaseAddress = z.string().check(
  z.refine((value) => addressesOf(value).every(isUrl(['postgres:', 'postgresql:'])), 'must be a PostgreSQL address'),
  z.refine(canDecode, 'must have special characters of its password written as %25 for %, %40 for @ and the like'),
)

/** Headers as OpenTelemetry writes them: `name=value,other=value`, values with special characters written as %20 and the like. */
const HEADERS = /^\s*[\w-]+\s*=[^,]*(,\s*[\w-]+\s*=[^,]*)*$/
const headers = z.pipe(
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

const share = z.pipe(
  z.string().check(z.regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1')),
  z.transform(Number),
)

/** Each setting with its check, its default and an example for the error message. */
export const settings = {
  PORT: { schema: wholeNumber(0, 65535, 'must be a port from 0 to 65535'), byDefault: 3000, example: '3000' },
  HOST: { schema: notEmpty, byDefault: '127.0.0.1', example: '0.0.0.0' },
  // Absent: `defaultDataDir`.
  DATA_DIR: { schema: notEmpty, byDefault: undefined, example: '/var/lib/muster' },
  FILES_URL: {
    schema: bucket,
    byDefault: undefined,
    example: 's3://key:secret@s3.eu-west-1.amazonaws.com/muster-files?region=eu-west-1',
  },
  BACKUP_EVERY: { schema: backupTimes, byDefault: undefined, example: '03:00' },
  BACKUP_TO: {
    schema: backupPlace,
    byDefault: undefined,
    example: 's3://key:secret@s3.eu-west-1.amazonaws.com/muster-backups?region=eu-west-1',
  },
  BACKUP_KEY: { schema: backupKey, byDefault: undefined, example: 'four-or-more-random-words' },
  BACKUP_KEEP: { schema: backupKeep, byDefault: { days: 7, weeks: 4, months: 6 }, example: '7d,4w,6m' },
  DATABASE_URL: {
    schema: databaseAddress,
    byDefault: undefined,
    example: 'postgres://muster:secret@db.example:5432/muster',
  },
  DATABASE_DIRECT_URL: {
    schema: databaseAddress,
    byDefault: undefined,
    example: 'postgres://muster:secret@db.example:5432/muster',
  },
  DATABASE_READ_URL: {
    schema: databaseAddress.check(z.refine((value) => addressesOf(value).length === 1, 'must name one host')),
    byDefault: undefined,
    example: 'postgres://muster:secret@standby.example:5432/muster',
  },
  DATABASE_POOL: {
    schema: wholeNumber(2, 100, 'must be a number of connections from 2 to 100'),
    byDefault: 10,
    example: '10',
  },
  TIME_ZONE: {
    schema: z.string().check(z.refine(isTimeZone, 'is no time zone of the IANA database')),
    byDefault: Intl.DateTimeFormat().resolvedOptions().timeZone,
    example: 'Europe/Lisbon',
  },
  DEFAULT_LANGUAGE: {
    schema: z.enum(languageCodes, { error: `must be one of ${languageCodes.join(', ')}` }),
    byDefault: 'en' as const,
    example: 'de',
  },
  PUBLIC_URL: {
    schema: z.string().check(z.refine(isUrl(['http:', 'https:']), 'must be the address people open')),
    byDefault: undefined,
    example: 'https://muster.example',
  },
  TRUST_PROXY: { schema: proxies, byDefault: false as const, example: '10.0.0.5' },
  ADMIN_EMAIL: {
    schema: emailAddress('must be an e-mail address'),
    byDefault: undefined,
    example: 'you@hotel.example',
  },
  ADMIN_PASSWORD: {
    schema: z
      .string()
      .check(
        z.minLength(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
        z.maxLength(256, 'must have at most 256 characters'),
      ),
    byDefault: undefined,
    example: 'a-long-passphrase',
  },
  PASSWORD_MIN: {
    schema: wholeNumber(MIN_PASSWORD_LENGTH, 64, `must be a number of characters from ${MIN_PASSWORD_LENGTH} to 64`),
    byDefault: MIN_PASSWORD_LENGTH,
    example: '10',
  },
  DEMO: { schema: flag, byDefault: false, example: '1' },
  SMTP_URL: {
    schema: z.string().check(z.refine(isUrl(['smtp:', 'smtps:']), 'must be an SMTP address')),
    byDefault: undefined,
    example: 'smtps://user:secret@mail.example:465',
  },
  MAIL_FROM: {
    schema: z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => z.email().safeParse(sender(value).address).success,
            'must be an e-mail address, alone or after a name',
          ),
        ),
      z.transform(sender),
    ),
    byDefault: undefined,
    example: 'Hotel Sol <no-reply@hotel.example>',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    }),
    byDefault: 'info',
    example: 'info',
  },
  MAX_UPLOAD_MB: {
    schema: wholeNumber(1, 1024, 'must be a number of megabytes from 1 to 1024'),
    byDefault: 25,
    example: '25',
  },
  AUDIT_DAYS: {
    schema: wholeNumber(30, 3650, 'must be a number of days from 30 to 3650'),
    byDefault: 400,
    example: '400',
  },
  STEP_TIMES: {
    schema: z.pipe(
      z.enum(['on', 'off'], { error: 'must be on or off' }),
      z.transform((value: 'on' | 'off') => value === 'on'),
    ),
    byDefault: true,
    example: 'off',
  },
  CLAIM_MINUTES: {
    schema: wholeNumber(0, 1440, 'must be a number of minutes from 0 to 1440'),
    byDefault: 10,
    example: '15',
  },
  PUSH_HOSTS: { schema: pushHosts, byDefault: KNOWN_PUSH_HOSTS, example: 'known,push.hotel.example' },
  PUSH_CONTENT: {
    schema: z.enum(['title', 'full'], { error: 'must be title or full' }),
    byDefault: 'title' as const,
    example: 'full',
  },
  WEBHOOK_HOSTS: { schema: webhookHosts, byDefault: [] as string[], example: '10.0.0.9:5678' },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 60, 'must be a number of seconds from 0 to 60'),
    byDefault: 0,
    example: '5',
  },
  REQUIRE_SECOND_STEP: {
    schema: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }),
    byDefault: undefined,
    example: 'admin',
  },
  PROOF_MINUTES: {
    schema: wholeNumber(1, 1440, 'must be a number of minutes from 1 to 1440'),
    byDefault: 10,
    example: '10',
  },
  OIDC_ISSUER: {
    schema: z
      .string()
      .check(z.refine(isIssuer, 'must be the https address of the provider, as its own documents name it')),
    byDefault: undefined,
    example: 'https://login.hotel.example/realms/staff',
  },
  OIDC_CLIENT_ID: { schema: notEmpty, byDefault: undefined, example: 'muster' },
  OIDC_CLIENT_SECRET: { schema: notEmpty, byDefault: undefined, example: 'the-secret-that-the-provider-shows' },
  OIDC_NAME: {
    schema: z
      .string()
      .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(40, 'must have at most 40 characters')),
    byDefault: undefined,
    example: 'Hotel Sol',
  },
  OIDC_GROUPS: {
    schema: groupRules,
    byDefault: undefined,
    example: 'muster-admins=admin; housekeeping=user/Housekeeping; *=guest',
  },
  OIDC_GROUPS_CLAIM: { schema: notEmpty, byDefault: 'groups', example: 'roles' },
  OIDC_ONLY: { schema: flag, byDefault: false, example: '1' },
  SLOW_QUERY_MS: {
    schema: wholeNumber(0, 600_000, 'must be a number of milliseconds from 0 to 600000'),
    byDefault: 1_000,
    example: '500',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z.string().check(z.refine(isUrl(['http:', 'https:']), 'must be the http address of an OTLP receiver')),
    byDefault: undefined,
    example: 'http://collector.example:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: { schema: headers, byDefault: undefined, example: 'authorization=Bearer%20secret' },
  OTEL_SERVICE_NAME: { schema: notEmpty, byDefault: 'muster', example: 'muster-lisbon' },
  OTEL_TRACES_SAMPLER_ARG: { schema: share, byDefault: 1, example: '0.1' },
  METRICS_TOKEN: {
    schema: z.string().check(z.minLength(16, 'must have at least 16 characters')),
    byDefault: undefined,
    example: 'a-random-word-of-16-or-more',
  },
} as const

export type SettingName = keyof typeof settings
export type SettingValue<K extends SettingName> =
  | z.output<(typeof settings)[K]['schema']>
  | (typeof settings)[K]['byDefault']
