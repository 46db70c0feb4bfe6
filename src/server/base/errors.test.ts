import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { failures, throttledWarning } from './errors.ts'

const muster = useTestApp()

test('a repeated failure is logged once, as are another failure and the recovery', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line).msg) })
  const failed = failures(log, 'It fails', 'It works again')
  const { orm } = muster.services.database
  const errorOf = (result: PromiseLike<unknown>) => Promise.resolve(result).catch((error: unknown) => error)
  failed.ended()
  // Each error contains other values, as each tick's error contains its time.
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

test('the same warning many times becomes two lines: the first, and one with the number of repetitions', async () => {
  const lines: { msg: string; times?: number; err: { message: string } }[] = []
  let onLine = () => {}
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) && onLine() })
  const warn = throttledWarning('Refused for now', 100)
  const away = (port: number) => Object.assign(new Error(`refused at port ${port}`), { code: 'ECONNREFUSED' })
  const summedUp = new Promise<void>((resolve) => {
    onLine = () => lines.some(({ times }) => times) && resolve()
  })
  for (let port = 0; port < 500; port += 1) warn(log, away(port))
  warn(log, new Error('Something else', { cause: new Error('behind it') }))
  expect(lines.map(({ err }) => err.message)).toEqual(['refused at port 0', 'Something else: behind it'])
  await summedUp
  expect(lines[2]).toMatchObject({ msg: 'Refused for now', times: 499, err: { message: 'refused at port 499' } })

  // Even 500 kinds of warning write few lines.
  lines.length = 0
  for (let kind = 0; kind < 500; kind += 1) warn(log, new Error(`Kind ${kind}`))
  expect(lines.length).toBeLessThan(25)
})
