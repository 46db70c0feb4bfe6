import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { putShift } from '../../../../test/support/roster.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { calendarApi } from '../../../shared/calendar.ts'
import { daysLater } from '../../../shared/time/time.ts'

const muster = useTestApp({ PUBLIC_URL: 'http://muster.example', TIME_ZONE: 'Europe/Berlin' })
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
const day = (days: number) => daysLater(new Date().toISOString().slice(0, 10), days)

async function calendarOf(name: 'uli' | 'marta') {
  const browser = await muster.as(name)
  const { path } = await browser.call(calendarApi.renew, {})
  return async () => {
    const { text, headers } = await muster.stranger().raw({ method: 'GET', url: path })
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    return { text, etag: headers.etag, events }
  }
}

test('a calendar has its person’s published shifts, and nothing of drafts or colleagues', async () => {
  const read = await calendarOf('uli')
  const { id } = await putShift(muster, { person: 'uli', date: day(3), isPublished: true, note: 'Lobby, please' })
  await putShift(muster, { person: 'uli', date: day(4), title: 'Draft' })
  await putShift(muster, { person: 'lea', date: day(3), isPublished: true, title: 'Colleague' })
  await putShift(muster, { person: 'uli', date: day(-16), isPublished: true, title: 'Long ago' })
  await putShift(muster, { person: 'uli', date: day(62), isPublished: true, title: 'Far away' })
  await putShift(muster, { person: 'uli', date: day(-13), isPublished: true, title: 'Last week' })
  const { text, etag, events } = await read()
  expect(text).not.toMatch(/Draft|Colleague|Long ago|Far away|Léa/)
  expect(events.map((event) => event.getFirstPropertyValue('summary'))).toEqual(['Last week', 'Shift'])
  const [, event] = events
  const property = (name: string) => String(event?.getFirstPropertyValue(name))
  expect(property('uid')).toBe(`shift-${id}@muster.example`)
  expect([property('sequence'), property('status'), property('transp')]).toEqual(['1', 'CONFIRMED', 'OPAQUE'])
  expect([property('description'), property('url')]).toEqual(['Lobby, please', 'http://muster.example/roster'])

  // A change of the draft shows nowhere, not even by a time.
  await query(`update planned_shifts set end_time = end_time + interval '1 hour', updated_at = now() where id = $1`, [
    id,
  ])
  expect(await read()).toMatchObject({ text, etag })
  await query(
    `update planned_shifts set published_end_time = end_time, published_version = 2, published_at = now() where id = $1`,
    [id],
  )
  const [, changed] = (await read()).events
  expect(changed?.getFirstPropertyValue('uid')).toBe(`shift-${id}@muster.example`)
  expect(changed?.getFirstPropertyValue('sequence')).toBe(2)
  await query('delete from planned_shifts')
})

test('a shift that its person is asked about is tentative', async () => {
  const read = await calendarOf('uli')
  const addition = await putShift(muster, { person: 'uli', date: day(2), title: 'Addition' })
  const move = await putShift(muster, { person: 'uli', date: day(3), title: 'Move', isPublished: true })
  await query(`update planned_shifts set start_time = start_time + interval '2 hours' where id = $1`, [move.id])
  const ask = (where: string) =>
    query(`update planned_shifts set ${where} where id = any($1)`, [[addition.id, move.id]])
  await ask('asked_at = now()')
  const states = async () =>
    (await read()).events.map((event) => [
      ...[event.getFirstPropertyValue('summary'), event.getFirstPropertyValue('status')],
      new Date(String(event.getFirstPropertyValue('dtstart'))).getUTCHours() < 7,
    ])
  expect(await states()).toEqual([
    ['Addition', 'TENTATIVE', true],
    ['Move', 'TENTATIVE', true],
  ])
  await ask('refused_at = now()')
  expect(await states()).toEqual([['Move', 'CONFIRMED', true]])
  await query('delete from planned_shifts')
})
