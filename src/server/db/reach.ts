import pg from 'pg'
import { StartError } from '../errors.ts'
import { connectionOptions } from './connect.ts'
import { openEmbedded } from './embedded.ts'
import { embeddedAddress, hasEmbedded } from './embedded-running.ts'

/** A database for the time of one command. */
export interface Reached {
  url: string
  /** A Muster is at work on it, as far as can be told. */
  inUse: boolean
  close(): Promise<void>
}

interface Settings {
  databaseUrl: string | undefined
  dataDir: string
}

/**
 * The database of these settings, for a command beside the server: the one that DATABASE_URL names, or the embedded one, which
 * is joined while a Muster runs on it and opened otherwise. Throws `StartError` when there is none and none is to be made.
 */
export async function reachDatabase({ databaseUrl, dataDir }: Settings, which: 'existing' | 'any'): Promise<Reached> {
  if (databaseUrl) return { url: databaseUrl, inUse: false, close: async () => {} }
  if (which === 'existing' && !hasEmbedded(dataDir)) {
    throw new StartError(
      `There is no Muster in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its database.`,
    )
  }
  const url = embeddedAddress(dataDir)
  if (url && (await answers(url))) return { url, inUse: true, close: async () => {} }
  const embedded = await openEmbedded({ dataDir })
  return { url: embedded.url, inUse: false, close: embedded.stop }
}

async function answers(url: string) {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
