import { asc, type SQL, sql } from 'drizzle-orm'
import { FOLD_VERSION, fold } from '../../shared/words/fold.ts'
import { inTransaction, type OpenContext } from '../core/context.ts'
import { enqueue, type JobRun, jobKind } from '../core/jobs/jobs.ts'
import { foldedName } from '../core/people/folded-name.ts'
import { searchColumns, searchTextOf } from '../core/write/search-text.ts'
import type { Db } from '../db/connect/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { comments } from '../db/tables/comments.ts'
import { departments } from '../db/tables/departments.ts'
import { handoverItems, handovers } from '../db/tables/handovers.ts'
import { sopPages } from '../db/tables/sops.ts'
import { taskSteps } from '../db/tables/steps.ts'
import { tasks } from '../db/tables/tasks.ts'
import { users } from '../db/tables/users.ts'
import { vectorOf } from '../features/sops/words.ts'

/**
 * Folded text is stored, so that it can be searched and sorted by. After an upgrade with other rules, or the restore of
 * an older backup, this folds it again in the background. Until then a search may miss words that the new rules change.
 * Only rows that differ are written, and nobody is told: lists look the same.
 */
export const foldAgainJob = jobKind<object>('fold-again', foldAgain, { isLong: true, isForgotten: true })

/** Enqueues the job if the text in the database is folded by older rules. */
export async function foldIfOutdated(ctx: OpenContext) {
  if (((await readSetting(ctx.db, 'foldVersion')) ?? 1) >= FOLD_VERSION) return
  await inTransaction(ctx, (tx) => enqueue(tx, foldAgainJob, {}, { key: String(FOLD_VERSION) }))
}

/** A table with folded text. It is read and written some rows at a time, each time in one transaction. */
interface Part<Row extends object> {
  /** Reads and locks the first rows behind this one. */
  read(after: Row | undefined): SQL
  /** The row as it is to be, with its id; undefined if it is so already. */
  fold(row: Row): object | undefined
  /** Writes rows; `given` is a JSON array of them. */
  write(given: string): SQL
}

const people: Part<{ id: string; first_name: string; last_name: string; folded_name: string }> = {
  read: (after) => sql`select id, first_name, last_name, folded_name from ${users}
    where ${after ? sql`id > ${after.id}::uuid` : sql`true`} order by id limit 1000 for no key update`,
  fold(row) {
    const name = foldedName({ firstName: row.first_name, lastName: row.last_name })
    return name === row.folded_name ? undefined : { id: row.id, name }
  },
  write: (given) => sql`update ${users} set folded_name = given.name
    from jsonb_to_recordset(${given}::jsonb) as given(id uuid, name text) where ${users.id} = given.id`,
}

type TaskRow = Pick<typeof tasks.$inferSelect, 'id' | 'title' | 'description' | 'tags' | 'place'> & {
  folded_title: string
  search_text: string
}
const taskTexts: Part<TaskRow> = {
  read: (after) => sql`select id, title, description, tags, place, folded_title, search_text from ${tasks}
    where id > ${after?.id ?? 0} order by id limit 500 for no key update`,
  fold({ id, folded_title, search_text, ...task }) {
    const { foldedTitle, searchText } = searchColumns(task)
    return foldedTitle === folded_title && searchText === search_text ? undefined : { id, foldedTitle, searchText }
  },
  write: (given) => sql`update ${tasks} set folded_title = given."foldedTitle", search_text = given."searchText"
    from jsonb_to_recordset(${given}::jsonb) as given(id int, "foldedTitle" text, "searchText" text)
    where ${tasks.id} = given.id`,
}

type Text = { id: number; text: string; search_text: string }
/** Texts that tasks are searched by besides their own. */
const contentsOf = (table: typeof comments | typeof taskSteps): Part<Text> => ({
  read: (after) => sql`select id, text, search_text from ${table}
    where id > ${after?.id ?? 0} and text <> '' order by id limit 500 for no key update`,
  fold({ id, text, search_text }) {
    const searchText = searchTextOf(text)
    return searchText === search_text ? undefined : { id, searchText }
  },
  write: (given) => sql`update ${table} set search_text = given."searchText"
    from jsonb_to_recordset(${given}::jsonb) as given(id int, "searchText" text) where ${table.id} = given.id`,
})

const handoverTexts: Part<{ id: number; texts: (string | null)[]; search_text: string }> = {
  read: (after) => sql`select id, search_text, array[note]::text[] || array(
      select part.text from ${handoverItems} as item
      cross join lateral (values (1, item.text), (2, item.next), (3, item.if_then)) as part (at, text)
      where item.handover_id = ${handovers.id} order by item.position, part.at
    ) as texts
    from ${handovers} where id > ${after?.id ?? 0} order by id limit 500 for no key update`,
  fold({ id, texts, search_text }) {
    const searchText = searchTextOf(texts.filter(Boolean).join(' '))
    return searchText === search_text ? undefined : { id, searchText }
  },
  write: (given) => sql`update ${handovers} set search_text = given."searchText"
    from jsonb_to_recordset(${given}::jsonb) as given(id int, "searchText" text) where ${handovers.id} = given.id`,
}

const pageWords: Part<{ version: number; page: number; text: string }> = {
  // A page has up to some thousand words.
  read: (after) => sql`select sop_version_id as version, page, text from ${sopPages}
    where (sop_version_id, page) > (${after?.version ?? 0}, ${after?.page ?? 0})
    order by sop_version_id, page limit 50 for no key update`,
  fold: ({ version, page, text }) => ({ version, page, words: vectorOf(text) }),
  write: (given) => sql`update ${sopPages} set words = given.words::tsvector
    from jsonb_to_recordset(${given}::jsonb) as given(version int, page int, words text)
    where sop_version_id = given.version and ${sopPages.page} = given.page and ${sopPages.words} <> given.words::tsvector`,
}

async function foldAgain({ services }: OpenContext, _payload: object, run: JobRun) {
  const { orm, transaction } = services.database
  await transaction(foldDepartments)
  const { rows } = await orm.execute<{ total: number }>(sql`
    select (select count(*) from ${users}) + (select count(*) from ${tasks}) + (select count(*) from ${comments})
      + (select count(*) from ${taskSteps}) + (select count(*) from ${handovers}) + (select count(*) from ${sopPages}) as total`)
  const total = Number(rows[0]?.total)
  let done = 0
  const foldPart = async <Row extends object>(part: Part<Row>) => {
    let last: Row | undefined
    do {
      run.signal.throwIfAborted()
      const read = await transaction((db) => foldRows(db, part, last))
      last = read.at(-1)
      done += read.length
      await run.progress(Math.min(done, total), total)
    } while (last)
  }
  await foldPart(people)
  await foldPart(taskTexts)
  await foldPart(contentsOf(comments))
  await foldPart(contentsOf(taskSteps))
  await foldPart(handoverTexts)
  await foldPart(pageWords)
  await run.complete((tx) => writeSetting(tx.db, 'foldVersion', FOLD_VERSION))
}

async function foldRows<Row extends object>(db: Db, { read, fold, write }: Part<Row>, after: Row | undefined) {
  const { rows } = await db.execute(read(after))
  const changed = (rows as Row[]).flatMap((row) => fold(row) ?? [])
  if (changed.length > 0) await db.execute(write(JSON.stringify(changed)))
  return rows as Row[]
}

/** There are few of them. If two names have become the same, the later one stays as it was: it was allowed. */
async function foldDepartments(db: Db) {
  const all = await db.select().from(departments).orderBy(asc(departments.id)).for('update')
  const taken = new Set(all.map(({ foldedName }) => foldedName))
  for (const { id, name, foldedName: before } of all) {
    const after = fold(name)
    if (taken.has(after)) continue
    taken.add(after)
    await db.execute(sql`update ${departments} set folded_name = ${after} where id = ${id} and folded_name = ${before}`)
  }
}
