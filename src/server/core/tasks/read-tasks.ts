import { type SQL, sql } from 'drizzle-orm'
import { type Db, read } from '../../db/connect/connect.ts'
import type { Context } from '../context.ts'
import type { RememberedTaskJson } from './remembered-json.ts'
import { readVersions } from './rows.ts'

interface Versions {
  /** The versions of tasks, with commas between them; null for none. */
  versions: string | null
}

/**
 * Reads rows with `versions` (`versionsOf`). Returns each row with the JSON of these tasks. The database writes only
 * the JSON that the server does not hold. `read` explains `keep`.
 */
export async function readWithTasks<Row extends object>(
  ctx: Pick<Context, 'now' | 'services'>,
  query: SQL | (() => SQL),
  keep: boolean | string,
): Promise<(Row & { tasks: Buffer[] })[]> {
  const { taskJson, database } = ctx.services
  const rows = await read<Row & Versions>(ctx, query, keep)
  const json = await jsonOf(rows, taskJson, database.orm)
  if (json.every((task) => task)) return withTasks(rows, json)
  // A task has changed between the two statements, and the viewer may no longer see it. Now both see the same moment.
  return database.transaction(async (db) => {
    await db.execute(sql`set transaction isolation level repeatable read, read only`)
    const rows = await read<Row & Versions>(ctx, query, false, db)
    return withTasks(rows, await jsonOf(rows, taskJson, db))
  })
}

const versionsIn = ({ versions }: Versions) => versions?.split(',') ?? []

/** The JSON of all tasks of the rows, in their order. It is undefined for a version that is no longer there. */
async function jsonOf(rows: Versions[], held: RememberedTaskJson, db: Db): Promise<(Buffer | undefined)[]> {
  const versions = rows.flatMap(versionsIn)
  const json = versions.map((version) => held.get(version))
  const ids = versions.flatMap((version, at) => (json[at] ? [] : [Number.parseInt(version, 10)]))
  if (ids.length === 0) return json
  const written = new Map(
    (await readVersions(db, { ids })).map(({ version, task }) => [version, held.keep(version, task)]),
  )
  return versions.map((version, at) => json[at] ?? written.get(version))
}

/** Deals the JSON of all tasks out to the rows that they belong to. */
function withTasks<Row extends Versions>(rows: Row[], json: (Buffer | undefined)[]) {
  let from = 0
  return rows.map((row) => {
    const begin = from
    from += versionsIn(row).length
    return { ...row, tasks: json.slice(begin, from).filter((task) => task !== undefined) }
  })
}
