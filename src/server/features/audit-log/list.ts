import {
  type AuditEntry,
  type AuditFilter,
  type auditApi,
  MAX_AUDIT_EXPORT_ENTRIES,
} from '../../../shared/audit-log.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import type { SheetColumn } from '../../../shared/sheets/columns.ts'
import type { Sheet } from '../../adapters/sheets.ts'
import type { Context } from '../../core/context.ts'
import { takeToken } from '../../core/rate-limits.ts'
import { audit, auditApart } from '../../core/write/audit.ts'
import { subjectsOf, titleOf, toHistoryEntry } from './changes.ts'
import { type EntryRow, entriesOf, knownActions, type Paging } from './entries.ts'
import { namesOf } from './names.ts'

const PAGE_SIZE = 50
/** Entries of an export that are read at once. */
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

const columnsFor = ({ reader: { i18n } }: Context): SheetColumn<AuditEntry>[] => [
  { heading: i18n.t('Id'), kind: 'number', value: (entry) => entry.id },
  { heading: i18n.t('Time'), kind: 'instant', value: (entry) => entry.createdAt },
  {
    heading: i18n.t('Person'),
    kind: 'text',
    value: ({ person }) => person && `${person.firstName} ${person.lastName}`,
  },
  { heading: i18n.t('Action'), kind: 'text', value: (entry) => entry.action },
  { heading: i18n.t('Resource'), kind: 'text', value: (entry) => entry.resourceType },
  { heading: i18n.t('Resource id'), kind: 'text', value: (entry) => entry.resourceId },
  { heading: i18n.t('Title'), kind: 'text', value: (entry) => entry.title },
  {
    heading: i18n.t('Changes'),
    kind: 'text',
    value: ({ changes }) =>
      changes.map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`).join('\n'),
  },
  { heading: i18n.t('Address'), kind: 'text', value: (entry) => entry.ipAddress },
  { heading: i18n.t('Browser'), kind: 'text', value: (entry) => entry.userAgent },
  { heading: i18n.t('Token'), kind: 'text', value: (entry) => entry.token ?? null },
]

/** The filtered log. It is read batch by batch. */
export const exportAudit = (
  ctx: Context,
  { query: { format: _, ...filter } }: Input<typeof auditApi.export>,
): Sheet<AuditEntry> => ({ columns: columnsFor(ctx), batches: batchesOf(ctx, filter) })

async function* batchesOf(ctx: Context, filter: AuditFilter) {
  let page = await pageOf(ctx, filter, { limit: BATCH_SIZE })
  yield page.entries
  for (let sent = page.entries.length; page.next && sent < MAX_AUDIT_EXPORT_ENTRIES; sent += page.entries.length) {
    page = await pageOf(ctx, filter, { limit: BATCH_SIZE, after: page.next })
    yield page.entries
  }
}
