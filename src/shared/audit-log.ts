import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, queryInt, replyInstant, text, userId } from './fields.ts'
import { exportQuery } from './sheets/formats.ts'
import { english } from './words/message.ts'

/** Entries of one page of the log. */
const MAX_AUDIT_PAGE_SIZE = 200
/** Entries of one export, newest first. */
export const MAX_AUDIT_EXPORT_ENTRIES = 100_000

/** One changed field. The server replaces the ids of people, departments and projects by their names. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type FieldChange = z.output<typeof FieldChange>

const entryFields = {
  id: z.int(),
  /** The type of the resource and the verb: `task.update`. */
  action: z.string(),
  createdAt: replyInstant,
  /** The person who did it; null if nobody was signed in. */
  person: z.nullable(z.object({ id: userId, firstName: z.string(), lastName: z.string() })),
  /** The name of the token, if a program of theirs did it. */
  token: z.optional(z.string()),
  changes: z.array(FieldChange),
  /** The name of the part of the resource that it is about: the text of a step, as it is now. */
  part: z.nullable(z.string()),
}

/** An entry of the history of one resource, for people who may edit it. */
export const HistoryEntry = z.object(entryFields)
export type HistoryEntry = z.output<typeof HistoryEntry>

export const AuditEntry = z.object({
  ...entryFields,
  resourceType: z.string(),
  resourceId: z.nullable(z.string()),
  /** The title or name of the resource, or its last one if it is deleted. */
  title: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** The `next` of the page before. */
const after = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[\w-]*$/, english('Must be the cursor of a page'))),
)

const filters = {
  userId: z.optional(userId),
  action: z.optional(text(100)),
  resourceType: z.optional(text(50)),
  /** Sent together with `resourceType`. */
  resourceId: z.optional(text(50)),
  from: z.optional(instant),
  /** Entries before this instant. */
  to: z.optional(instant),
}
export const AuditFilter = z.strictObject(filters)
export type AuditFilter = z.output<typeof AuditFilter>

export const HistoryPage = z.object({ entries: z.array(HistoryEntry), next: z.nullable(z.string()) })
export type HistoryPage = z.output<typeof HistoryPage>

/** Query and reply of every endpoint that returns the history of one resource. */
export const history = {
  query: z.strictObject({ limit: z.optional(queryInt(1, MAX_AUDIT_PAGE_SIZE)), after }),
  reply: HistoryPage,
} as const

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit-log',
    summary: 'Who did what to which thing, newest first, in pages',
    allow: 'audit:read',
    query: z.strictObject({ ...filters, limit: z.optional(queryInt(1, MAX_AUDIT_PAGE_SIZE)), after }),
    reply: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
    reads: ['audit-log', 'users'],
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
    auditAction: 'audit-log.export',
    summary: 'The filtered log as CSV or as a workbook, the newest 100,000 entries',
    allow: 'audit:read',
    proof: true,
    query: exportQuery(AuditFilter),
    download: 'audit-log',
  }),
}
