import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const messageOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

describe('a wrong setting is reported with its name, what is wrong with it and an example', () => {
  test.each([
    [{ PORT: '70000' }, 'PORT must be a port from 0 to 65535 (it is "70000"). For example: PORT=3000'],
    [{ PORT: '3e3' }, 'PORT must be a port from 0 to 65535 (it is "3e3"). For example: PORT=3000'],
    [
      { TIME_ZONE: 'Mars/Olympus' },
      'TIME_ZONE is no time zone of the IANA database (it is "Mars/Olympus"). For example: TIME_ZONE=Europe/Lisbon',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@h/d' },
      'DATABASE_URL must be a PostgreSQL address. For example: DATABASE_URL=postgres://muster:secret@db.example:5432/muster',
    ],
    [
      { PUBLIC_URL: 'muster.example' },
      'PUBLIC_URL must be the address people open. For example: PUBLIC_URL=https://muster.example',
    ],
    ...['https://muster.example/app/', 'https://muster.example/?x=1', 'https://me:pw@muster.example'].map(
      (PUBLIC_URL): [Record<string, string>, string] => [
        { PUBLIC_URL },
        'PUBLIC_URL must be the address people open, without anything behind the host: Muster has it to itself. For example: PUBLIC_URL=https://muster.example',
      ],
    ),
    ...['yes', '2', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/', '10.0.0.5,', 'fe80::1%eth0', 'proxy.example'].map(
      (value): [Record<string, string>, string] => [
        { TRUST_PROXY: value },
        `TRUST_PROXY must be 0, 1, or the addresses or networks of your proxies, with commas between them (it is "${value}"). For example: TRUST_PROXY=10.0.0.5`,
      ],
    ),
    ...['5', '65', 'ten'].map((value): [Record<string, string>, string] => [
      { PASSWORD_MIN: value },
      `PASSWORD_MIN must be a number of characters from 6 to 64 (it is "${value}"). For example: PASSWORD_MIN=10`,
    ]),
    [{ DEMO: 'true' }, 'DEMO must be 0 or 1 (it is "true"). For example: DEMO=1'],
    [
      { ADMIN_EMAIL: 'boss' },
      'ADMIN_EMAIL must be an e-mail address (it is "boss"). For example: ADMIN_EMAIL=you@hotel.example',
    ],
    [
      { ADMIN_EMAIL: 'boss@hotel.example' },
      'ADMIN_EMAIL needs ADMIN_PASSWORD too. For example: ADMIN_PASSWORD=a-long-passphrase',
    ],
    [
      { ADMIN_PASSWORD: 'short' },
      'ADMIN_PASSWORD must have at least 6 characters. For example: ADMIN_PASSWORD=a-long-passphrase',
    ],
    [
      { SMTP_URL: 'https://mail.example' },
      'SMTP_URL must be an SMTP address. For example: SMTP_URL=smtps://user:secret@mail.example:465',
    ],
    [
      { SMTP_URL: 'smtp://mail.example' },
      'SMTP_URL needs PUBLIC_URL too, for the links in e-mails. For example: PUBLIC_URL=https://muster.example',
    ],
    [
      { DATABASE_URL: 'postgres://muster:50%@db.example/muster' },
      'DATABASE_URL must have special characters of its password written as %25 for %, %40 for @ and the like. For example: DATABASE_URL=postgres://muster:secret@db.example:5432/muster',
    ],
    [
      { DATABASE_POOL: '1' },
      'DATABASE_POOL must be a number of connections from 2 to 100 (it is "1"). For example: DATABASE_POOL=10',
    ],
    [
      { MAIL_FROM: 'Hotel Sol <no address>' },
      'MAIL_FROM must be an e-mail address, alone or after a name (it is "Hotel Sol <no address>"). For example: MAIL_FROM=Hotel Sol <no-reply@hotel.example>',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent (it is "loud"). For example: LOG_LEVEL=info',
    ],
    [
      { MAX_UPLOAD_MB: '0' },
      'MAX_UPLOAD_MB must be a number of megabytes from 1 to 1024 (it is "0"). For example: MAX_UPLOAD_MB=25',
    ],
    [
      { AUDIT_DAYS: '29' },
      'AUDIT_DAYS must be a number of days from 30 to 3650 (it is "29"). For example: AUDIT_DAYS=400',
    ],
    [
      { DRAIN_SECONDS: '61' },
      'DRAIN_SECONDS must be a number of seconds from 0 to 60 (it is "61"). For example: DRAIN_SECONDS=5',
    ],
    [
      { SLOW_QUERY_MS: '1s' },
      'SLOW_QUERY_MS must be a number of milliseconds from 0 to 600000 (it is "1s"). For example: SLOW_QUERY_MS=500',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the http address of an OTLP receiver. For example: OTEL_EXPORTER_OTLP_ENDPOINT=http://collector.example:4318',
    ],
    ...['1.1', '-1', '10%'].map((value): [Record<string, string>, string] => [
      { OTEL_TRACES_SAMPLER_ARG: value },
      `OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1 (it is "${value}"). For example: OTEL_TRACES_SAMPLER_ARG=0.1`,
    ]),
    [
      { METRICS_TOKEN: 'short' },
      'METRICS_TOKEN must have at least 16 characters, or be none. For example: METRICS_TOKEN=a-random-word-of-16-or-more',
    ],
  ])('%j', (env, message) => {
    expect(messageOf(env)).toBe(message)
  })

  test('no secret is shown', () => {
    const secrets: Record<string, string>[] = [
      { ADMIN_PASSWORD: 'hush' },
      { METRICS_TOKEN: 'hush' },
      { OTEL_EXPORTER_OTLP_HEADERS: 'hush' },
      { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hu%sh' },
      { DATABASE_URL: 'hush://me:hush@host' },
      { SMTP_URL: 'hush://me:hush@host' },
      { FILES_URL: 's3://me:hush@host/' },
      { FILES_URL: 's3://me:hu%sh@host/bucket' },
      { FILES_URL: 's3://me:hush@host/bucket?hushed=0&tls=2' },
    ]
    for (const env of secrets) expect(messageOf(env)).not.toMatch(/hush(?!ed)/)
  })
})

test('the first account may have a domain in any letters', () => {
  const { adminEmail } = readConfig({ ADMIN_EMAIL: 'boss@münchen.example', ADMIN_PASSWORD: 'a long passphrase' })
  expect(adminEmail).toBe('boss@xn--mnchen-3ya.example')
})

test('a setting that is absent or empty has a default', () => {
  expect(readConfig({ PORT: '', HOST: '' })).toMatchObject({
    ...{ port: 3000, host: '127.0.0.1', trustProxy: false, demo: false, logLevel: 'info', maxUploadMb: 25 },
    ...{ databasePool: 10, mailFrom: undefined, drainSeconds: 0 },
    ...{ databaseUrl: undefined, publicUrl: undefined, smtpUrl: undefined, adminEmail: undefined },
  })
  expect(readConfig({})).toMatchObject({ passwordMin: 6 })
  expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe('private')
  const proxies = ['10.0.0.5', '2001:db8::/32', 'loopback']
  expect(readConfig({ TRUST_PROXY: proxies.join(', ') }).trustProxy).toEqual(proxies)
  expect(readConfig({ PUBLIC_URL: 'https://Muster.example:443/' }).publicUrl).toBe('https://muster.example')
})

test('a receiver of traces has headers, a name and a share', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.example:4318/'
  const receiver = { endpoint: 'http://collector.example:4318', headers: {}, serviceName: 'muster', sampled: 1 }
  expect(readConfig({ OTEL_SERVICE_NAME: 'lisbon' }).telemetry).toBeUndefined()
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).telemetry).toEqual(receiver)
  const OTEL_EXPORTER_OTLP_HEADERS = 'Authorization=Basic%20YTpi==, x-tenant=lisbon'
  const more = { OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME: 'lisbon', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...more }).telemetry).toEqual({
    ...{ ...receiver, serviceName: 'lisbon', sampled: 0.25 },
    headers: { authorization: 'Basic YTpi==', 'x-tenant': 'lisbon' },
  })
})

test('the sender of e-mails is an address, with or without a name', () => {
  const senderOf = (MAIL_FROM: string) => readConfig({ MAIL_FROM }).mailFrom
  expect(senderOf('hotel@sol.example')).toEqual({ name: 'Muster', address: 'hotel@sol.example' })
  const named = { name: 'Sol, Hotel & Bar', address: 'hotel@sol.example' }
  expect(senderOf('Sol, Hotel & Bar <hotel@sol.example>')).toEqual(named)
  expect(senderOf('"Sol, Hotel & Bar" <hotel@sol.example>')).toEqual(named)
  expect(() => senderOf('Sol\r\nBcc: all@sol.example <hotel@sol.example>')).toThrow(/^MAIL_FROM must be/)
})

describe('an object store', () => {
  const bucketOf = (FILES_URL: string) => readConfig({ FILES_URL }).bucket

  test('is read, with https unless it is of this machine or told otherwise', () => {
    expect(readConfig({}).bucket).toBeUndefined()
    expect(bucketOf('s3://AKID:se%2Fcr%2Bet@s3.eu-west-1.amazonaws.com/muster-files?region=eu-west-1')).toEqual({
      ...{ endpoint: 'https://s3.eu-west-1.amazonaws.com', name: 'muster-files', prefix: '', region: 'eu-west-1' },
      ...{ key: 'AKID', secret: 'se/cr+et' },
    })
    expect(bucketOf('s3://a:b@Store.Example:9000/muster.files')).toMatchObject({
      ...{ endpoint: 'https://store.example:9000', region: 'us-east-1' },
    })
    expect(bucketOf('s3://a:b@store.example:9000/files?tls=0')?.endpoint).toBe('http://store.example:9000')
    expect(bucketOf('s3://a:b@127.0.0.1:9000/files')?.endpoint).toBe('http://127.0.0.1:9000')
    expect(bucketOf('s3://a:b@localhost/files?tls=1')?.endpoint).toBe('https://localhost')
    expect(bucketOf('s3://a:b@[::1]:9000/files')?.endpoint).toBe('http://[::1]:9000')
  })

  test.each([
    ['https://a:b@store.example/files', 'must be an address as s3://key:secret@host/bucket'],
    ['s3://store.example/files', 'must have a key and a secret'],
    ['s3://a@store.example/files', 'must have a key and a secret'],
    ['s3://a:b%@store.example/files', 'must have a key and a secret'],
    ['s3://a:b@store.example', 'must end with the name of one bucket'],
    ['s3://a:b@store.example/files/sops', 'must end with the name of one bucket'],
    ['s3://a:b@store.example/files?acl=public', 'has "acl", but knows only region and tls'],
    ['s3://a:b@store.example/files?region=a%2Fb', 'has a region that is none'],
    ['s3://a:b@store.example/files?tls=no', 'must have tls=0 or tls=1'],
  ])('%s is refused', (FILES_URL, fault) => {
    expect(messageOf({ FILES_URL })).toContain(`FILES_URL ${fault}`)
  })
})

describe('single sign-on', () => {
  const enough = {
    ...{ OIDC_ISSUER: 'https://id.hotel.example/realms/staff', OIDC_CLIENT_ID: 'muster', OIDC_CLIENT_SECRET: 'secret' },
    PUBLIC_URL: 'https://muster.example',
  }

  test('is read, and named after its host unless it has a name', () => {
    expect(readConfig({}).provider).toBeUndefined()
    expect(readConfig(enough).provider).toMatchObject({
      ...{ name: 'id.hotel.example', groupsClaim: 'groups' },
      ...{ only: false, linkByEmail: false },
    })
    const OIDC_GROUPS = 'CN=Bosses,OU=Hotel=admin; hk = user/House keeping ;*=guest'
    expect(readConfig({ ...enough, OIDC_GROUPS }).provider?.groups).toEqual([
      { group: 'CN=Bosses,OU=Hotel', role: 'admin', department: null },
      { group: 'hk', role: 'user', department: 'House keeping' },
      { group: '*', role: 'guest', department: null },
    ])
  })

  test.each([
    [{ OIDC_ISSUER: 'http://id.hotel.example' }, 'OIDC_ISSUER must be the https address of the provider'],
    [{ OIDC_ISSUER: 'https://id.example/.well-known/openid-configuration' }, 'OIDC_ISSUER must be the https address'],
    [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_SECRET too.'],
    [{ OIDC_ISSUER: '' }, 'OIDC_CLIENT_ID needs OIDC_ISSUER too.'],
    [
      { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_LINK_BY_EMAIL: '1' },
      'OIDC_LINK_BY_EMAIL needs OIDC_ISSUER too.',
    ],
    [{ PUBLIC_URL: '', HOST: '0.0.0.0' }, 'OIDC_ISSUER needs PUBLIC_URL too'],
    [{ OIDC_GROUPS: ' ; ' }, 'OIDC_GROUPS names no group'],
    [{ OIDC_GROUPS: 'staff' }, 'OIDC_GROUPS has "staff", which is not written as group=role'],
    [{ OIDC_GROUPS: 'staff=boss' }, 'OIDC_GROUPS has "staff=boss", whose role is none of guest, user, manager, admin'],
    [{ OIDC_GROUPS: 'staff=god' }, 'OIDC_GROUPS has "staff=god", but no group makes anybody a god'],
    [{ OIDC_GROUPS: 'a=user; a=guest' }, 'OIDC_GROUPS names the group "a" twice'],
    [{ OIDC_GROUPS: '*=user; a=guest' }, 'OIDC_GROUPS has * before other groups'],
    [{ OIDC_ONLY: 'yes' }, 'OIDC_ONLY must be 0 or 1'],
  ])('%j is refused', (settings, fault) => {
    expect(messageOf({ ...enough, ...settings })).toContain(fault)
  })

  test('needs no PUBLIC_URL on this machine', () => {
    expect(readConfig({ ...enough, PUBLIC_URL: '', OIDC_ISSUER: 'http://127.0.0.1:9' }).provider).toBeDefined()
  })
})
