import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { emailAddress, MIN_PASSWORD_LENGTH } from '../../shared/fields.ts'
import { StartError } from './errors.ts'

/** Where package.json, migrations and the built screens are, whether this runs from `src` or bundled from `dist`. */
export const projectRoot = (() => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'migrations'))) {
    if (dirname(folder) === folder) throw new StartError('The folder "migrations" is missing from this installation.')
    folder = dirname(folder)
  }
  return folder
})()

/** The version of this Muster, as "0.2.0". */
export const release: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version

const knownZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const knownUrl = (protocols: string[]) => (value: string) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

/** Whether a PostgreSQL address can be taken apart: a bare % in its password hinders that. */
const readable = (value: string) => {
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

const whole = (min: number, max: number, fault: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, fault)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min, fault), z.maximum(max, fault))),
  )

const flag = z.pipe(
  z.enum(['0', '1'], { error: 'must be 0 or 1' }),
  z.transform((value: '0' | '1') => value === '1'),
)
/** The proxies that are believed: those of private networks (`1`), none (`0`), or these addresses, networks and named groups. */
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
const filled = z.string().check(z.minLength(1))

/** Each setting with its check and, should it fail, an example. */
const settings = {
  PORT: { schema: whole(0, 65535, 'must be a port from 0 to 65535'), otherwise: 3000, example: '3000' },
  HOST: { schema: filled, otherwise: '127.0.0.1', example: '0.0.0.0' },
  DATA_DIR: { schema: filled, otherwise: '../data', example: '/var/lib/muster' },
  DATABASE_URL: {
    schema: z
      .string()
      .check(
        z.refine(knownUrl(['postgres:', 'postgresql:']), 'must be a PostgreSQL address'),
        z.refine(readable, 'must have special characters of its password written as %25 for %, %40 for @ and the like'),
      ),
    otherwise: undefined,
    example: 'postgres://muster:secret@db.example:5432/muster',
  },
  DATABASE_POOL: {
    schema: whole(2, 100, 'must be a number of connections from 2 to 100'),
    otherwise: 10,
    example: '10',
  },
  TIME_ZONE: {
    schema: z.string().check(z.refine(knownZone, 'is no time zone of the IANA database')),
    otherwise: Intl.DateTimeFormat().resolvedOptions().timeZone,
    example: 'Europe/Lisbon',
  },
  PUBLIC_URL: {
    schema: z.string().check(z.refine(knownUrl(['http:', 'https:']), 'must be the address people open')),
    otherwise: undefined,
    example: 'https://muster.example',
  },
  TRUST_PROXY: { schema: proxies, otherwise: false as const, example: '10.0.0.5' },
  ADMIN_EMAIL: {
    schema: emailAddress('must be an e-mail address'),
    otherwise: undefined,
    example: 'you@hotel.example',
  },
  ADMIN_PASSWORD: {
    schema: z
      .string()
      .check(
        z.minLength(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
        z.maxLength(256, 'must have at most 256 characters'),
      ),
    otherwise: undefined,
    example: 'a-long-passphrase',
  },
  PASSWORD_MIN: {
    schema: whole(MIN_PASSWORD_LENGTH, 64, `must be a number of characters from ${MIN_PASSWORD_LENGTH} to 64`),
    otherwise: MIN_PASSWORD_LENGTH,
    example: '10',
  },
  DEMO: { schema: flag, otherwise: false, example: '1' },
  SMTP_URL: {
    schema: z.string().check(z.refine(knownUrl(['smtp:', 'smtps:']), 'must be an SMTP address')),
    otherwise: undefined,
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
    otherwise: undefined,
    example: 'Hotel Sol <no-reply@hotel.example>',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    }),
    otherwise: 'info',
    example: 'info',
  },
  MAX_UPLOAD_MB: {
    schema: whole(1, 1024, 'must be a number of megabytes from 1 to 1024'),
    otherwise: 25,
    example: '25',
  },
  AUDIT_DAYS: {
    schema: whole(30, 3650, 'must be a number of days from 30 to 3650'),
    otherwise: 400,
    example: '400',
  },
  DRAIN_SECONDS: {
    schema: whole(0, 60, 'must be a number of seconds from 0 to 60'),
    otherwise: 0,
    example: '5',
  },
  METRICS_TOKEN: {
    schema: z.string().check(z.minLength(16, 'must have at least 16 characters')),
    otherwise: undefined,
    example: 'a-random-word-of-16-or-more',
  },
} as const

type Settings = typeof settings
type Value<K extends keyof Settings> = z.output<Settings[K]['schema']> | Settings[K]['otherwise']

/** The settings of this process, from environment variables, read once. */
export type Config = {
  port: Value<'PORT'>
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The most connections of this server to the database, beside the one for live changes. */
  databasePool: number
  timeZone: string
  /** Origin that people open, without a slash at the end. */
  publicUrl: string | undefined
  trustProxy: TrustedProxies
  adminEmail: string | undefined
  adminPassword: string | undefined
  /** The fewest characters of a new password. */
  passwordMin: number
  demo: boolean
  smtpUrl: string | undefined
  /** Whom e-mails come from; undefined when that follows from the mail server's account. */
  mailFrom: { name: string; address: string } | undefined
  logLevel: string
  maxUploadMb: number
  /** For how many days the audit log keeps what is not the history of something that lives. */
  auditDays: number
  /** For how long, after the signal to stop, requests are still taken while `/readyz` says 503. */
  drainSeconds: number
  metricsToken: string | undefined
  /** Under `npm run dev`, which is opened at another address than this process's own. */
  development: boolean
}

/** Reads the settings; throws `StartError` with the variable's name, the fault and an example. An empty variable is absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = <K extends keyof Settings>(name: K): Value<K> => {
    const { schema, otherwise, example } = settings[name]
    const value = env[name]
    if (value === undefined || value === '') return otherwise
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data as Value<K>
    const shown =
      name === 'ADMIN_PASSWORD' || name === 'METRICS_TOKEN' || name.endsWith('_URL') ? '' : ` (it is "${value}")`
    throw new StartError(
      `${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}${shown}. For example: ${name}=${example}`,
    )
  }
  const publicUrl = read('PUBLIC_URL')
  const config: Config = {
    port: read('PORT'),
    host: read('HOST'),
    dataDir: resolve(read('DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    databasePool: read('DATABASE_POOL'),
    timeZone: read('TIME_ZONE'),
    publicUrl: publicUrl && new URL(publicUrl).origin,
    trustProxy: read('TRUST_PROXY'),
    adminEmail: read('ADMIN_EMAIL'),
    adminPassword: read('ADMIN_PASSWORD'),
    passwordMin: read('PASSWORD_MIN'),
    demo: read('DEMO'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    logLevel: read('LOG_LEVEL'),
    maxUploadMb: read('MAX_UPLOAD_MB'),
    auditDays: read('AUDIT_DAYS'),
    drainSeconds: read('DRAIN_SECONDS'),
    metricsToken: read('METRICS_TOKEN'),
    development: env.NODE_ENV === 'development',
  }
  if (config.smtpUrl && !config.publicUrl) {
    throw new StartError(
      'SMTP_URL needs PUBLIC_URL too, for the links in e-mails. For example: PUBLIC_URL=https://muster.example',
    )
  }
  if (config.adminEmail && !config.adminPassword) {
    throw new StartError('ADMIN_EMAIL needs ADMIN_PASSWORD too. For example: ADMIN_PASSWORD=a-long-passphrase')
  }
  return config
}
