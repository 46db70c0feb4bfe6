import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Role } from '../../shared/permissions.ts'
import type { Language } from '../../shared/words/languages.ts'
import type { BackupConfig } from './backup.ts'
import type { Bucket } from './bucket.ts'
import { defaultDataDir } from './data-dir.ts'
import { StartError } from './errors.ts'
import type { GroupRule } from './group-rules.ts'
import { isLoopbackName } from './loopback.ts'
import { projectRoot } from './project-root.ts'
import type { TrustedProxies } from './setting-checks.ts'
import { type SettingName, type SettingValue, settings } from './settings.ts'

/** The release of this program, written by the build. The files around it may be newer by now. */
declare const BUILT_RELEASE: string
/** The release of the files around this program, for example "0.2.0". */
export const releaseOfFiles: string = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version
/** The release of this Muster, for example "0.2.0". */
export const release = typeof BUILT_RELEASE === 'undefined' ? releaseOfFiles : BUILT_RELEASE

/** The provider of single sign-on (OpenID Connect), and how people come from it. */
export interface ProviderConfig {
  /** As its own documents name it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name for people: "Sign in with {name}". */
  name: string
  /** Roles and departments by groups; undefined leaves both to Muster. */
  groups: readonly GroupRule[] | undefined
  /** The claim that names a person's groups. */
  groupsClaim: string
  /** Whether it is the only way in, but for gods. */
  only: boolean
  /** Whether its word for an e-mail address links an account of a role below admin. */
  linkByEmail: boolean
}

/** Where traces and metrics are sent (OpenTelemetry). */
export interface TelemetryConfig {
  /** The address of the receiver, without a slash at the end. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The share of traces that is sent, 0 to 1. */
  sampled: number
}

/** The settings of this process. They are read from environment variables once. */
export type Config = {
  port: SettingValue<'PORT'>
  host: string
  dataDir: string
  /** Where files are stored; undefined for the folder `files` in `dataDir`. */
  bucket: Bucket | undefined
  /** Backups that the server makes, or a command without a folder; undefined without BACKUP_TO. */
  backup: BackupConfig | undefined
  /** A passphrase, or a key of age, for backups; undefined for backups that everybody can read. */
  backupKey: string | undefined
  databaseUrl: string | undefined
  /** Past a pooler, for live changes, migrations and commands, which need a session. Else `databaseUrl`. */
  databaseDirectUrl: string | undefined
  /** A standby that answers long reads. */
  databaseReadUrl: string | undefined
  /** The maximum number of database connections of this server, not counting the one for live changes. */
  databasePool: number
  timeZone: string
  /** For people who have not chosen one and whose browser speaks none that Muster speaks. */
  defaultLanguage: Language
  /** The origin that people open, without a slash at the end. */
  publicUrl: string | undefined
  trustProxy: TrustedProxies
  adminEmail: string | undefined
  adminPassword: string | undefined
  /** The minimum length of a new password. */
  passwordMin: number
  demo: boolean
  smtpUrl: string | undefined
  /** The sender of e-mails. If it is undefined, the mail server's account is the sender. */
  mailFrom: { name: string; address: string } | undefined
  logLevel: string
  maxUploadMb: number
  /** After this many days the audit log deletes entries, except the history of rows that still exist. */
  auditDays: number
  /** Whether those who may update a task are shown when each of its steps was done. */
  stepTimes: boolean
  /** After this many minutes managers learn of a problem that nobody has taken; 0 for never. */
  claimMinutes: number
  /** The hosts of push services that devices may name (`adapters/push-address.ts`). */
  pushHosts: readonly string[]
  /** How much of a notification a push holds. */
  pushContent: 'title' | 'full'
  /** Hosts with their ports to which webhooks may go though they are private, or without https. */
  webhookHosts: readonly string[]
  /** For this many seconds after the signal to stop, requests are still served while `/readyz` returns 503. */
  drainSeconds: number
  /** From this role upwards people must set up a second step at their next sign-in; undefined for nobody. */
  requireSecondStep: Role | undefined
  /** For so many minutes a proof of who one is counts (`credentials/reauthentication.ts`). */
  proofMinutes: number
  /** Single sign-on; undefined for none. */
  provider: ProviderConfig | undefined
  /** The token that `/metrics` needs; `none` lets every program on this machine read it. */
  metricsToken: string | undefined
  /** Statements that take so many milliseconds are logged; 0 for none. */
  slowQueryMs: number
  /** Where traces and metrics are sent; undefined for nowhere. */
  telemetry: TelemetryConfig | undefined
  /** Whether this runs under `npm run dev`, where people open another address than this process's. */
  development: boolean
}

/**
 * Reads the settings from environment variables; an empty variable counts as absent. Throws `StartError` with the
 * variable's name, its fault and an example.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = <K extends SettingName>(name: K) => readSetting(env, name)
  const publicUrl = read('PUBLIC_URL')
  const config: Config = {
    port: read('PORT'),
    host: read('HOST'),
    dataDir: resolve(read('DATA_DIR') ?? defaultDataDir(process.cwd())),
    bucket: read('FILES_URL'),
    backup: readBackup(env),
    backupKey: read('BACKUP_KEY'),
    databaseUrl: read('DATABASE_URL'),
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    databaseReadUrl: read('DATABASE_READ_URL'),
    databasePool: read('DATABASE_POOL'),
    timeZone: read('TIME_ZONE'),
    defaultLanguage: read('DEFAULT_LANGUAGE'),
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
    stepTimes: read('STEP_TIMES'),
    claimMinutes: read('CLAIM_MINUTES'),
    pushHosts: read('PUSH_HOSTS'),
    pushContent: read('PUSH_CONTENT'),
    webhookHosts: read('WEBHOOK_HOSTS'),
    drainSeconds: read('DRAIN_SECONDS'),
    requireSecondStep: read('REQUIRE_SECOND_STEP'),
    proofMinutes: read('PROOF_MINUTES'),
    provider: readProvider(env),
    metricsToken: read('METRICS_TOKEN'),
    slowQueryMs: read('SLOW_QUERY_MS'),
    telemetry: readTelemetry(env),
    development: env.NODE_ENV === 'development',
  }
  mustFitTogether(config)
  return config
}

/** Throws `StartError` if one of its settings is there and another that it needs is not. */
function readProvider(env: Record<string, string | undefined>): ProviderConfig | undefined {
  const read = <K extends SettingName>(name: K) => readSetting(env, name)
  const issuer = read('OIDC_ISSUER')
  const groups = read('OIDC_GROUPS')
  if (issuer === undefined) {
    const others = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_GROUPS', 'OIDC_ONLY', 'OIDC_LINK_BY_EMAIL'] as const
    const lonely = others.find((name) => read(name))
    if (lonely) throw new StartError(`${lonely} needs OIDC_ISSUER too. For example: ${exampleOf('OIDC_ISSUER')}`)
    return undefined
  }
  const needed = <K extends 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>(name: K) => {
    const value = read(name)
    if (value === undefined) throw new StartError(`OIDC_ISSUER needs ${name} too. For example: ${exampleOf(name)}`)
    return value
  }
  const clientId = needed('OIDC_CLIENT_ID')
  const clientSecret = needed('OIDC_CLIENT_SECRET')
  const name = read('OIDC_NAME') ?? new URL(issuer).hostname.slice(0, 40)
  return {
    issuer,
    clientId,
    clientSecret,
    name,
    groups,
    groupsClaim: read('OIDC_GROUPS_CLAIM'),
    only: read('OIDC_ONLY'),
    linkByEmail: read('OIDC_LINK_BY_EMAIL'),
  }
}

/** Throws `StartError` if there is a time for backups and no place. */
function readBackup(env: Record<string, string | undefined>): BackupConfig | undefined {
  const [every, to] = [readSetting(env, 'BACKUP_EVERY'), readSetting(env, 'BACKUP_TO')]
  const keep = readSetting(env, 'BACKUP_KEEP')
  if (to !== undefined) return { every, to: typeof to === 'string' ? resolve(to) : to, keep }
  if (every) throw new StartError(`BACKUP_EVERY needs BACKUP_TO too. For example: ${exampleOf('BACKUP_TO')}`)
  return undefined
}

function readTelemetry(env: Record<string, string | undefined>): TelemetryConfig | undefined {
  const endpoint = readSetting(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const config = {
    headers: readSetting(env, 'OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    serviceName: readSetting(env, 'OTEL_SERVICE_NAME'),
    sampled: readSetting(env, 'OTEL_TRACES_SAMPLER_ARG'),
  }
  return endpoint === undefined ? undefined : { endpoint: endpoint.replace(/\/+$/, ''), ...config }
}

const exampleOf = (name: SettingName) => `${name}=${settings[name].example}`

/** These values are never shown, because they contain or may contain a secret. */
const isSecret = (name: SettingName) =>
  [
    'ADMIN_PASSWORD',
    'METRICS_TOKEN',
    'OIDC_CLIENT_SECRET',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'BACKUP_TO',
    'BACKUP_KEY',
  ].includes(name) || name.endsWith('_URL')

function readSetting<K extends SettingName>(env: Record<string, string | undefined>, name: K): SettingValue<K> {
  const { schema, byDefault, example } = settings[name]
  const value = env[name]
  if (value === undefined || value === '') return byDefault
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data as SettingValue<K>
  const shown = isSecret(name) ? '' : ` (it is "${value}")`
  throw new StartError(
    `${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}${shown}. For example: ${name}=${example}`,
  )
}

function mustFitTogether(config: Config) {
  const lonely = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : config.databaseReadUrl && 'DATABASE_READ_URL'
  if (lonely && !config.databaseUrl) {
    throw new StartError(
      `${lonely} needs DATABASE_URL too, for all the other connections. For example: ${exampleOf('DATABASE_URL')}`,
    )
  }
  if (config.smtpUrl && !config.publicUrl) {
    throw new StartError(
      'SMTP_URL needs PUBLIC_URL too, for the links in e-mails. For example: PUBLIC_URL=https://muster.example',
    )
  }
  if (config.provider && !config.publicUrl && !isLoopbackName(config.host)) {
    throw new StartError(
      'OIDC_ISSUER needs PUBLIC_URL too, to which the provider sends people back. For example: PUBLIC_URL=https://muster.example',
    )
  }
  if (config.adminEmail && !config.adminPassword) {
    throw new StartError('ADMIN_EMAIL needs ADMIN_PASSWORD too. For example: ADMIN_PASSWORD=a-long-passphrase')
  }
}
