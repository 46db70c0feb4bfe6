import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { projectRoot } from '../../base/project-root.ts'
import { CONCURRENTLY } from './apply-migrations.ts'
import { isEarlier } from './known-migrations.ts'

const meta = (name: string) => JSON.parse(readFileSync(join(projectRoot, 'migrations/meta', name), 'utf8'))

test('the migrations make the tables that src/server/db/tables describes', async () => {
  const folder = join(import.meta.dirname, '../tables')
  const modules = await Promise.all(readdirSync(folder).map((name) => import(join(folder, name))))
  const described = JSON.parse(JSON.stringify(generateDrizzleJson(Object.assign({}, ...modules))))
  const { entries } = meta('_journal.json') as { entries: { tag: string }[] }
  const migrated = meta(`${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`)
  for (const snapshot of [described, migrated]) {
    delete snapshot.id
    delete snapshot.prevId
  }
  expect(described, 'Run `npm run migration -- --name what_it_is`').toEqual(migrated)
})

/**
 * Statements that an older Muster still running would notice: they keep a table to themselves for as long as it is
 * large, or take away things that it uses. `docs/operations.md` says how to do the same in steps.
 */
const rules: [pattern: RegExp, instead: string][] = [
  [/^create (unique )?index (?!concurrently)/i, 'create it concurrently, in a migration of its own'],
  [/\bset data type\b|\balter column \S+ type\b/i, 'add a column, fill it by a job, and use the new one'],
  [/\bset not null\b/i, 'add a check as not valid, validate it in the next migration'],
  [/\badd constraint\b(?!.*\bnot valid\b)/is, 'add it as not valid, and validate it in the next migration'],
  [/\badd column\b(?=.*\bnot null\b)(?!.*\bdefault\b)/is, 'older servers insert rows without it: give it a default'],
  [
    /\badd column\b.*\b(generated always as|default (gen_random_uuid|random|clock_timestamp))/is,
    'it rewrites the table',
  ],
  [/^(update|delete|truncate|lock|cluster|vacuum full)\b/i, 'let a job go through the rows, some at a time'],
  [
    /\b(drop (table|column)|rename)\b/i,
    'older servers use it: take it away a release later, with the last migration of that one as the oldest',
  ],
]

/** The faults of a migration, except in tables that it makes itself. */
function faultsOf(migration: string, oldestIsNewer = false): string[] {
  const statements = migration
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
  const own = new Set(statements.flatMap((statement) => /^create table "?(\w+)"?/i.exec(statement)?.[1] ?? []))
  const tableOf = (statement: string) =>
    /^(?:alter table|create (?:unique )?index.*? on|update|delete from) (?:only )?"?(\w+)"?/is.exec(statement)?.[1]
  const isConcurrent = migration.startsWith(CONCURRENTLY)
  const faults = statements
    .filter((statement) => !own.has(tableOf(statement) ?? ''))
    .flatMap((statement) => {
      const rule = rules.find(([pattern]) => pattern.test(statement))
      const isContract = rule === rules.at(-1)
      return rule && !(isContract && oldestIsNewer) ? [`${statement.split('\n')[0]}: ${rule[1]}`] : []
    })
  const built = statements.flatMap(
    (statement) => /^create (?:unique )?index concurrently "?(\w+)/i.exec(statement)?.[1] ?? [],
  )
  const dropped = statements.flatMap(
    (statement) => /^drop index concurrently if exists "?(\w+)/i.exec(statement)?.[1] ?? [],
  )
  if (built.length > 0 && !isConcurrent) faults.push(`its first line must be "${CONCURRENTLY}"`)
  // An index that was broken off stays, and is not used.
  for (const name of built)
    if (!dropped.includes(name)) faults.push(`${name}: drop it concurrently if it exists, before`)
  return faults
}

/** Migrations up to this one were written before there was a release that could run beside them. */
const LAST_WITHOUT_RULES = 25

test('no migration keeps a table from an older Muster, or takes away what that uses', () => {
  const { entries } = meta('_journal.json') as { entries: { idx: number; tag: string }[] }
  const oldest = JSON.parse(readFileSync(join(projectRoot, 'migrations/oldest-migration.json'), 'utf8'))
  const faults = entries
    .filter(({ idx }) => idx > LAST_WITHOUT_RULES)
    .flatMap(({ idx, tag }) => {
      const isNewer = isEarlier(oldest[entries[idx - 1]?.tag ?? ''], oldest[tag])
      const text = readFileSync(join(projectRoot, 'migrations', `${tag}.sql`), 'utf8')
      return faultsOf(text, isNewer).map((fault) => `${tag}: ${fault}`)
    })
  expect(faults).toEqual([])
})

test.each([
  ['CREATE INDEX "tasks_x" ON "tasks" ("x");', 1],
  ['CREATE TABLE "x" ("id" integer);\n--> statement-breakpoint\nCREATE INDEX "x_id" ON "x" ("id");', 0],
  [
    'CREATE TABLE "x" ("id" integer);\n--> statement-breakpoint\nALTER TABLE "x" ADD CONSTRAINT "x_task" FOREIGN KEY ("id") REFERENCES "tasks"("id");',
    0,
  ],
  ['CREATE INDEX CONCURRENTLY "tasks_x" ON "tasks" ("x");', 2],
  [
    `${CONCURRENTLY}\nDROP INDEX CONCURRENTLY IF EXISTS "tasks_x";\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "tasks_x" ON "tasks" ("x");`,
    0,
  ],
  ['ALTER TABLE "tasks" ADD COLUMN "room" varchar(40);', 0],
  ['ALTER TABLE "tasks" ADD COLUMN "room" varchar(40) NOT NULL;', 1],
  [`ALTER TABLE "tasks" ADD COLUMN "room" varchar(40) DEFAULT '' NOT NULL;`, 0],
  ['ALTER TABLE "tasks" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;', 1],
  [`ALTER TABLE "tasks" ADD COLUMN "due" date GENERATED ALWAYS AS (coalesce(x, 'infinity')) STORED;`, 1],
  ['ALTER TABLE "tasks" ALTER COLUMN "room" SET DATA TYPE text;', 1],
  ['ALTER TABLE "tasks" ALTER COLUMN "room" SET NOT NULL;', 1],
  [`ALTER TABLE "tasks" ADD CONSTRAINT "tasks_room" CHECK (room <> '');`, 1],
  [`ALTER TABLE "tasks" ADD CONSTRAINT "tasks_room" CHECK (room <> '') NOT VALID;`, 0],
  ['ALTER TABLE "tasks" VALIDATE CONSTRAINT "tasks_room";', 0],
  [`UPDATE "tasks" SET "room" = '';`, 1],
  ['ALTER TABLE "tasks" RENAME COLUMN "room" TO "place";', 1],
  ['ALTER TABLE "tasks" DROP COLUMN "room";', 1],
  ['DROP TABLE "rooms";', 1],
])('the rules find what is wrong with %s', (migration, faults) => {
  expect(faultsOf(migration)).toHaveLength(faults)
})

test('what no server uses any more may be taken away', () => {
  expect(faultsOf('ALTER TABLE "tasks" DROP COLUMN "room";', true)).toEqual([])
})
