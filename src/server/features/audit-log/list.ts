import {
  type AuditEntry,
  type AuditFilter,
  type auditApi,
  MAX_AUDIT_EXPORT_ENTRIES,
} from '../../../shared/audit-log.ts'
import { csvLine } from '../../../shared/csv.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { dateTimeIn } from '../../../shared/time.ts'
import type { Context } from '../../core/context.ts'
import { takeToken } from '../../core/rate-limits.ts'
import { audit, auditApart } from '../../core/write.ts'
import { loggedValues, titleOf, wantedBy } from './changes.ts'
import { type EntryRow, entriesOf, knownActions, type Paging } from './entries.ts'
import { namesOf } from './names.ts'

const PAGE = 50
/** Rows of a file that are read at once. */
const BATCH = 1000

/** Who did what to which thing, newest first. */
export async function listAudit(
  ctx: Context,
  { query: { limit = PAGE, after, ...filter } }: Input<typeof auditApi.list>,
): Promise<Reply<typeof auditApi.list>> {
  const page = await pageOf(ctx, filter, { limit, after })
  if (after === undefined) await logReading(ctx, filter)
  return page
}

/** Notes that somebody reads the log: once in a while, as an open page reads its beginning again with every change. */
const logReading = (ctx: Context, filter: AuditFilter) =>
  auditApart(ctx, async (within) => {
    const { isTaken } = await takeToken(within.db, ctx.now, ctx.viewer.id, 'audit-log-read')
    if (!isTaken) return
    await audit(within, {
      action: 'audit-log.read',
      resourceType: 'audit-log',
      resourceId: null,
      details: filter,
    })
  })

/** The actions that there are to filter by. */
export const listActions = (ctx: Context) => knownActions(ctx)

async function pageOf(ctx: Context, filter: AuditFilter, paging: Paging) {
  const { rows, next } = await entriesOf(ctx, filter, paging)
  const names = await namesOf(ctx, wantedBy(rows))
  const entry = (row: EntryRow): AuditEntry => ({
    ...loggedValues(row, names),
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    title: titleOf(row, names),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  })
  return { entries: rows.map(entry), next }
}

const HEAD = ['Id', 'Time', 'Person', 'Action', 'Resource', 'Resource id', 'Title', 'Changes', 'Address', 'Browser']

/** The filtered log as CSV, read and sent batch by batch. */
export async function* exportAudit(ctx: Context, { query }: Input<typeof auditApi.export>) {
  const { timeZone } = ctx.services.config
  const lines = (entries: AuditEntry[]) => entries.map((entry) => csvLine(cellsOf(entry, timeZone))).join('')
  let page = await pageOf(ctx, query, { limit: BATCH })
  yield `\uFEFF${csvLine(HEAD)}${lines(page.entries)}`
  for (let sent = page.entries.length; page.next && sent < MAX_AUDIT_EXPORT_ENTRIES; sent += page.entries.length) {
    page = await pageOf(ctx, query, { limit: BATCH, after: page.next })
    yield lines(page.entries)
  }
}

function cellsOf(entry: AuditEntry, timeZone: string) {
  const { date, time } = dateTimeIn(entry.createdAt, timeZone)
  return [
    entry.id,
    `${date} ${time}`,
    entry.person && `${entry.person.firstName} ${entry.person.lastName}`,
    entry.action,
    entry.resourceType,
    entry.resourceId,
    entry.title,
    entry.changes.map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`).join('\n'),
    entry.ipAddress,
    entry.userAgent,
  ]
}
