import * as z from 'zod/mini'
import { emailAddress, MIN_PASSWORD_LENGTH } from '../../shared/fields.ts'
import { roles } from '../../shared/permissions.ts'
import { languageCodes } from '../../shared/words/languages.ts'
import { addressesOf } from './database-address.ts'
import {
  backupKeep,
  backupKey,
  backupPlace,
  backupTimes,
  booleanSetting,
  bucket,
  databaseAddress,
  groupRules,
  headers,
  isIssuer,
  isOrigin,
  isTimeZone,
  isUrl,
  KNOWN_PUSH_HOSTS,
  notEmpty,
  proxies,
  pushHosts,
  sender,
  share,
  webhookHosts,
  wholeNumberSetting,
} from './setting-checks.ts'

/** A METRICS_TOKEN that asks for none. */
export const NO_TOKEN = 'none'

/** Each setting with its check, its default and an example for the error message. */
export const settings = {
  PORT: { schema: wholeNumberSetting(0, 65535, 'must be a port from 0 to 65535'), byDefault: 3000, example: '3000' },
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
    schema: wholeNumberSetting(2, 100, 'must be a number of connections from 2 to 100'),
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
    schema: z
      .string()
      .check(
        z.refine(isUrl(['http:', 'https:']), 'must be the address people open'),
        z.refine(
          isOrigin,
          'must be the address people open, without anything behind the host: Muster has it to itself',
        ),
      ),
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
    schema: wholeNumberSetting(
      MIN_PASSWORD_LENGTH,
      64,
      `must be a number of characters from ${MIN_PASSWORD_LENGTH} to 64`,
    ),
    byDefault: MIN_PASSWORD_LENGTH,
    example: '10',
  },
  DEMO: { schema: booleanSetting, byDefault: false, example: '1' },
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
    schema: wholeNumberSetting(1, 1024, 'must be a number of megabytes from 1 to 1024'),
    byDefault: 25,
    example: '25',
  },
  AUDIT_DAYS: {
    schema: wholeNumberSetting(30, 3650, 'must be a number of days from 30 to 3650'),
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
    schema: wholeNumberSetting(0, 1440, 'must be a number of minutes from 0 to 1440'),
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
    schema: wholeNumberSetting(0, 60, 'must be a number of seconds from 0 to 60'),
    byDefault: 0,
    example: '5',
  },
  REQUIRE_SECOND_STEP: {
    schema: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }),
    byDefault: undefined,
    example: 'admin',
  },
  PROOF_MINUTES: {
    schema: wholeNumberSetting(1, 1440, 'must be a number of minutes from 1 to 1440'),
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
  OIDC_ONLY: { schema: booleanSetting, byDefault: false, example: '1' },
  OIDC_LINK_BY_EMAIL: { schema: booleanSetting, byDefault: false, example: '1' },
  SLOW_QUERY_MS: {
    schema: wholeNumberSetting(0, 600_000, 'must be a number of milliseconds from 0 to 600000'),
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
    schema: z
      .string()
      .check(
        z.refine((token) => token === NO_TOKEN || token.length >= 16, 'must have at least 16 characters, or be none'),
      ),
    byDefault: undefined,
    example: 'a-random-word-of-16-or-more',
  },
} as const

export type SettingName = keyof typeof settings
export type SettingValue<K extends SettingName> =
  | z.output<(typeof settings)[K]['schema']>
  | (typeof settings)[K]['byDefault']
