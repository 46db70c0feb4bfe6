import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { newPushKeys } from '../src/server/adapters/push.ts'
import { readConfig } from '../src/server/base/config.ts'
import { openClient } from '../src/server/db/connect/connect.ts'
import { migrateDatabase } from '../src/server/db/migrate/migrate.ts'
import { checkBackupPlace, describeBackups } from '../src/server/doctor/backups.ts'
import { describeCertificate } from '../src/server/doctor/certificate.ts'
import { describeClock } from '../src/server/doctor/clock.ts'
import {
  checkDatabaseSetup,
  describeConnections,
  describeJobs,
  describeKeys,
  describeLag,
  describeMigrations,
} from '../src/server/doctor/database.ts'
import { runCheck } from '../src/server/doctor/finding.ts'
import { checkDisk, checkNode, checkSettings, describeRoom, isOlderVersion } from '../src/server/doctor/machine.ts'
import { checkMetrics, describeMetrics } from '../src/server/doctor/metrics.ts'
import {
  checkFiles,
  checkMail,
  checkProvider,
  checkPush,
  checkReceiver,
  describeMail,
} from '../src/server/doctor/outside.ts'
import { checkPublicUrl, describeProxy } from '../src/server/doctor/public-url.ts'
import { databaseUrl } from './support/global-setup.ts'
import { startOtlpReceiver } from './support/otlp-receiver.ts'
import { startProvider, type TestProvider } from './support/provider.ts'
import { type ReverseProxy, startReverseProxy } from './support/reverse-proxy.ts'
import { type S3Server, startS3 } from './support/s3-server.ts'
import { runCommand } from './support/server-process.ts'
import { useTestApp } from './support/test-app.ts'
import { openTransactionPooler } from './support/transaction-pooler.ts'

/** `npm run doctor`: a sound deployment, and each fault once, with the real parts. */

const muster = useTestApp({ TRUST_PROXY: '127.0.0.1' })
const SECRET = 'kept-by-the-mail-server'
const smtp = new SMTPServer({
  onAuth: ({ password }, _session, done) =>
    password === SECRET ? done(null, { user: 'muster' }) : done(new Error('Wrong password')),
})
const listening = smtp.listen(0, '127.0.0.1')
// A client that closes at once, as the doctor does, causes errors here.
smtp.on('error', () => {})
const anything = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
await Promise.all([once(listening, 'listening'), once(anything, 'listening')])
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const smtpUrl = (password: string) =>
  // Its certificate is signed by nobody.
  `smtp://muster:${password}@127.0.0.1:${portOf(listening)}/?tls.rejectUnauthorized=false`

let s3: S3Server
let provider: TestProvider
let proxy: ReverseProxy
let address: string
let dataDir: string
const receiver = await startOtlpReceiver()
const closed = await startOtlpReceiver()
const CLOSED = new URL(closed.url).host
await closed.close()

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'muster-doctor-test-'))
  ;[s3, provider, address] = await Promise.all([startS3(), startProvider(), muster.listen()])
  proxy = await startReverseProxy(address)
})
beforeEach(() => {
  Object.assign(proxy, { forwardedFor: 'replaced', passesUpgrades: true, status: undefined, date: undefined })
})
afterAll(async () => {
  await Promise.all([s3, provider, proxy, receiver].map((part) => part.close()))
  anything.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  rmSync(dataDir, { recursive: true, force: true })
})

const settings = () => ({
  DATABASE_URL: muster.services.database.url,
  DATA_DIR: dataDir,
  PORT: new URL(address).port,
  PUBLIC_URL: proxy.url,
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: smtpUrl(SECRET),
  PUSH_HOSTS: `127.0.0.1:${portOf(anything)}`,
  FILES_URL: s3.url,
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  METRICS_TOKEN: 'a-token-for-prometheus',
  ...provider.settings,
})
const config = (changed: Record<string, string> = {}) => readConfig({ ...settings(), ...changed })

describe('the command', () => {
  test('says of a sound deployment what it has found, without a secret, and leaves nothing', async () => {
    const { code, output } = await runCommand('doctor', settings(), [])
    expect(code, output).toBe(0)
    const { host } = new URL(proxy.url)
    const lines = output.split('\n').map((line) => line.replace(/^(\w+) +/, '$1 '))
    expect(lines).toEqual([
      expect.stringMatching(/^ok Database: PostgreSQL 1\d/),
      "ok Clock: That of the database and this machine's agree.",
      expect.stringMatching(
        /^ok Connections: DATABASE_POOL=10 opens up to 11, other programs have \d+ now, and the database allows \d+\.$/,
      ),
      expect.stringMatching(/^ok Migrations: All \d+ are done\.$/),
      'ok Push: The keys are made when the first device wants notifications.',
      'warning Backups: Muster makes none by itself, because BACKUP_EVERY is not set. Set it, unless another program makes them.',
      'ok Background work: Nothing has failed.',
      `ok Node.js: ${process.versions.node}.`,
      expect.stringMatching(/^(ok|warning) Disk: .* GB .* free on the disk of /),
      expect.stringMatching(/^ok Files: http.*muster-files can be listed, written, read and deleted from\.$/),
      `ok E-mail: 127.0.0.1:${portOf(listening)} answers over TLS, and takes the sign-in.`,
      `ok Push: 127.0.0.1:${portOf(anything)} can be reached.`,
      `ok Single sign-on: ${provider.issuer} answers with its document.`,
      `ok Traces: ${new URL(receiver.url).host} can be reached.`,
      `ok Address: ${proxy.url} answers.`,
      `ok Clock: That of ${host} and this machine's agree.`,
      'ok Proxy: X-Forwarded-For arrives, and TRUST_PROXY fits.',
      'ok Live changes: /ws can be upgraded.',
      '',
      expect.stringMatching(/^No faults, [12] warnings?\.$/),
    ])
    const { password } = new URL(muster.services.database.url)
    for (const secret of [SECRET, password, s3.secret, 'not-a-secret', 'a-token-for-prometheus'])
      expect(output).not.toContain(secret)
    expect(s3.objects.size).toBe(0)
  })

  test('ends with 1 if there is a fault, after everything else, and takes no argument', async () => {
    const { code, output } = await runCommand('doctor', { ...settings(), SMTP_URL: smtpUrl('another') }, [])
    expect(code).toBe(1)
    expect(output).toMatch(
      /^fault {4}E-mail: 127\.0\.0\.1:\d+ fails: Invalid login: .*SMTP_URL, or look at that server\.$/m,
    )
    expect(output).toContain('/ws can be upgraded')
    expect(output).toMatch(/\n1 fault, /)
    expect(await runCommand('doctor', settings(), ['more'])).toEqual({
      code: 1,
      output: 'This command has no argument',
    })
    const wrong = await runCommand('doctor', { ...settings(), DATABASE_POOL: 'many' }, [])
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/^DATABASE_POOL must be/) })
  })

  test('says what keeps it from the database: a pooler that gives each transaction another session', async () => {
    const pooler = await openTransactionPooler(muster.services.database.url, 'newest first')
    const { code, output } = await runCommand('doctor', { DATABASE_URL: pooler.url, DATA_DIR: dataDir }, [])
    expect(code).toBe(1)
    expect(output).toMatch(/^fault {4}Database: DATABASE_URL leads through a connection pooler/m)
    const { url } = muster.services.database
    const past = await runCommand(
      'doctor',
      { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url, DATABASE_READ_URL: url, DATA_DIR: dataDir },
      [],
    )
    expect(past.output).toMatch(/^fault {4}Pooler: .* It loses prepared statements\./m)
    expect(past.output).toMatch(/^fault {4}Standby: DATABASE_READ_URL names no standby/m)
    pooler.close()
  })
})

const levels = (found: { level: string; about: string; says: string }[]) =>
  found.filter(({ level }) => level !== 'ok').map(({ level, about, says }) => `${level} ${about}: ${says}`)

describe('the database', () => {
  const OTHER = `muster_doctor_${process.pid}`
  const onServer = async (statement: string) => {
    const client = await openClient(inject('databaseServer'))
    await client.query(statement).finally(() => client.end())
  }
  afterAll(() => onServer(`drop database if exists ${OTHER} with (force)`))

  test('that is empty, behind, or read-only', async () => {
    await onServer(`create database ${OTHER}`)
    const url = databaseUrl(inject('databaseServer'), OTHER)
    const found = async () => levels(await checkDatabaseSetup(config(), url))
    expect(await found()).toEqual([
      'warning Migrations: The database is empty. The first start of Muster makes the tables.',
    ])
    await migrateDatabase(url, 7)
    expect(await found()).toEqual([expect.stringMatching(/^warning Migrations: \d+ of \d+ migrations are to come/)])
    await onServer(`alter database ${OTHER} set default_transaction_read_only = on`)
    expect(await found()).toContain(
      'fault Standby: The database is a standby, or read-only. Name the primary in DATABASE_URL.',
    )
  })

  test('with too few connections', () => {
    const level = (limit: number, servers = 3, others = 5) =>
      describeConnections({ limit, servers, others, pool: 10 }).level
    expect([level(37), level(38), level(39), level(40)]).toEqual(['fault', 'warning', 'warning', 'ok'])
    expect(level(18, 0)).toBe('ok')
    expect(describeConnections({ limit: 20, servers: 3, others: 5, pool: 10 }).says).toMatch(
      /^3 servers with DATABASE_POOL=10 open up to 33, .* Raise max_connections/,
    )
  })

  test('whose standby, migrations or keys are wrong', async () => {
    expect(describeLag('b', 'streaming', 0.3).level).toBe('ok')
    expect(describeLag('b', 'streaming', 400)).toMatchObject({
      level: 'warning',
      says: expect.stringMatching(/400 s behind/),
    })
    expect(describeLag('b', 'catchup', null).level).toBe('warning')
    expect(describeLag('b', null, null).level).toBe('ok')
    expect(describeMigrations(60, 60, '0010_assignee_order').level).toBe('ok')
    expect(describeMigrations(61, 60, '0010_assignee_order').level).toBe('warning')
    expect(describeMigrations(61, 60, '9999_later').level).toBe('fault')
    const [one, other] = [await newPushKeys(), await newPushKeys()]
    expect([null, one].map((keys) => describeKeys(keys).level)).toEqual(['ok', 'ok'])
    const wrong = [
      { ...one, publicKey: other.publicKey },
      { publicKey: 'x', privateKey: 'x' },
    ]
    expect(wrong.map((keys) => describeKeys(keys).level)).toEqual(['fault', 'fault'])
  })
})

test('backups that nobody makes, that are late, or that could not be restored', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const made = (at: string) => ({
    ...{ last: { name: 'muster-x.tar.age', at, bytes: 1, seconds: 1 }, failures: 0, testFailures: 0 },
  })
  const found = (...words: Parameters<typeof describeBackups>) => describeBackups(...words).map(({ level }) => level)
  expect(found(undefined, null, now)).toEqual(['warning'])
  expect(found({ at: '03:00' }, null, now)).toEqual(['warning'])
  expect(found({ at: '03:00' }, made('2026-11-26T03:00:00Z'), now)).toEqual(['ok'])
  expect(found({ at: '03:00' }, made('2026-11-25T03:00:00Z'), now)).toEqual(['fault'])
  expect(found({ hours: 6 }, made('2026-11-26T20:00:00Z'), now)).toEqual(['fault'])
  const test = { at: now.toISOString(), outcome: 'failed' as const, seconds: 1 }
  expect(found({ hours: 6 }, { ...made('2026-11-27T11:00:00Z'), test }, now)).toEqual(['ok', 'fault'])
})

test('settings that are misspelt, and departments that there are not', async () => {
  const env = {
    OIDC_ISUER: 'https://x.example',
    TIMEZONE: 'UTC',
    OIDC_SCOPES: 'x',
    HOME: '/root',
    DATABASE_PASSWORD: 'x',
  }
  expect(levels(checkSettings({ ...env, OIDC_ISSUER: 'https://x.example', PUSH_HOST: '' }))).toEqual([
    'warning Settings: OIDC_ISUER is no setting of Muster, and has no effect. Is OIDC_ISSUER meant?',
    'warning Settings: TIMEZONE is no setting of Muster, and has no effect. Is TIME_ZONE meant?',
    expect.stringMatching(/^warning Settings: OIDC_SCOPES is no setting .* docs\/settings\.md/),
  ])
  const groups = (OIDC_GROUPS: string) => checkDatabaseSetup(config({ OIDC_GROUPS }), muster.services.database.url)
  const about = (found: { about: string; says: string }[]) => found.filter((each) => each.about === 'Single sign-on')
  expect(about(await groups('hk=user/housekeeping; *=guest'))).toEqual([])
  expect(about(await groups('hk=user/Housekeping; spa=user/Spa; *=guest'))).toMatchObject([
    { says: expect.stringMatching(/does not have: "Housekeping", "Spa"\./) },
  ])
})

describe('this machine', () => {
  test('its clock, its disk and its Node', async () => {
    const clocks = [describeClock('x', 2_500, 600), describeClock('x', -2_700, 600), describeClock('x', 3_600_000, 10)]
    expect(clocks.map(({ level }) => level)).toEqual(['ok', 'warning', 'fault'])
    expect(clocks[1]?.says).toMatch(/^The clock of x is 2.7 s behind this machine's/)
    const rooms = [0.04, 0.1, 0.5].map((share) => describeRoom('/data', share * 1e11, 1e11))
    expect(rooms.map(({ level }) => level)).toEqual(['fault', 'warning', 'ok'])
    expect((await checkNode()).level).toBe('ok')
    const versions = ['20.9.0 20.19', '20.19.0 20.19', '22.0.0 20.19', '20.19.9 20.19.10']
    expect(versions.map((pair) => isOlderVersion(...(pair.split(' ') as [string, string])))).toEqual([
      true,
      false,
      false,
      true,
    ])
    const file = await checkDisk({ dataDir: join(import.meta.filename, 'data') })
    expect(file).toMatchObject({ level: 'fault', says: expect.stringMatching(/is not a folder/) })
  })
})

describe('what is outside', () => {
  test('mail that does not answer, or offers no TLS', async () => {
    expect(await checkMail(config({ SMTP_URL: `smtp://${CLOSED}` }))).toMatchObject({
      level: 'fault',
      says: expect.stringMatching(/fails: .*ECONNREFUSED/),
    })
    expect(describeMail('mail.example:25', false, false)).toMatchObject({
      level: 'warning',
      says: expect.stringMatching(/no TLS/),
    })
    expect(describeMail('mail.example:25', false, true).level).toBe('ok')
  })

  test('push services and receivers of traces that cannot be reached', async () => {
    expect(levels(await checkPush(config({ PUSH_HOSTS: CLOSED })))).toEqual([
      `warning Push: ${CLOSED} cannot be reached (ECONNREFUSED): devices with its browsers do not ring. Let it through the firewall.`,
    ])
    expect(levels(await checkReceiver(config({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${CLOSED}` })))).toEqual([
      `warning Traces: ${CLOSED} cannot be reached (ECONNREFUSED). Correct OTEL_EXPORTER_OTLP_ENDPOINT.`,
    ])
  })

  test('an object store that refuses, or says nothing in time', async () => {
    const wrong = s3.url.replace(encodeURIComponent(s3.secret), 'another')
    const refused = await runCheck('Files', () => checkFiles(config({ FILES_URL: wrong })))
    expect(levels(refused)).toEqual([expect.stringMatching(/^fault Files: .*SignatureDoesNotMatch/)])
    s3.faults.push(...Array.from({ length: 4 }, () => ({ fault: 'hang' as const })))
    const late = await runCheck('Files', () => checkFiles(config()), 100)
    expect(levels(late)).toEqual([expect.stringMatching(/^fault Files: There was no answer within 0.1 s/)])
    s3.faults.length = 0
  })

  test('a provider without its document', async () => {
    provider.fault = (_request, response) => void response.writeHead(500).end()
    const found = await checkProvider(config())
    provider.fault = undefined
    expect(found).toMatchObject({ level: 'fault', says: expect.stringMatching(/does not answer with its document/) })
  })

  test('a provider that calls itself something else', async () => {
    provider.fault = (_request, response) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer: 'https://other.example' }))
    const found = await checkProvider(config())
    provider.fault = undefined
    expect(found.says).toMatch(/: the provider calls itself https:\/\/other\.example\. Correct OIDC_ISSUER/)
  })

  test('a place of backups that refuses, is no folder, or is not there yet', async () => {
    const found = async (BACKUP_TO: string) => levels(await checkBackupPlace(config({ BACKUP_TO })))
    const bucket = `${s3.url.replace('?', '/backups?')}`
    expect(await found(bucket)).toEqual([])
    expect(s3.objects.size).toBe(0)
    expect(await found(bucket.replace(encodeURIComponent(s3.secret), 'another'))).toEqual([
      expect.stringMatching(/^fault Backups: .*SignatureDoesNotMatch.*\. Backups go there by BACKUP_TO\./),
    ])
    expect(await found(join(import.meta.filename, 'backups'))).toEqual([
      expect.stringMatching(/^fault Backups: .* is not a folder, .* Name another with BACKUP_TO\./),
    ])
    const later = join(dataDir, 'backups')
    expect(await found(later)).toEqual([expect.stringMatching(/^warning Backups: The folder .* is not there\./)])
    expect(existsSync(later)).toBe(false)
    expect(await found(dataDir)).toEqual([])
    expect(await checkBackupPlace(config())).toEqual([])
  })
})

test('metrics that are open where people open another host', async () => {
  const found = async (changed: Record<string, string>) =>
    (await checkMetrics(config(changed))).map(({ level, says }) => `${level} ${says}`)
  expect(await found({ METRICS_TOKEN: 'none' })).toEqual([])
  const elsewhere = { PUBLIC_URL: `http://muster.invalid:${portOf(anything)}` }
  expect(await found({ ...elsewhere, METRICS_TOKEN: 'none' })).toEqual([
    expect.stringMatching(/^warning METRICS_TOKEN=none opens \/metrics .* PUBLIC_URL names another host/),
  ])
  expect(await found(elsewhere)).toEqual(['ok They need METRICS_TOKEN'])
  expect(describeMetrics(config(elsewhere), true)).toMatchObject({
    ...{ level: 'fault', says: expect.stringMatching(/open to everybody/) },
  })
  expect(await found({ ...elsewhere, METRICS_TOKEN: '' })).toEqual([
    expect.stringMatching(/^ok Closed\. Set METRICS_TOKEN/),
  ])
})

describe('the address that people open', () => {
  const found = async (changed: Record<string, string> = {}) => levels(await checkPublicUrl(config(changed)))

  test('that leads nowhere, to a proxy alone, or to another program', async () => {
    expect(await found({ PUBLIC_URL: `http://${CLOSED}` })).toEqual([
      expect.stringMatching(/^warning Address: .* cannot be reached from here \(ECONNREFUSED\)\. Muster runs here\./),
    ])
    proxy.status = 502
    expect(await found()).toEqual([
      expect.stringMatching(/^fault Address: .*answers 502: the proxy does not reach Muster/),
    ])
    expect(await found({ PORT: new URL(`http://${CLOSED}`).port })).toEqual([
      expect.stringMatching(/^warning Address: .*answers 502.*Muster does not run on this machine now/),
    ])
    proxy.status = 200
    expect(await found()).toEqual([expect.stringMatching(/^fault Address: .*Another program/)])
    const { PUBLIC_URL: _, SMTP_URL, ...without } = settings()
    const open = readConfig({
      ...without,
      HOST: '0.0.0.0',
      OIDC_ISSUER: '',
      OIDC_CLIENT_ID: '',
      OIDC_CLIENT_SECRET: '',
    })
    expect(levels(await checkPublicUrl(open))).toEqual([expect.stringMatching(/^warning Address: .*Set PUBLIC_URL/)])
  })

  test('whose proxy sets no header, lets anybody claim an address, or passes no upgrade', async () => {
    proxy.forwardedFor = 'taken away'
    expect(await found()).toEqual([expect.stringMatching(/^warning Proxy: TRUST_PROXY is set, but no X-Forwarded-For/)])
    proxy.forwardedFor = 'passed on'
    expect(await found()).toEqual([expect.stringMatching(/^fault Proxy: .*anybody can claim any address/)])
    Object.assign(proxy, { forwardedFor: 'replaced', passesUpgrades: false })
    expect(await found()).toEqual([expect.stringMatching(/^fault Live changes: .*does not let \/ws be upgraded/)])
  })

  test('whose clock is wrong', async () => {
    proxy.date = new Date(Date.now() - 3_600_000)
    expect(await found()).toEqual([expect.stringMatching(/^fault Clock: .* is 3\d\d\d\.\d s behind this machine's/)])
  })

  test('whose proxy is not trusted, or does not say https', () => {
    const seen = { proto: 'https', isForwarded: true, isTrusted: true, isUpgrade: false, isBelieved: false }
    const proxyOf = (
      trustProxy: false | string[],
      changed: Partial<typeof seen> | { proto: null },
      url = 'https://m.example',
    ) => levels(describeProxy(url, { trustProxy }, { ...seen, ...changed }, false)).join()
    expect(proxyOf(['10.0.0.5'], {})).toBe('')
    expect(proxyOf(false, { isTrusted: false })).toMatch(/^fault Proxy: .*TRUST_PROXY is not set/)
    expect(proxyOf(['10.0.0.5'], { isTrusted: false })).toMatch(/^fault Proxy: .*names another address/)
    expect(proxyOf(false, { isForwarded: false })).toMatch(
      /^fault Proxy: .*sets no X-Forwarded-For.*and set TRUST_PROXY/,
    )
    expect(proxyOf(false, { isForwarded: false }, 'http://m.example')).toBe('')
    expect(proxyOf(['10.0.0.5'], { proto: null })).toMatch(/^warning Proxy: X-Forwarded-Proto/)
  })
})

test('a certificate that ends is told two weeks before, and one that has ended is a fault', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const level = (validTo: string) => describeCertificate('muster.example', new Date(validTo), now)
  expect(level('2027-02-01T00:00:00Z')).toMatchObject({ level: 'ok', says: expect.stringContaining('2027-02-01') })
  expect(level('2026-12-05T12:00:00Z')).toMatchObject({ level: 'warning', says: expect.stringContaining('in 7 days') })
  expect(level('2026-11-27T00:00:00Z')).toMatchObject({ level: 'fault' })
})

test('background work that has failed is told', () => {
  expect(describeJobs(0).level).toBe('ok')
  expect(describeJobs(1)).toMatchObject({ level: 'warning', says: expect.stringMatching(/^1 job has failed/) })
  expect(describeJobs(3).says).toMatch(/^3 jobs have failed/)
})
