import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import {
  id,
  idAndName,
  oneOf,
  pathId,
  personWithPicture,
  queryId,
  queryInt,
  replyInstant,
  text,
  title,
  userId,
} from './fields.ts'
import { english } from './words/message.ts'
import { MAX_SEARCH_LENGTH } from './words/search-length.ts'

export const DEFAULT_VERSION = '1.0'
/** SOPs of the list. */
export const MAX_SOPS = 2000
/** Pages of a search. */
export const MAX_SEARCH_RESULTS = 40
/** The minutes within which nobody is reminded of the same SOP twice. */
export const REMIND_AGAIN_MINUTES = 60
/** Characters of a note on the changes in a new version. */
export const MAX_CHANGE_NOTE = 500
/** The maximum number of characters of the text of one file. */
export const MAX_TEXT_LENGTH = 1_000_000

/** Whether an SOP is for its department and the managers, or for everybody. */
export const sopAudiences = ['department', 'everyone'] as const
export type SopAudience = (typeof sopAudiences)[number]

const PersonName = z.object({ id: userId, firstName: z.string(), lastName: z.string() })

export const Sop = z.object({
  id,
  title: z.string(),
  /** Null for a global SOP. */
  departmentId: z.nullable(id),
  visibleTo: z.enum(sopAudiences),
  /** The address of the current file. */
  fileUrl: z.string(),
  fileName: z.nullable(z.string()),
  mimeType: z.string(),
  version: z.string(),
  /** The number of the current file, counted from 1. */
  revision: z.int(),
  /** The changes in the current file, in the words of its uploader. Null for the first file. */
  changeNote: z.nullable(z.string()),
  /** Bytes of the current file. */
  size: z.int(),
  pages: z.int(),
  /** Whether the current file can be searched: its text is read later (`waiting`), or cannot be (`failed`). */
  textState: z.enum(['waiting', 'done', 'failed']),
  createdBy: userId,
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(idAndName),
  creator: PersonName,
  /** The person who uploaded the current file. */
  uploader: PersonName,
  uploadedAt: replyInstant,
  /** When the viewer confirmed to have read the current file; null if they have not. */
  readAt: z.nullable(replyInstant),
})
export type Sop = z.output<typeof Sop>

/** One of the files of an SOP, the current one or an earlier one. */
export const SopVersion = z.object({
  revision: z.int(),
  version: z.string(),
  /** The changes in it, in the words of its uploader. */
  changeNote: z.nullable(z.string()),
  fileName: z.string(),
  size: z.int(),
  pages: z.int(),
  uploader: PersonName,
  createdAt: replyInstant,
})
export type SopVersion = z.output<typeof SopVersion>

/** A part of a document's text: a heading, a paragraph, or an item of a list. */
export const SopTextBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'item']),
  /** Of a heading, 1 to 3. Of an item, how deep it is nested, from 0. */
  level: z.optional(z.int()),
  /** The bullet or number of an item, as it is written. */
  marker: z.optional(z.string()),
  /** Cells of a table have tabs between them. */
  text: z.string(),
})
export type SopTextBlock = z.output<typeof SopTextBlock>

export const SopTextPage = z.object({ page: z.int(), blocks: z.array(SopTextBlock) })
export type SopTextPage = z.output<typeof SopTextPage>

/** The text of one file. Pages without text are left out. */
export const SopText = z.object({
  revision: z.int(),
  /** `empty`: the file has none, as a scanned one. `waiting`: it has not been read yet. `failed`: it cannot be read. */
  state: z.enum(['ready', 'empty', 'waiting', 'failed']),
  /** Whether it is longer than the maximum. Only its beginning is here then. */
  isCut: z.boolean(),
  pages: z.array(SopTextPage),
})
export type SopText = z.output<typeof SopText>

/** A page that contains all words of the search, with an excerpt around them. */
export const SopSearchResult = z.object({
  sopId: id,
  title: z.string(),
  version: z.string(),
  department: z.nullable(idAndName),
  page: z.int(),
  excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
})
export type SopSearchResult = z.output<typeof SopSearchResult>

export const SopReader = z.object({
  ...personWithPicture.shape,
  department: z.nullable(idAndName),
  /** When they confirmed to have read the current version; null if they have not. */
  readAt: z.nullable(replyInstant),
  /** When they were last reminded to read it. */
  remindedAt: z.nullable(replyInstant),
  /** Whether they are on duty now: reading is work. */
  isOnDuty: z.boolean(),
})
export type SopReader = z.output<typeof SopReader>

/** The department in a form, where all values are text. An empty text or `null` means no department. */
const formDepartment = z.pipe(
  z
    .string()
    .check(
      z.regex(/^(?:[1-9]\d{0,9}|null)?$/, english('Must be the id of a department, or empty for a global procedure')),
    ),
  z.pipe(
    z.transform((value: string) => (value === '' || value === 'null' ? null : Number(value))),
    z.nullable(id),
  ),
)
const version = text(20)

export const NewSop = z.strictObject({
  title,
  departmentId: z.optional(formDepartment),
  visibleTo: z.optional(oneOf(sopAudiences)),
  version: z.optional(version),
})
export type NewSop = z.output<typeof NewSop>

export const SopChanges = z.strictObject({
  title: z.optional(title),
  departmentId: z.optional(formDepartment),
  visibleTo: z.optional(oneOf(sopAudiences)),
  version: z.optional(version),
  /** The changes in the new file. Without a new file it is refused. */
  changeNote: z.optional(text(MAX_CHANGE_NOTE)),
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
    // The product's requirements name it `department`. All other lists have `departmentId`.
    query: z.strictObject({ department: z.optional(queryId), departmentId: z.optional(queryId) }),
    reply: z.array(Sop),
    reads,
  }),
  search: endpoint({
    method: 'GET',
    path: '/sops/search',
    summary: 'Pages of the current versions on which all words stand, best first',
    allow: 'sop:read',
    query: z.strictObject({ q: z.optional(text(MAX_SEARCH_LENGTH)), departmentId: z.optional(queryId) }),
    reply: z.array(SopSearchResult),
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
    files: { file: { min: 1, max: 1, missing: english('Please select a PDF file') } },
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
    files: { file: { max: 1 } },
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
  text: endpoint({
    method: 'GET',
    path: '/sops/:id/text',
    summary: 'The text of the current file, or that of an earlier revision, as headings, paragraphs and lists',
    allow: 'sop:read',
    params,
    query: z.strictObject({ version: z.optional(queryInt(1, 1_000_000)) }),
    reply: SopText,
    reads: ['sops'],
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
    reads: ['sops', 'users', 'departments', 'notifications', 'duty'],
  }),
  remind: endpoint({
    method: 'POST',
    path: '/sops/:id/remind',
    sessionOnly: true,
    summary: 'Remind those who have not, each at most once an hour',
    allow: 'sop:readers',
    params,
    reply: z.object({ reminded: z.int() }),
    status: 200,
    changes: ['sops'],
  }),
}
