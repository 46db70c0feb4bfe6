import { existsSync } from 'node:fs'
import { access, constants, readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Finding } from '../../shared/operations.ts'
import type { Config } from '../base/config.ts'
import { describeMisspelt, misspeltSettings } from '../base/misspelt.ts'
import { projectRoot } from '../base/project-root.ts'
import { folderFault } from '../base/start-checks.ts'
import { fault, ok, warning } from './finding.ts'

const ABOUT_DISK = 'Disk'
const GIGABYTE = 1024 ** 3
/** Below this share of free room photos are refused. */
const MIN_FREE = 0.05
const FEW_FREE = 0.15

/** Whether this Node is one that Muster runs on. */
export async function checkNode(): Promise<Finding> {
  const { engines } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  const oldest = engines.node.replace('>=', '')
  const { node } = process.versions
  return isOlderVersion(node, oldest)
    ? fault('Node.js', `This is ${node}, and Muster needs ${oldest} or newer. Install it.`)
    : ok('Node.js', node)
}

/** Variables that look like settings and are none. */
export const checkSettings = (env: NodeJS.ProcessEnv): Finding[] =>
  misspeltSettings(env).map((found) => warning('Settings', describeMisspelt(found)))

/** Whether the data folder may be used, and how much room its disk has. */
export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const folder = existingFolder(dataDir)
  try {
    // The dot makes a file in the place of a folder fail.
    await access(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = folderFault(error, folder) as Error
    return fault(ABOUT_DISK, message)
  }
  const { bavail, blocks, bsize } = await statfs(folder)
  return describeRoom(folder, bavail * bsize, blocks * bsize)
}

const existingFolder = (folder: string): string => (existsSync(folder) ? folder : existingFolder(dirname(folder)))

/** @param free and size are bytes */
export function describeRoom(folder: string, free: number, size: number): Finding {
  const room = `${(free / GIGABYTE).toFixed(1)} GB (${Math.floor((free / size) * 100)} %) are free on the disk of ${folder}`
  if (free / size < MIN_FREE) return fault(ABOUT_DISK, `Only ${room}. Photos are refused. Make room.`)
  return free / size < FEW_FREE
    ? warning(ABOUT_DISK, `Only ${room}. Make room before less than 5 % are left.`)
    : ok(ABOUT_DISK, room)
}

/** Whether a version of Node, for example "20.9.0", is older than another. */
export function isOlderVersion(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split('.').map((part) => Number.parseInt(part, 10)))
  const at = ones?.findIndex((part, index) => part !== (others?.[index] ?? 0)) ?? -1
  return at !== -1 && (ones?.[at] ?? 0) < (others?.[at] ?? 0)
}
