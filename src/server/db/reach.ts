import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOptions } from './connect.ts'
import { openEmbedded } from './embedded.ts'

/** A database for the time of one command. */
export interface Reached {
  url: string
  /** A Muster is at work on it. */
  inUse: boolean
  close(): Promise<void>
}

/**
 * The database of these settings, for a command beside the server: the one that DATABASE_URL names, or the embedded one, which
 * is joined while a Muster runs on it and opened otherwise. Throws `StartError` when neither can be.
 */
export async function reachDatabase({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<Reached> {
  if (databaseUrl) return { url: databaseUrl, inUse: false, close: async () => {} }
  const url = runningEmbedded(dataDir)
  if (url && (await answers(url))) return { url, inUse: true, close: async () => {} }
  const embedded = await openEmbedded({ dataDir })
  return { url: embedded.url, inUse: false, close: embedded.stop }
}

/** PostgreSQL itself notes its port, in the fourth line. */
function runningEmbedded(dataDir: string) {
  const note = join(dataDir, 'postgres', 'postmaster.pid')
  const passwordFile = join(dataDir, 'postgres.password')
  if (!existsSync(note) || !existsSync(passwordFile)) return undefined
  const port = readFileSync(note, 'utf8').split('\n')[3]?.trim()
  const password = readFileSync(passwordFile, 'utf8').trim()
  return port ? `postgres://muster:${password}@127.0.0.1:${port}/muster?sslmode=disable` : undefined
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
