import { readAddress, rowId, rowIdOrNew } from '../components/addresses/address-values.ts'

/** The part of the address of webhooks. */
export interface WebhooksSearch {
  /** The id of the webhook whose form is open; 0 for a new one. */
  edit?: number
  /** The id of the webhook whose messages are open. */
  log?: number
}

/** Reads the address and drops unknown and bad values. */
export const readWebhooksSearch = readAddress<WebhooksSearch>({ edit: rowIdOrNew, log: rowId })

/** The address with every dialog closed. */
export const closedWebhookDialogs = { edit: undefined, log: undefined }
