import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Logger } from 'pino'
import type { Capacity } from '../db/connect/check.ts'
import type { Config } from './config.ts'
import { StartError } from './errors.ts'
import { isOpenedElsewhere } from './loopback.ts'
import { NO_TOKEN } from './settings.ts'

/** Below this limit, too few files are left for connections, after scripts, the log, sockets and read files. */
const MIN_OPEN_FILES = 1024

const userName = () => {
  try {
    return userInfo().username
  } catch {
    return `number ${process.getuid?.()}` // The user of a container may have no name.
  }
}

/**
 * Turns an error about a folder into a `StartError` with a remedy. An unknown error is returned unchanged.
 *
 * @param setting the one that names the folder
 */
export function folderFault(error: unknown, folder: string, setting = 'DATA_DIR'): unknown {
  const sentences: Record<string, string> = {
    EACCES: `The user ${userName()} may not use the folder ${folder}. Give it to that user, for example: chown -R ${userName()} ${folder}`,
    EROFS: `The folder ${folder} is on a read-only disk. Make the disk writable, or name another folder with ${setting}.`,
    ENOSPC: `The disk of the folder ${folder} is full. Make room, and start Muster again.`,
    ENOTDIR: `${folder} is not a folder, or one above it is not. Name another with ${setting}.`,
    EMFILE:
      'This process may not open enough files. Raise the limit, for example: ulimit -n 8192, or LimitNOFILE=8192 in the systemd service.',
  }
  const same: Record<string, string> = { EPERM: 'EACCES', EDQUOT: 'ENOSPC', EEXIST: 'ENOTDIR', ENFILE: 'EMFILE' }
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = sentences[same[code] ?? code]
  return sentence ? new StartError(sentence, { cause: error }) : error
}

/** Creates the folder if it does not exist. Throws `StartError` when this process may not write in it. */
export function mustBeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw folderFault(error, folder)
  }
}

/** A warning if every local program may read metrics although people open Muster at another host. */
export function describeOpenMetrics({ metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>) {
  if (metricsToken !== NO_TOKEN || !isOpenedElsewhere({ publicUrl })) return undefined
  return `METRICS_TOKEN=none opens /metrics to all that seems to come from this machine, and PUBLIC_URL names another host (${publicUrl}). A proxy here that forwards no header opens it to everybody. Set a token of 16 characters or more.`
}

/** Logs a warning when the database has fewer free connections than this server may open. */
export function warnOfFewConnections(
  { databasePool }: Config,
  { connections, taken }: Capacity,
  log: Pick<Logger, 'warn'>,
) {
  const needed = databasePool + 1
  if (connections - taken >= needed) return
  log.warn(
    `The database has ${connections} connections, and ${taken} of them are taken. This server opens up to ${needed}: DATABASE_POOL and one for live changes. Raise max_connections, or lower DATABASE_POOL.`,
  )
}

/** Logs a warning when this process may open few files. Each browser connection takes one. */
export function warnOfFewFiles(log: Pick<Logger, 'warn'>) {
  const limit = maxOpenFiles()
  if (limit >= MIN_OPEN_FILES) return
  log.warn(
    `This process may have only ${limit} files and connections open at once. Raise the limit, for example: ulimit -n 8192, or LimitNOFILE=8192 in the systemd service.`,
  )
}

/** Node has already raised the soft limit to the hard limit. Only Linux shows it without starting another process. */
function maxOpenFiles() {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}
