import { describe, expect, test } from 'vitest'
import { backupDue, backupsToDelete, keyFault, readBackupKeep, readBackupTimes } from './backup.ts'
import { readConfig } from './config.ts'

const messageOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

describe('settings', () => {
  test.each([
    ['03:00', { at: '03:00' }],
    ['23:59', { at: '23:59' }],
    ['6h', { hours: 6 }],
    ['168h', { hours: 168 }],
    ...['24:00', '3:00', '0h', '169h', '6', 'daily', ''].map((text): [string, undefined] => [text, undefined]),
  ])('%s as a time for backups is %j', (text, times) => expect(readBackupTimes(text)).toEqual(times))

  test.each([
    ['7d,4w,6m', { days: 7, weeks: 4, months: 6 }],
    ['1d,0w,0m', { days: 1, weeks: 0, months: 0 }],
    ...['0d,4w,6m', '7d', '7,4,6', ''].map((text): [string, undefined] => [text, undefined]),
  ])('%s for how long they stay is %j', (text, keep) => expect(readBackupKeep(text)).toEqual(keep))

  test.each([
    ['short', 'must have at least 16 characters'],
    ['a longer passphrase', undefined],
    ['age1tooshort', 'begins as a key of age, but is none: something is missing or wrong in it'],
    ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p', undefined],
    [
      'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGF',
      'begins as a key of age, but is none: something is missing or wrong in it',
    ],
  ])('the key %s: %s', (key, fault) => expect(keyFault(key)).toBe(fault))

  test.each([
    [{ BACKUP_EVERY: '03:00' }, 'BACKUP_EVERY needs BACKUP_TO too. For example: BACKUP_TO=s3://'],
    [{ BACKUP_EVERY: 'never' }, 'must be a time of day as 03:00, or a number of hours from 1h to 168h (it is "never")'],
    [{ BACKUP_TO: 'ftp://u:hidden@host/x' }, 'BACKUP_TO must be a folder, or begin with s3://. For example'],
    [{ BACKUP_TO: 's3://u:hidden@host/bucket/a b' }, 'BACKUP_TO may name folders of letters'],
    [{ BACKUP_TO: 's3://host/bucket' }, 'BACKUP_TO must have a key and a secret'],
    [{ BACKUP_KEY: 'hidden' }, 'BACKUP_KEY must have at least 16 characters. For example'],
    [{ BACKUP_KEEP: '0d,1w,1m' }, 'BACKUP_KEEP must be numbers of days, weeks and months as 7d,4w,6m'],
    [{ FILES_URL: 's3://u:hidden@host/bucket/folder' }, 'FILES_URL must end with the name of one bucket'],
  ])('%j is refused, without its secret', (env, message) => {
    expect(messageOf(env)).toContain(message)
    expect(messageOf(env)).not.toContain('hidden')
  })

  test('a place is a folder, or a bucket with folders in it', () => {
    expect(readConfig({ BACKUP_TO: '/backups', BACKUP_EVERY: '6h' }).backup).toEqual({
      ...{ every: { hours: 6 }, to: '/backups', keep: { days: 7, weeks: 4, months: 6 } },
    })
    expect(readConfig({ BACKUP_TO: 's3://k:s@host/bucket/one/two/?region=r-1' }).backup?.to).toMatchObject({
      ...{ endpoint: 'https://host', name: 'bucket', prefix: 'one/two/', region: 'r-1' },
    })
    expect(readConfig({ BACKUP_TO: 's3://k:s@host/bucket' }).backup?.to).toMatchObject({ name: 'bucket', prefix: '' })
    expect(readConfig({}).backup).toBeUndefined()
  })
})

describe('a backup is due', () => {
  const due = (every: string, now: string) =>
    backupDue(readBackupTimes(every) ?? { hours: 0 }, new Date(now), 'Europe/Berlin').toISOString()

  test.each([
    ['03:00', '2026-11-25T01:59:59Z', '2026-11-24T02:00:00.000Z'],
    ['03:00', '2026-11-25T02:00:00Z', '2026-11-25T02:00:00.000Z'],
    ['03:00', '2026-11-25T22:30:00Z', '2026-11-25T02:00:00.000Z'],
    // The clocks go forward from 2 to 3, and back from 3 to 2.
    ['02:30', '2026-03-29T12:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['02:30', '2026-10-25T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['6h', '2026-11-25T13:00:00Z', '2026-11-25T12:00:00.000Z'],
  ])('with %s, at %s, since %s', (every, now, expected) => expect(due(every, now)).toBe(expected))
})

describe('of many backups', () => {
  const HOUR = 3_600_000
  const keep = { days: 7, weeks: 4, months: 6 }
  /** Makes a backup every so many hours, and deletes after each. */
  function simulate(hours: number, from: string, count: number, isDown: (time: Date) => boolean = () => false) {
    let there: Date[] = []
    for (let at = 0; at < count; at += 1) {
      const now = new Date(Date.parse(from) + at * hours * HOUR)
      if (isDown(now)) continue
      there.push(now)
      const old = new Set(backupsToDelete(there, keep, now, 'Europe/Berlin'))
      there = there.filter((time) => !old.has(time))
      expect(there).toContain(now)
    }
    return there.map((time) => time.toISOString().slice(0, 13))
  }

  test('made daily for 400 days, seven days, four weeks and six months stay', () => {
    expect(simulate(24, '2026-01-01T02:00:00Z', 400)).toEqual([
      ...['2026-09-30T02', '2026-10-31T02', '2026-11-30T02', '2026-12-31T02', '2027-01-17T02', '2027-01-24T02'],
      ...['2027-01-29T02', '2027-01-30T02', '2027-01-31T02', '2027-02-01T02', '2027-02-02T02', '2027-02-03T02'],
      '2027-02-04T02',
    ])
  })

  test('made every six hours, all of the last day stay', () => {
    expect(simulate(6, '2026-11-01T00:00:00Z', 40)).toEqual([
      ...['2026-11-01T18', '2026-11-04T18', '2026-11-05T18', '2026-11-06T18', '2026-11-07T18', '2026-11-08T18'],
      ...['2026-11-09T18', '2026-11-10T00', '2026-11-10T06', '2026-11-10T12', '2026-11-10T18'],
    ])
  })

  test('a pause of half a year deletes nothing that is the newest of its day', () => {
    const isDown = (time: Date) => time > new Date('2026-03-01') && time < new Date('2026-09-01')
    const left = simulate(24, '2026-01-01T02:00:00Z', 250, isDown)
    expect(left).toContain('2026-03-01T02'.replace('03-01', '02-28'))
    expect(left.length).toBeGreaterThanOrEqual(9)
  })

  test('one alone stays, however old', () => {
    const one = new Date('2020-01-01')
    expect(backupsToDelete([one], { days: 1, weeks: 0, months: 0 }, new Date('2026-11-25'), 'UTC')).toEqual([])
  })
})
