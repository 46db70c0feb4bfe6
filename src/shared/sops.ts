import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import { id, named, pathId, queryId, queryInt, replyInstant, text, title, userId } from './fields.ts'

export const DEFAULT_VERSION = '1.0'
/** The most SOPs that a list holds, and the most places that a search gives. */
export const SOPS_MOST = 2000
export const MAX_RESULTS = 40
/** The same person is reminded of an SOP at most once in so many minutes. */
export const REMIND_AGAIN_MINUTES = 60

const PersonName = z.object({ id: userId, firstName: z.string(), lastName: z.string() })

export const Sop = z.object({
  id,
  title: z.string(),
  /** Null: global. */
  departmentId: z.nullable(id),
  /** Where the current file is read; built from the id. */
  fileUrl: z.string(),
  fileName: z.nullable(z.string()),
  mimeType: z.string(),
  version: z.string(),
  /** Which of its files this is, counted from 1. */
  revision: z.int(),
  /** Of the current file. */
  size: z.int(),
  pages: z.int(),
  /** Whether the words of the current file can be searched: they are read after the upload, and not every file lets itself be read. */
  textState: z.enum(['waiting', 'done', 'failed']),
  createdBy: userId,
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(named),
  creator: PersonName,
  /** Who uploaded the current file, and when. */
  uploader: PersonName,
  uploadedAt: replyInstant,
  /** When the viewer has confirmed to have read the current file. */
  readAt: z.nullable(replyInstant),
})
export type Sop = z.output<typeof Sop>

/** One of the files that an SOP has had. */
export const SopVersion = z.object({
  revision: z.int(),
  version: z.string(),
  fileName: z.string(),
  size: z.int(),
  pages: z.int(),
  uploader: PersonName,
  createdAt: replyInstant,
})
export type SopVersion = z.output<typeof SopVersion>

/** A page on which all that was searched for stands, with the words around it. */
export const SopFind = z.object({
  sopId: id,
  title: z.string(),
  version: z.string(),
  department: z.nullable(named),
  page: z.int(),
  excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
})
export type SopFind = z.output<typeof SopFind>

export const SopReader = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  department: z.nullable(named),
  /** When they have confirmed to have read the current version. */
  readAt: z.nullable(replyInstant),
  /** When they were last reminded to. */
  remindedAt: z.nullable(replyInstant),
})
export type SopReader = z.output<typeof SopReader>

/** A form's department: nothing, or the word null, for none. */
const formDepartment = z.pipe(
  z.string().check(z.regex(/^(?:[1-9]\d{0,9}|null)?$/, 'Must be the id of a department, or empty for a global SOP')),
  z.pipe(
    z.transform((value: string) => (value === '' || value === 'null' ? null : Number(value))),
    z.nullable(id),
  ),
)
const version = text(20, 'At most 20 characters')

export const NewSop = z.strictObject({
  title,
  departmentId: z.optional(formDepartment),
  version: z.optional(version),
})
export type NewSop = z.output<typeof NewSop>

export const SopChanges = z.strictObject({
  title: z.optional(title),
  departmentId: z.optional(formDepartment),
  version: z.optional(version),
})
export type SopChanges = z.output<typeof SopChanges>

const params = { id: pathId }
const reads = ['sops', 'users', 'departments'] as const

export const sopsApi = {
  list: endpoint({
    method: 'GET',
    path: '/sops',
    summary: 'SOPs, by title',
    allow: 'sop:read',
    // By the name of the specification's call, or by that of all other lists.
    query: z.strictObject({ department: z.optional(queryId), departmentId: z.optional(queryId) }),
    reply: z.array(Sop),
    reads,
  }),
  search: endpoint({
    method: 'GET',
    path: '/sops/search',
    summary: 'Pages of the current versions on which all words stand, best first',
    allow: 'sop:read',
    query: z.strictObject({ q: z.optional(text(200)), departmentId: z.optional(queryId) }),
    reply: z.array(SopFind),
    reads,
  }),
  get: endpoint({
    method: 'GET',
    path: '/sops/:id',
    summary: 'One SOP',
    allow: 'sop:read',
    params,
    reply: Sop,
    reads,
  }),
  create: endpoint({
    method: 'POST',
    path: '/sops',
    summary: 'Upload an SOP',
    allow: 'sop:create',
    form: NewSop,
    file: 'required',
    reply: Sop,
    status: 201,
    changes: ['sops'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/sops/:id',
    summary: 'Change an SOP, or give it a new file; the old one stays as an earlier version',
    allow: 'sop:update',
    params,
    form: SopChanges,
    file: 'optional',
    reply: Sop,
    changes: ['sops'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sops/:id',
    summary: 'Delete an SOP with all its versions',
    allow: 'sop:delete',
    params,
    changes: ['sops'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/sops/:id/file',
    summary: 'The current file, or that of an earlier revision, whole or in ranges',
    allow: 'sop:read',
    params,
    query: z.strictObject({ version: z.optional(queryInt(1, 1_000_000)) }),
    stored: 'application/pdf',
  }),
  versions: endpoint({
    method: 'GET',
    path: '/sops/:id/versions',
    summary: 'All files that the SOP has had, newest first',
    allow: 'sop:read',
    params,
    reply: z.array(SopVersion),
    reads,
  }),
  history: endpoint({
    method: 'GET',
    path: '/sops/:id/history',
    summary: 'What was done to an SOP, newest first',
    allow: 'sop:update',
    params,
    ...history,
    reads: ['sops', 'users', 'departments'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/sops/:id/confirm',
    summary: 'Confirm to have read and understood a revision, which must be the current one',
    allow: 'sop:confirm',
    params,
    body: z.strictObject({ revision: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    reply: Sop,
    status: 200,
    changes: ['sops'],
  }),
  readers: endpoint({
    method: 'GET',
    path: '/sops/:id/readers',
    summary: 'Who has and who has not confirmed to have read the current version',
    allow: 'sop:readers',
    params,
    reply: z.array(SopReader),
    reads: ['sops', 'users', 'departments', 'notifications'],
  }),
  remind: endpoint({
    method: 'POST',
    path: '/sops/:id/remind',
    summary: 'Remind those who have not, each at most once an hour',
    allow: 'sop:readers',
    params,
    reply: z.object({ reminded: z.int() }),
    status: 200,
    changes: ['sops'],
  }),
}
