import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Logger } from 'pino'
import type { Capacity } from '../db/check.ts'
import type { Config } from './config.ts'
import { StartError } from './errors.ts'

/** What a process needs beside its connections: scripts, the log, listening sockets, files that are read. */
const FEW_FILES = 1024

const userName = () => {
  try {
    return userInfo().username
  } catch {
    return `number ${process.getuid?.()}` // A container's user need not have a name.
  }
}

/** What is wrong with a folder that could not be made or used, as a `StartError`; what nobody foresaw stays as it is. */
export function folderFault(error: unknown, folder: string): unknown {
  const sentences: Record<string, string> = {
    EACCES: `The user ${userName()} may not use the folder ${folder}. Give it to that user, for example: chown -R ${userName()} ${folder}`,
    EROFS: `The folder ${folder} is on a disk that can only be read. Make that writable, or name another folder with DATA_DIR.`,
    ENOSPC: `The disk of the folder ${folder} is full. Make room, and start Muster again.`,
    ENOTDIR: `${folder} is not a folder, or one above it is not. Name another with DATA_DIR.`,
    EMFILE:
      'This process may not open enough files. Raise the limit, for example: ulimit -n 8192, or LimitNOFILE=8192 in the systemd service.',
  }
  const same: Record<string, string> = { EPERM: 'EACCES', EDQUOT: 'ENOSPC', EEXIST: 'ENOTDIR', ENFILE: 'EMFILE' }
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = sentences[same[code] ?? code]
  return sentence ? new StartError(sentence, { cause: error }) : error
}

/** Makes the folder unless it is there; throws `StartError` when this process may not write in it. */
export function mustBeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw folderFault(error, folder)
  }
}

/** Warns of a database that has not as many connections left as this server may open. */
export function warnOfFewConnections(
  { databasePool }: Config,
  { connections, taken }: Capacity,
  log: Pick<Logger, 'warn'>,
) {
  const needed = databasePool + 1
  if (connections - taken >= needed) return
  log.warn(
    `The database has ${connections} connections, of which ${taken} are taken; this server opens up to ${needed} (DATABASE_POOL and one for live changes). Raise max_connections, or lower DATABASE_POOL.`,
  )
}

/** Warns when the system lets this process open few files: each connection of a browser takes one. */
export function warnOfFewFiles(log: Pick<Logger, 'warn'>) {
  const most = mostOpenFiles()
  if (most >= FEW_FILES) return
  log.warn(
    `This process may have ${most} files and connections open at once, which is soon too few. Raise the limit, for example: ulimit -n 8192, or LimitNOFILE=8192 in the systemd service.`,
  )
}

/** Node itself has raised the soft limit to the hard one. Only Linux tells without another process. */
function mostOpenFiles() {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}
