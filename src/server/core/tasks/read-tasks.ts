import type { SQL } from 'drizzle-orm'
import { read } from '../../db/connect/connect.ts'
import type { Context } from '../context.ts'
import { readVersions } from './rows.ts'

/** How often a list is read while its tasks change between its two statements. */
const MAX_READS = 3

/**
 * Reads rows with `versions`, the versions of tasks with commas between them, or null (`versionsOf`). Returns each row with the
 * JSON of these tasks. The database writes only JSON that the server does not hold. `keep` is explained at `read`.
 */
export async function readWithTasks<Row extends object>(
  ctx: Pick<Context, 'now' | 'services'>,
  query: SQL | (() => SQL),
  keep: boolean | string,
): Promise<(Row & { tasks: Buffer[] })[]> {
  const { taskTexts, database } = ctx.services
  for (let reads = 1; ; reads += 1) {
    const rows = await read<Row & { versions: string | null }>(ctx, query, keep)
    const found = rows.map((row) =>
      (row.versions?.split(',') ?? []).map((version) => ({ version, json: taskTexts.get(version) })),
    )
    const missing = found.flat().filter(({ json }) => json === undefined)
    const newest = new Map<number, Buffer>()
    if (missing.length > 0) {
      const ids = missing.map(({ version }) => idOf(version))
      const known = new Set<string>()
      for (const { id, version, task } of await readVersions(database.orm, { ids })) {
        newest.set(id, taskTexts.keep(version, task))
        known.add(version)
      }
      // A task that has changed since may belong elsewhere now.
      if (reads < MAX_READS && missing.some(({ version }) => !known.has(version))) continue
    }
    const jsonOf = ({ version, json }: (typeof missing)[number]) => json ?? newest.get(idOf(version)) ?? []
    return rows.map((row, at) => ({ ...row, tasks: found[at]?.flatMap(jsonOf) ?? [] }))
  }
}

/** The id of the task that a version belongs to. */
const idOf = (version: string) => Number.parseInt(version, 10)
