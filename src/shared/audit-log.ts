import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, queryInt, replyInstant, text, userId } from './fields.ts'

/** The most entries that one page of the log holds. */
const AUDIT_MOST = 200
/** The most entries that one file holds, newest first. */
export const AUDIT_EXPORT_MOST = 100_000

/** One field from what to what, in words as far as only the server knows them: people, departments, projects by name. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type FieldChange = z.output<typeof FieldChange>

const AuditedValue = {
  id: z.int(),
  /** As `task.update`: what it was done to, and the verb. */
  action: z.string(),
  createdAt: replyInstant,
  /** Who did it; null where nobody was signed in. */
  person: z.nullable(z.object({ id: userId, firstName: z.string(), lastName: z.string() })),
  changes: z.array(FieldChange),
}

/** What was done to a thing, as those who may edit it are told. */
export const HistoryEntry = z.object(AuditedValue)
export type HistoryEntry = z.output<typeof HistoryEntry>

export const AuditEntry = z.object({
  ...AuditedValue,
  resourceType: z.string(),
  resourceId: z.nullable(z.string()),
  /** What the thing is called now, or was called last. */
  title: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** Where the page before ended: its `next`. */
const after = z.optional(z.string().check(z.maxLength(200), z.regex(/^[\w-]*$/, 'Must be the cursor of a page')))

const filters = {
  userId: z.optional(userId),
  action: z.optional(text(100)),
  resourceType: z.optional(text(50)),
  /** Together with its type. */
  resourceId: z.optional(text(50)),
  from: z.optional(instant),
  /** Before this. */
  to: z.optional(instant),
}
export const AuditFilter = z.strictObject(filters)
export type AuditFilter = z.output<typeof AuditFilter>

export const HistoryPage = z.object({ entries: z.array(HistoryEntry), next: z.nullable(z.string()) })
export type HistoryPage = z.output<typeof HistoryPage>

/** What every endpoint shares that tells the history of one thing. */
export const history = {
  query: z.strictObject({ limit: z.optional(queryInt(1, AUDIT_MOST)), after }),
  reply: HistoryPage,
} as const

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit-log',
    summary: 'Who did what to which thing, newest first, in pages',
    allow: 'audit:read',
    query: z.strictObject({ ...filters, limit: z.optional(queryInt(1, AUDIT_MOST)), after }),
    reply: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
    reads: ['audit-log'],
  }),
  actions: endpoint({
    method: 'GET',
    path: '/audit-log/actions',
    summary: 'The actions that the log holds',
    allow: 'audit:read',
    reply: z.array(z.string()),
    reads: ['audit-log'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/audit-log/export',
    logged: 'audit-log.export',
    summary: 'The filtered log as CSV, the newest 100,000 entries',
    allow: 'audit:read',
    query: AuditFilter,
    download: 'audit-log.csv',
  }),
}
