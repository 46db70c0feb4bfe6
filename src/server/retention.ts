import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  type DataDestination,
  type DataKind,
  type DataProtection,
  dataKinds,
  destinations,
  type KeptData,
} from '../shared/data-protection.ts'
import { RESTORE_DAYS } from '../shared/tasks.ts'
import type { Config } from './base/config.ts'
import type { Context } from './core/context.ts'
import { FAILED_JOB_DAYS } from './core/jobs/jobs.ts'
import { DEVICE_DAYS } from './credentials/devices.ts'
import { PIN_WINDOW_MS } from './credentials/pin-attempts.ts'
import { SESSION_MAX_AGE_MS } from './db/sessions.ts'
import { calendarFeeds } from './db/tables/calendar.ts'
import { pushSubscriptions } from './db/tables/push.ts'
import { webhooks } from './db/tables/webhooks.ts'
import { ABSENCE_YEARS } from './features/absences/expire.ts'
import { HANDOVER_YEARS } from './features/handovers/expire.ts'
import { MESSAGE_DAYS } from './features/messages/expire.ts'
import { READ_DAYS, UNREAD_DAYS } from './features/notifications/expire.ts'
import { SHIFT_YEARS, WISH_DAYS } from './features/roster/expire.ts'

const DAY_MS = 24 * 3600 * 1000
const YEAR_DAYS = 365
const WEEK_DAYS = 7
const MONTH_DAYS = 31

type Kept = Omit<KeptData, 'kind'>

/** How long each kind of personal data stays, from the same constants and settings by which it is deleted. */
export const retentionOf = ({ auditDays, backup }: Pick<Config, 'auditDays' | 'backup'>): Record<DataKind, Kept> => ({
  account: { stays: 'always', days: null },
  sign_in: { stays: 'account', days: null },
  hours: { stays: 'always', days: null },
  absences: { stays: 'days', days: ABSENCE_YEARS * YEAR_DAYS },
  planned_shifts: { stays: 'days', days: SHIFT_YEARS * YEAR_DAYS },
  wishes: { stays: 'days', days: WISH_DAYS },
  tasks: { stays: 'task', days: RESTORE_DAYS },
  comments: { stays: 'task', days: RESTORE_DAYS },
  handovers: { stays: 'days', days: HANDOVER_YEARS * YEAR_DAYS },
  messages: { stays: 'days', days: MESSAGE_DAYS },
  notifications: { stays: 'days', days: READ_DAYS },
  unread_notifications: { stays: 'days', days: UNREAD_DAYS },
  readings: { stays: 'always', days: null },
  reminders: { stays: 'always', days: null },
  feedback: { stays: 'always', days: null },
  sessions: { stays: 'days', days: SESSION_MAX_AGE_MS / DAY_MS },
  devices: { stays: 'days', days: DEVICE_DAYS },
  attempts: { stays: 'days', days: PIN_WINDOW_MS / DAY_MS },
  audit: { stays: 'thing', days: auditDays },
  exports: { stays: 'days', days: auditDays },
  jobs: { stays: 'days', days: FAILED_JOB_DAYS },
  backups: {
    stays: 'days',
    days: backup ? Math.max(backup.keep.days, backup.keep.weeks * WEEK_DAYS, backup.keep.months * MONTH_DAYS) : null,
  },
})

/**
 * The kinds of data that Muster stores of a person, how long each stays, and the destinations outside the deployment.
 * It stands here because each feature knows how long it keeps its own.
 */
export async function readDataProtection(ctx: Context): Promise<DataProtection> {
  const { config } = ctx.services
  const kept = retentionOf(config)
  return {
    kinds: dataKinds.filter((kind) => kind !== 'backups' || config.backup).map((kind) => ({ kind, ...kept[kind] })),
    destinations: await destinationsOf(ctx),
  }
}

async function destinationsOf({ db, services: { config } }: Context): Promise<DataDestination[]> {
  const isThere = (table: PgTable) => sql`exists (select from ${table})`
  const { rows } = await db.execute<{ push: boolean; webhooks: boolean; calendars: boolean }>(sql`
    select ${isThere(pushSubscriptions)} as push, ${isThere(webhooks)} as webhooks, ${isThere(calendarFeeds)} as calendars`)
  const inUse: Record<DataDestination, boolean | undefined> = {
    telemetry: config.telemetry !== undefined,
    mail: config.smtpUrl !== undefined,
    push: rows[0]?.push,
    provider: config.provider !== undefined,
    webhooks: rows[0]?.webhooks,
    calendars: rows[0]?.calendars,
    files: config.bucket !== undefined,
    backups: typeof config.backup?.to === 'object',
  }
  return destinations.filter((destination) => inUse[destination])
}
