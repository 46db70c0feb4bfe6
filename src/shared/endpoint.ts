import type * as z from 'zod/mini'
import type { Resource } from './changes.ts'
import type { Permission } from './permissions.ts'
import type { LimitKind } from './rate-limits.ts'

/** The callers of an endpoint; the row's permission comes later. `kiosk`: a tablet by its cookie, no person. */
type Allow = Permission | 'anyone' | 'signed-in' | 'kiosk'

type Schema = z.ZodMiniType
type Fields = Record<string, Schema>

/** A field of a multipart form that brings files. */
export interface FileField {
  /** How many files it may bring at most. */
  max: number
  /** How many files it must bring; 0 if absent. */
  min?: number
  /** How many bytes each file may have, if fewer than `MAX_UPLOAD_MB`. */
  maxBytes?: number
  /**
   * The server holds its files in memory, and the handler changes them before they are stored. They should be small.
   */
  isBuffered?: true
  /** The message to a sender who brings too few. */
  missing?: string
}

/**
 * The contract of one call of the API: address, permission, shapes. Validation, the serialiser of replies, the OpenAPI
 * document, the client's types and its cache keys are made from it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api/v1`, with parameters as `:name`. */
  path: `/${string}`
  summary: string
  allow: Allow
  /** The person must have proved lately who they are, or gets 403 `proof_needed`. No token may call it. */
  proof?: true
  /** Only the person in a session may call it: no token of theirs. */
  sessionOnly?: true
  /** A person may call it who has yet to set up a second step that is required of them. */
  beforeSecondStep?: true
  /** A person at a kiosk may call it, with the pass that their PIN has given. */
  kiosk?: true
  /** The rate limit for guests and users. */
  limit?: LimitKind
  /** How many tokens of the rate limit a call with this body takes; one if absent. */
  tokens?(body: never): number
  /** The action of the audit log entry that each call leaves, with its query. For exports, which change nothing. */
  auditAction?: `${string}.${string}`
  /** The parameters of the path. A value that does not fit gets 404. */
  params?: Fields
  query?: Schema
  body?: Schema
  /** The body may have a megabyte, because it holds many things (`server/http/request/bodies.ts`). */
  isLarge?: true
  /** The fields of a multipart form, all of them text. The form takes the place of the body. */
  form?: Schema
  /** The form's file fields, by name. All files of one form together may have as many bytes as `MAX_UPLOAD_MB` says. */
  files?: Record<string, FileField>
  /** The reply's body. Absent: the reply has no body (204), or is a file. */
  reply?: Schema
  /** The name of a list that the reply is as a file, without its extension. Its query is made by `exportQuery`. */
  download?: string
  /** The name of a ZIP file that the reply is, without its extension. It is made while it is sent. */
  archive?: string
  /** The media type of a reply that is a stored file, whole or in ranges. With `*`, each file has its own. */
  stored?: string
  /** Whether the reply sets or clears the session cookie: of sign-in and sign-out. */
  cookie?: 'set' | 'cleared'
  /** The status of success, if it is not the one that `statusOf` chooses. */
  status?: 200 | 201 | 204
  /** The status if the thing to create was there already. The handler says so by `wasThere` of its context. */
  statusAgain?: 200
  /**
   * Whether a device may store the last reply and show it when it is offline. A `steady` reply hardly ever changes. A
   * `moving` reply is shown with its age. Replies without this are never stored.
   */
  cached?: 'steady' | 'moving'
  /** Resources whose changes make this reply stale. */
  reads?: readonly Resource[]
  /** Resources that this call changes. */
  changes?: readonly Resource[]
}

/** Returns the endpoint as it is. The compiler checks it and infers its exact type. */
export const endpoint = <const E extends Endpoint>(definition: E) => definition

type Output<S> = S extends Schema ? z.output<S> : undefined
type OutputFields<F> = F extends Fields ? { [K in keyof F]: z.output<F[K]> } : Record<string, never>

/** A file that came with a form. It is stored, and deleted after the request unless the handler keeps it. */
export interface ReceivedFile {
  /** Its random name in the store. */
  storedAs: string
  /** In bytes. */
  size: number
  /** In hexadecimal. */
  sha256: string
  /** The sender's name for it, without characters that could harm. */
  fileName: string
  /** Whether a row refers to it, or may do so: the reader of the form no longer removes it (`core/files/files.ts`). */
  isKept: boolean
}

/** A file that came with a form and is in memory alone. */
export interface BufferedFile {
  /** Its bytes, until the request ends: then other files are received into the same memory. */
  bytes: Uint8Array
}

/** The files of a form by their field: a field that must bring one has a first one. */
type ReceivedFiles<F extends Record<string, FileField>> = {
  [K in keyof F]: F[K] extends { min: 1 } ? [FileOf<F[K]>, ...FileOf<F[K]>[]] : FileOf<F[K]>[]
}
type FileOf<F extends FileField> = F extends { isBuffered: true } ? BufferedFile : ReceivedFile

/** The validated input that a handler receives. */
export type Input<E extends Endpoint> = {
  params: OutputFields<E['params']>
  query: Output<E['query']>
  body: E extends { form: infer S extends Schema } ? z.output<S> : Output<E['body']>
} & (E extends { files: infer F extends Record<string, FileField> } ? { files: ReceivedFiles<F> } : unknown)

/** The value that a handler returns and a client receives; `undefined` if the reply has no body. */
export type Reply<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.output<S> : undefined

/** The arguments of a client's call: only the parts that the endpoint has. */
export type Arguments<E extends Endpoint> = (E extends { params: infer F } ? { params: OutputFields<F> } : unknown) &
  (E extends { query: infer S extends Schema } ? { query?: z.output<S> } : unknown) &
  (E extends { body: infer S extends Schema } ? Body<z.input<S>> : unknown) &
  (E extends { form: infer S extends Schema } ? { form: z.input<S> } : unknown)

/** An optional body may be left out. */
type Body<T> = undefined extends T ? { body?: T } : { body: T }

/** The status of a successful reply. */
export const statusOf = ({ status, reply, download, archive, stored }: Endpoint) =>
  status ?? (reply || download || archive || stored ? 200 : 204)

/** The path with its parameters filled in. */
export const pathOf = (definition: Endpoint, params: Record<string, unknown> = {}) =>
  definition.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
