import type * as z from 'zod/mini'
import type { Resource } from './changes.ts'
import type { Permission } from './permissions.ts'
import type { LimitKind } from './rate-limits.ts'

/** Who may call an endpoint at all; the row's own permission comes after. */
export type Allow = Permission | 'anyone' | 'signed-in'

type Schema = z.ZodMiniType
type Fields = Record<string, Schema>

/**
 * One call of the API, stated once: address, permission, shapes. Validation, reply stripping, the OpenAPI document, the
 * client's types and its cache keys are readings of it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1`; parameters as `:name`. */
  path: `/${string}`
  summary: string
  allow: Allow
  /** How often people below the role of a manager may do this. */
  limit?: LimitKind
  /** The action under which the audit log notes each call, with its query. For exports, which change nothing. */
  logged?: `${string}.${string}`
  /** Path parameters; one that does not fit means 404. */
  params?: Fields
  query?: Schema
  body?: Schema
  /** The body is a multipart form instead: its fields, all of them text, beside the file in the field `file`. */
  form?: Schema
  /** Whether the form must bring the file. */
  file?: 'required' | 'optional'
  /** Absent: the reply has no body (204), or is a file. */
  reply?: Schema
  /** The reply is a CSV file of this name. */
  download?: string
  /** The reply is a stored file of this type, whole or in ranges. */
  stored?: string
  /** Signing in and out: the reply sets the session's cookie, or clears it. */
  cookie?: 'set' | 'cleared'
  /** Of success, where `statusOf` would say otherwise. */
  status?: 200 | 201 | 204
  /**
   * A device may keep the last reply, to show it when the network is away: what hardly ever changes, or what moves, whose age is
   * then told. Nothing else is ever kept.
   */
  cached?: 'steady' | 'moving'
  /** Resources whose changes make this reply stale. */
  reads?: readonly Resource[]
  /** Resources that this call changes. */
  changes?: readonly Resource[]
}

/** Names the type of an endpoint while it is checked. */
export const endpoint = <const E extends Endpoint>(definition: E) => definition

type Out<S> = S extends Schema ? z.output<S> : undefined
type OutFields<F> = F extends Fields ? { [K in keyof F]: z.output<F[K]> } : Record<string, never>

/** A file that came with a form: received whole, but nobody's until the handler keeps it. */
export interface ReceivedFile {
  path: string
  size: number
  /** As the sender calls it, without what could harm in a name. */
  fileName: string
}

/** What a handler gets of a request, validated. */
export type Input<E extends Endpoint> = {
  params: OutFields<E['params']>
  query: Out<E['query']>
  body: E extends { form: infer S extends Schema } ? z.output<S> : Out<E['body']>
} & (E extends { file: infer F } ? { file: F extends 'required' ? ReceivedFile : ReceivedFile | null } : unknown)

/** What a handler returns and a client receives; `undefined` when the reply has no body. */
export type Reply<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.output<S> : undefined

/** What a client passes: only the parts that the endpoint has. */
export type Arguments<E extends Endpoint> = (E extends { params: infer F } ? { params: OutFields<F> } : unknown) &
  (E extends { query: infer S extends Schema } ? { query?: z.output<S> } : unknown) &
  (E extends { body: infer S extends Schema } ? Body<z.input<S>> : unknown) &
  (E extends { form: infer S extends Schema } ? { form: z.input<S> } : unknown)

/** A body that may be absent may be left out. */
type Body<T> = undefined extends T ? { body?: T } : { body: T }

/** The status of success. */
export const statusOf = ({ status, reply, download, stored }: Endpoint) =>
  status ?? (reply || download || stored ? 200 : 204)

/** The path with its parameters filled in. */
export const pathOf = (definition: Endpoint, params: Record<string, unknown> = {}) =>
  definition.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
