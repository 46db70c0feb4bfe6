import {
  type AuditEntry,
  type AuditFilter,
  type auditApi,
  MAX_AUDIT_EXPORT_ENTRIES,
} from '../../../shared/audit-log.ts'
import { csvLine } from '../../../shared/csv.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { joinedInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { takeToken } from '../../core/rate-limits.ts'
import { audit, auditApart } from '../../core/write/audit.ts'
import { subjectsOf, titleOf, toHistoryEntry } from './changes.ts'
import { type EntryRow, entriesOf, knownActions, type Paging } from './entries.ts'
import { namesOf } from './names.ts'

const PAGE_SIZE = 50
/** Entries of a CSV file that are read at once. */
const BATCH_SIZE = 200

/** The entries of the audit log that match the filter, newest first. Throws 400 for a cursor that is none. */
export async function listAudit(
  ctx: Context,
  { query: { limit = PAGE_SIZE, after, ...filter } }: Input<typeof auditApi.list>,
): Promise<Reply<typeof auditApi.list>> {
  const page = await pageOf(ctx, filter, { limit, after })
  if (after === undefined) await logReading(ctx, filter)
  return page
}

/** Logs that somebody reads the log, but not each time: an open page reads it again with every change. */
const logReading = (ctx: Context, filter: AuditFilter) =>
  auditApart(ctx, async (tx) => {
    const { isTaken } = await takeToken(tx.db, ctx.now, ctx.viewer.id, 'audit-log-read')
    if (!isTaken) return
    await audit(tx, {
      action: 'audit-log.read',
      resourceType: 'audit-log',
      resourceId: null,
      details: filter,
    })
  })

/** The actions that the log can be filtered by. */
export const listActions = (ctx: Context) => knownActions(ctx)

async function pageOf(ctx: Context, filter: AuditFilter, paging: Paging) {
  const { rows, next } = await entriesOf(ctx, filter, paging)
  const names = await namesOf(ctx, subjectsOf(rows))
  const entry = (row: EntryRow): AuditEntry => ({
    ...toHistoryEntry(row, names, ctx.reader),
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    title: titleOf(row, names),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  })
  return { entries: rows.map(entry), next }
}

const headings = [
  msg('Id'),
  msg('Time'),
  msg('Person'),
  msg('Action'),
  msg('Resource'),
  msg('Resource id'),
  msg('Title'),
  msg('Changes'),
  msg('Address'),
  msg('Browser'),
  msg('Token'),
]

/** The filtered log as CSV. It is read and sent batch by batch, so that its length takes no memory. */
export async function* exportAudit(ctx: Context, { query }: Input<typeof auditApi.export>) {
  const { timeZone } = ctx.services.config
  const lines = (entries: AuditEntry[]) => joinedInTurns(entries, (entry) => csvLine(cellsOf(entry, timeZone)))
  let page = await pageOf(ctx, query, { limit: BATCH_SIZE })
  yield `\uFEFF${csvLine(headings.map((heading) => ctx.reader.i18n.t(heading)))}${await lines(page.entries)}`
  for (let sent = page.entries.length; page.next && sent < MAX_AUDIT_EXPORT_ENTRIES; sent += page.entries.length) {
    page = await pageOf(ctx, query, { limit: BATCH_SIZE, after: page.next })
    yield await lines(page.entries)
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
    entry.token ?? null,
  ]
}
