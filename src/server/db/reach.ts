import { StartError } from '../base/errors.ts'
import { checkDatabase } from './check.ts'
import { openClient } from './connect.ts'
import { openEmbedded } from './embedded.ts'
import { embeddedAddress, hasEmbedded } from './embedded-running.ts'

/** A database for the time of one command. */
export interface Reached {
  url: string
  /** A Muster is at work on it, as far as can be told. */
  inUse: boolean
  close(): Promise<void>
  /** Removes the embedded database if it was created for this command, which then has come to nothing. */
  discard(): Promise<void>
}

interface Settings {
  databaseUrl: string | undefined
  dataDir: string
}

const nothing = async () => {}

/**
 * The database of these settings, for a command beside the server: the one that DATABASE_URL names, or the embedded one, which
 * is joined while a Muster runs on it and opened otherwise. Throws `StartError` when there is none and none is to be made.
 */
export async function reachDatabase({ databaseUrl, dataDir }: Settings, which: 'existing' | 'any'): Promise<Reached> {
  if (databaseUrl) {
    await checkDatabase(databaseUrl)
    return { url: databaseUrl, inUse: false, close: nothing, discard: nothing }
  }
  if (which === 'existing' && !hasEmbedded(dataDir)) {
    throw new StartError(
      `There is no Muster in ${dataDir}. Set DATA_DIR to its folder, or DATABASE_URL to its database.`,
    )
  }
  const url = embeddedAddress(dataDir)
  if (url && (await answers(url))) return { url, inUse: true, close: nothing, discard: nothing }
  const embedded = await openEmbedded({ dataDir })
  const { stop, discard, fresh } = embedded
  return { url: embedded.url, inUse: false, close: stop, discard: fresh ? discard : nothing }
}

const answers = (url: string) =>
  openClient(url).then(
    (client) => client.end().then(() => true),
    () => false,
  )
