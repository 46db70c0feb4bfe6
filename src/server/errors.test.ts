import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { failures } from './errors.ts'
import { useTestApp } from './testing/test-app.ts'

const muster = useTestApp()

test('a failure that comes again and again is logged once, another one too, and the end of it', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line).msg) })
  const failed = failures(log, 'It fails', 'It works again')
  const { orm } = muster.services.database
  const errorOf = (work: PromiseLike<unknown>) => Promise.resolve(work).catch((error: unknown) => error)
  failed.ended()
  // Each names other values, as of each tick the time.
  for (const value of [1, 2, 3]) failed.came(await errorOf(orm.execute(sql`select ${value}::int / 0`)))
  expect(lines).toEqual(['It fails'])
  for (const _ of [1, 2]) failed.came(await errorOf(orm.execute(sql`select 'one'::int`)))
  expect(lines).toEqual(['It fails', 'It fails'])
  failed.ended()
  failed.ended()
  expect(lines).toEqual(['It fails', 'It fails', 'It works again'])
  failed.came(new Error('Once more'))
  expect(lines).toHaveLength(4)
})
