import type { Endpoint, Input, Reply } from '../../../shared/endpoint.ts'
import type { ArchivedFile } from '../../adapters/archive.ts'
import type { Sheet, WrittenFile } from '../../adapters/sheets.ts'
import type { Context, JsonText, KioskContext, OpenContext, StoredFile } from '../../core/context.ts'

/**
 * The feature function behind an endpoint. Its context has a viewer, unless anyone may call the endpoint or a kiosk
 * calls it itself. A handler of a download returns the list, or a file of a form of its own. A handler of an archive
 * returns its files, a handler of a stored file where the file is.
 */
type Handler<E extends Endpoint> = (
  ctx: E['allow'] extends 'anyone' ? OpenContext : E['allow'] extends 'kiosk' ? KioskContext : Context,
  input: Input<E>,
) => E extends { download: string }
  ? Sheet | Promise<WrittenFile>
  : Promise<
      E extends { stored: string }
        ? StoredFile
        : E extends { archive: string }
          ? AsyncIterable<ArchivedFile>
          : Reply<E> extends undefined
            ? void
            : Reply<E> | JsonText<Reply<E>>
    >

export type Api = Record<string, Record<string, Endpoint>>
/** One handler for each endpoint. A missing or ill-typed handler does not compile. */
export type Handlers<A extends Api> = { [Noun in keyof A]: { [Verb in keyof A[Noun]]: Handler<A[Noun][Verb]> } }

/** A handler whose endpoint is not known to the compiler. */
export type AnyHandler = (ctx: OpenContext, input: Input<Endpoint>, prepared?: unknown) => unknown

/** How `serve` runs a handler, as the functions below have marked it. */
export interface HandlerOptions {
  hasOwnTransactions?: boolean
  prepare?: (ctx: OpenContext, input: Input<Endpoint>) => Promise<unknown>
  readReply?: AnyHandler
  mayReadReplica?: boolean
  isHeavy?: (input: Input<Endpoint>) => boolean
  isVital?: boolean
}
const options = new WeakMap<object, HandlerOptions>()

/** The options of a handler; empty for a handler without any. */
export const optionsOf = (handler: object): HandlerOptions => options.get(handler) ?? {}

function setOptions<H extends object>(handler: H, more: HandlerOptions): H {
  options.set(handler, { ...optionsOf(handler), ...more })
  return handler
}

/**
 * Marks a handler that opens its own transactions, because it does long work before it writes, or because it writes
 * even when it throws. If its endpoint has a rate limit, the handler calls `mustKeepLimit` itself, in the transaction
 * of its write.
 */
export const withOwnTransactions = <H extends object>(handler: H): H =>
  setOptions(handler, { hasOwnTransactions: true })

/**
 * Runs `prepare` before the handler's transaction begins, because the preparation takes long and the transaction would
 * hold a connection meanwhile. The handler receives the result of `prepare`, and checks again facts that may have
 * changed. An error of `prepare` is the reply.
 */
export function withPreparation<C, I, P, R>(
  prepare: (ctx: C, input: I) => Promise<P>,
  handler: (ctx: C, input: I, prepared: P) => R,
): (ctx: C, input: I) => R {
  // The type of handlers has two arguments, because only prepared handlers have a third.
  const prepared = handler as (ctx: C, input: I) => R
  return setOptions(prepared, { prepare: prepare as unknown as HandlerOptions['prepare'] })
}

/**
 * Marks a write whose reply is the same as the reply of `read` at the same address. The reply is not stored with the
 * idempotency key: a repeated call gets the state at that time.
 */
export const withReplyReadAgain = <H extends object>(handler: H, read: object): H =>
  setOptions(handler, { readReply: read as AnyHandler })

/**
 * Marks a call that takes the database long, always or with some input: a read, or a write of many rows. All heavy
 * reads together use few connections, and so do all heavy writes. Each person's calls take turns (`lanes.ts`).
 */
export const heavy = <I, R>(
  handler: (ctx: Context, input: I) => R,
  isHeavy: (input: I) => boolean = () => true,
): ((ctx: Context, input: I) => R) =>
  setOptions(handler, { isHeavy: isHeavy as unknown as NonNullable<HandlerOptions['isHeavy']> })

/** Marks a heavy read that may run on the standby that DATABASE_READ_URL names, if that has caught up. */
export const onReplica = <H extends object>(handler: H): H =>
  setOptions(handler, { mayReadReplica: true, isHeavy: () => true })

/** Marks a call that people cannot work without: it never waits for the reads of others, nor for strangers. */
export const vital = <H extends object>(handler: H): H => setOptions(handler, { isVital: true })

/** Whether no person makes the calls of this endpoint: nobody need be signed in, or a kiosk calls. */
export const isForNobody = ({ allow }: Pick<Endpoint, 'allow'>) => allow === 'anyone' || allow === 'kiosk'

/**
 * Whether a write accepts an idempotency key (`http/request/idempotency.ts`). It does not if the handler opens its own
 * transactions or takes a file, because these would be repeated. It does not if no person makes the call, because a key
 * belongs to a person. It does not if the call needs a proof: its request or its reply may hold a secret, and secrets
 * are not stored.
 */
export const acceptsIdempotencyKey = ({ method, form, allow, proof }: Endpoint, handler: object) =>
  method !== 'GET' && !form && !proof && !isForNobody({ allow }) && !optionsOf(handler).hasOwnTransactions
