/**
 * The header of the idempotency key. A write with a key is done once, however often it arrives. The client makes a new
 * key for each action. For two days a repeated write with the same key gets the reply of the first one, or, if it
 * changed a task or a reminder, the task or the reminder as it is then. The server stores the newest thousand keys of
 * each person. A write that got an error has not been done, and may be repeated with its key.
 *
 * Writes of signed-in people accept a key. The few writes of more than one transaction do not, and reply 400: those
 * with a file, deleting an SOP, passwords, importing people. Reads, sign-ins and sign-outs ignore it.
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** The form of a key. */
export const IDEMPOTENCY_KEY = /^[0-9A-Za-z-]{16,64}$/

/** The code of the 409 for a key that came with another write before. */
export const KEY_REUSED = 'key_reused'
