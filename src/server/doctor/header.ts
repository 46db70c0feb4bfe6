/** Names itself in a request of an examination, with the address that the request claims to come from. */
export const DOCTOR_HEADER = 'x-muster-doctor'

/** A request as it looks after it has come through the proxies. */
export interface Seen {
  /** From `X-Forwarded-Proto`. */
  proto: string | null
  /** Whether there is an `X-Forwarded-For`. */
  isForwarded: boolean
  /** Whether TRUST_PROXY names who has sent it here. */
  isTrusted: boolean
  /** Whether it may become a live connection. */
  isUpgrade: boolean
  /** Whether the claim counts as the client's address. */
  isBelieved: boolean
}
