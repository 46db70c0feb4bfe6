import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { failures, throttledWarning } from './errors.ts'

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

test('a storm of the same warning is two lines: the first, and one with how often it came again', async () => {
  const lines: { msg: string; times?: number; err: { message: string } }[] = []
  let tell = () => {}
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) && tell() })
  const warn = throttledWarning('Refused for now', 100)
  const away = (port: number) => Object.assign(new Error(`refused at port ${port}`), { code: 'ECONNREFUSED' })
  const summedUp = new Promise<void>((resolve) => {
    tell = () => lines.some(({ times }) => times) && resolve()
  })
  for (let port = 0; port < 500; port += 1) warn(log, away(port))
  warn(log, new Error('Something else', { cause: new Error('behind it') }))
  expect(lines.map(({ err }) => err.message)).toEqual(['refused at port 0', 'Something else: behind it'])
  await summedUp
  expect(lines[2]).toMatchObject({ msg: 'Refused for now', times: 499, err: { message: 'refused at port 499' } })

  // However many kinds there are, they are no more lines than that.
  lines.length = 0
  for (let kind = 0; kind < 500; kind += 1) warn(log, new Error(`Kind ${kind}`))
  expect(lines.length).toBeLessThan(25)
})
