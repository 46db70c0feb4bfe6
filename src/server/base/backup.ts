import { dateOf, daysLater, instantOf, weekOf } from '../../shared/time/time.ts'
import type { Bucket } from './bucket.ts'

/** When backups are made: at a time of each day in the time zone, or every so many hours. */
export type BackupTimes = { at: string } | { hours: number }

/** For how many days, weeks and months the newest backup of each stays. */
export interface BackupKeep {
  days: number
  weeks: number
  months: number
}

/** Where backups go that have no folder of their own, when they are made, and how long they stay. */
export interface BackupConfig {
  /** Undefined if the server makes none by itself. */
  every: BackupTimes | undefined
  to: string | Bucket
  keep: BackupKeep
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MAX_HOURS = 168

/** Reads `03:00` or `6h`. Undefined if it is neither. */
export function readBackupTimes(value: string): BackupTimes | undefined {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return { at: value }
  const hours = Number(/^(\d{1,3})h$/.exec(value)?.[1])
  return hours >= 1 && hours <= MAX_HOURS ? { hours } : undefined
}

/** Reads `7d,4w,6m`. Undefined if it is not of that form. The newest day always stays. */
export function readBackupKeep(value: string): BackupKeep | undefined {
  const [, days, weeks, months] = (/^(\d{1,3})d,(\d{1,3})w,(\d{1,3})m$/.exec(value) ?? []).map(Number)
  return days ? { days, weeks: weeks ?? 0, months: months ?? 0 } : undefined
}

const MIN_PASSPHRASE = 16
/** A public key of age: text encrypted for it opens only with its secret key. */
export const isPublicKey = (key: string) => key.startsWith('age1')
/** A secret key of age, as `age-keygen` writes it. It encrypts and opens. */
export const isSecretKey = (key: string) => key.startsWith('AGE-SECRET-KEY-')

/** The fault of a key as a whole; undefined if there is none. */
export function keyFault(key: string): string | undefined {
  if (isSecretKey(key) || isPublicKey(key)) {
    const isWhole = /^(age1[0-9a-z]{58,}|AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]{58,})$/.test(key)
    return isWhole ? undefined : 'begins as a key of age, but is none: something is missing or wrong in it'
  }
  return key.length < MIN_PASSPHRASE ? `must have at least ${MIN_PASSPHRASE} characters` : undefined
}

/** The newest time at or before `now` at which a backup should be made. */
export function backupDue(every: BackupTimes, now: Date, timeZone: string): Date {
  if ('hours' in every) return new Date(Math.floor(now.getTime() / (every.hours * HOUR)) * every.hours * HOUR)
  const today = dateOf(now.getTime(), timeZone)
  const [last, before] = [today, daysLater(today, -1)].map((date) => new Date(instantOf(date, every.at, timeZone)))
  return (last && last <= now ? last : before) as Date
}

/**
 * The backups that may go, named by when they were made: all but the last 24 hours' backups, and the newest of each of
 * the last days, weeks and months that have one. Days without a backup do not count, so that a long pause deletes
 * nothing. The newest always stays.
 */
export function backupsToDelete(times: readonly Date[], keep: BackupKeep, now: Date, timeZone: string): Date[] {
  const newestFirst = [...times].sort((a, b) => b.getTime() - a.getTime())
  const stay = new Set(newestFirst.filter((time, at) => at === 0 || now.getTime() - time.getTime() < DAY))
  const periods: [count: number, of: (time: number) => string][] = [
    [keep.days, (time) => dateOf(time, timeZone)],
    [keep.weeks, (time) => weekOf(time, timeZone)[0]?.date ?? ''],
    [keep.months, (time) => dateOf(time, timeZone).slice(0, 'yyyy-mm'.length)],
  ]
  for (const [count, of] of periods) {
    const seen = new Set<string>()
    for (const time of newestFirst) {
      const period = of(time.getTime())
      if (seen.has(period)) continue
      if (seen.size === count) break
      seen.add(period)
      stay.add(time)
    }
  }
  return newestFirst.filter((time) => !stay.has(time))
}
