import { StartError } from '../../base/errors.ts'
import { openEmbedded } from '../embedded/embedded.ts'
import { embeddedAddress, hasEmbedded } from '../embedded/running.ts'
import { checkDatabase } from './check.ts'
import { openClient } from './connect.ts'

/** A database that is open while one command runs. */
export interface Reached {
  url: string
  /** Whether a Muster uses the embedded database now. Always false for `DATABASE_URL`, where this cannot be known. */
  inUse: boolean
  close(): Promise<void>
  /** Deletes the embedded database if this command has created it. */
  discard(): Promise<void>
}

interface Settings {
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  dataDir: string
}

const doNothing = async () => {}

/**
 * Opens the database of these settings for a command: the one that `DATABASE_URL` names, or the embedded one. If a
 * Muster runs on the embedded database, the command uses that one, else it opens the database itself. Throws
 * `StartError` when there is none and `which` is `existing`.
 */
export async function reachDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  which: 'existing' | 'any',
): Promise<Reached> {
  if (databaseUrl) {
    // A command needs a session: it copies one state of all tables, and keeps migrations away meanwhile.
    const url = databaseDirectUrl ?? databaseUrl
    await checkDatabase(url)
    return { url, inUse: false, close: doNothing, discard: doNothing }
  }
  if (which === 'existing' && !hasEmbedded(dataDir)) {
    throw new StartError(
      `There is no Muster in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its database.`,
    )
  }
  const url = embeddedAddress(dataDir)
  if (url && (await answers(url))) return { url, inUse: true, close: doNothing, discard: doNothing }
  const embedded = await openEmbedded({ dataDir })
  const { stop, discard, fresh } = embedded
  return { url: embedded.url, inUse: false, close: stop, discard: fresh ? discard : doNothing }
}

const answers = (url: string) =>
  openClient(url).then(
    (client) => client.end().then(() => true),
    () => false,
  )
