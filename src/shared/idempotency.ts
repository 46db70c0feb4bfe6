/**
 * The header that has a write done once, however often it arrives: a key of the sender's own, a new one for each thing done.
 * Within two days the same write with the same key gets the reply that the first one got, or, where a task or a reminder was
 * changed, that as it is by then. The newest thousand keys of each person are remembered. A write that was refused has not been
 * done, and may be sent again with its key.
 *
 * Writes of those who are signed in take it, save the few that are more than one transaction (with a file, deleting an SOP,
 * passwords, importing people): these refuse it with 400. Reading, signing in and signing out do not look at it.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** What a key may be. */
export const IDEMPOTENCY_KEY = /^[0-9A-Za-z-]{16,64}$/

/** 409 when a key comes with another write than it came with before. */
export const KEY_REUSED = 'key_reused'
