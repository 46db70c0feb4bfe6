import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const holdsData = (folder: string) => ['postgres', 'files'].some((name) => existsSync(join(folder, name)))

/**
 * The folder of the data when `DATA_DIR` names none: `data` in the folder in which Muster starts. For three days of
 * November 2026 Muster made it beside that folder by mistake. Data that is there, with none in the right place, stays
 * where it is.
 */
export function defaultDataDir(startFolder: string): string {
  const right = resolve(startFolder, 'data')
  const beside = resolve(startFolder, '../data')
  return !holdsData(right) && holdsData(beside) ? beside : right
}
