/** The part of the address of webhooks. */
export interface WebhooksSearch {
  /** The id of the webhook whose form is open; 0 for a new one. */
  edit?: number
  /** The id of the webhook whose messages are open. */
  log?: number
}

const idOf = (value: unknown, least: number) => {
  const id = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isInteger(id) && id >= least && id < 2 ** 31 ? id : undefined
}

/** Reads the address and drops unknown and bad values. */
export function validateWebhooksSearch(address: Record<string, unknown>): WebhooksSearch {
  const [edit, log] = [idOf(address.edit, 0), idOf(address.log, 1)]
  return { ...(edit !== undefined && { edit }), ...(log !== undefined && { log }) }
}

/** The address with every dialog closed. */
export const closed = { edit: undefined, log: undefined }
