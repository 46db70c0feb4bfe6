import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { release, releaseOfFiles } from '../../base/config.ts'
import { projectRoot } from '../../base/project-root.ts'

/**
 * The migrations of this Muster. A build carries them with it, so that a program runs its own and not those in a newer
 * checkout around it. They are read once: a build may replace them while a server runs.
 */

/** The nearest one above this file: the build's, or the project's. */
export const migrationsFolder = (() => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'migrations'))) {
    if (dirname(folder) === folder) throw new Error('The folder "migrations" is missing from this installation.')
    folder = dirname(folder)
  }
  return join(folder, 'migrations')
})()

const readJson = (path: string, folder = migrationsFolder) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const namesIn = (folder: string) =>
  (readJson('meta/_journal.json', folder).entries as { tag: string }[]).map(({ tag }) => tag)

const names = namesIn(migrationsFolder)
const place = (name: string) => names.indexOf(name)

/** How many there are. */
export const knownMigrations = names.length

/** The name of the newest one, such as "0028_task_sums_of_many". */
export const newestMigration = names.at(-1) as string

/** Whether this Muster knows a migration. One that does not is older than it. */
export const knowsMigration = (name: string) => names.includes(name)

/**
 * A Muster may run on a database with all these migrations if it knows this one. Each names in `oldest-migration.json`
 * the one that a Muster beside it must know: itself, or an earlier one. The newest of those counts.
 */
export const oldestMigration = Object.values(readJson('oldest-migration.json') as Record<string, string>).reduce(
  (newest, other) => (place(other) > place(newest) ? other : newest),
)

/** Whether a migration that this Muster knows comes before another. */
export const isEarlier = (name: string, other: string) => place(name) < place(other)

/** The last migration of Musters that went by the name of the release, which several of them had in common. */
const LAST_BY_RELEASE = '0028_task_sums_of_many'

/**
 * The oldest release that may run, for Musters that go by it. After a migration that none of them may run beside, it
 * names a later release than any of theirs.
 */
export const oldestRelease = isEarlier(LAST_BY_RELEASE, oldestMigration) ? '0.3.0' : '0.2.0'

/** Whether somebody has put a newer version in place and not built it: the files around it are others. */
export function isOfOtherFiles(): boolean {
  const folder = join(projectRoot, 'migrations')
  if (release !== releaseOfFiles) return true
  return existsSync(folder) && namesIn(folder).join() !== names.join()
}
