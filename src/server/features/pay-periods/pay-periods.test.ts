import { afterEach, expect, test } from 'vitest'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { hoursApi } from '../../../shared/hours.ts'
import { payPeriodsApi } from '../../../shared/pay-periods.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { hoursAnswers } from '../../db/tables/hours.ts'

/** How an organisation cuts hours into pay periods. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
afterEach(async () => {
  await muster.services.database.pool.query("delete from hours_answers; delete from settings where name = 'payPeriods'")
  muster.services.settings.forget()
})

const update = async (body: object) => (await muster.as('adam')).call(payPeriodsApi.update, { body: body as never })
const read = async () => (await muster.as('uli')).call(payPeriodsApi.get, {})
const today = () => dateOf(Date.now(), 'Europe/Berlin')
/** A person has said something about a period. */
const putAnswer = () => {
  const { id: userId } = muster.fixtures.people.uli
  const ofJune = { periodStart: '2026-06-01', periodEnd: '2026-06-30', hash: 'A'.repeat(22) }
  return muster.put('uli', hoursAnswers, { ...ofJune, userId, saidBy: userId, kind: 'confirm' })
}

test('it is the month as long as nobody has chosen', async () => {
  expect(await read()).toEqual({ rules: [{ kind: 'month', anchor: null, since: null }], updatedAt: null })
})

test('a choice holds for all days as long as nobody has confirmed or approved anything', async () => {
  const saved = await update({ kind: 'two-weeks', anchor: '2026-11-02' })
  expect(saved.rules).toEqual([{ kind: 'two-weeks', anchor: '2026-11-02', since: null }])
  expect(await read()).toEqual(saved)
  const { period } = await (await muster.as('uli')).call(hoursApi.person, { query: { period: '2026-11-20' } })
  expect(period).toMatchObject({ start: '2026-11-16', end: '2026-11-29' })
})

test('after that it holds from the next period on', async () => {
  await putAnswer()
  const { rules } = await update({ kind: 'week' })
  const next = daysLater(`${today().slice(0, 7)}-28`, 4).slice(0, 7)
  expect(rules).toEqual([
    { kind: 'month', anchor: null, since: null },
    { kind: 'week', anchor: null, since: `${next}-01` },
  ])
  const { period } = await (await muster.as('uli')).call(hoursApi.person, { query: { period: '2026-06-15' } })
  expect(period).toMatchObject({ start: '2026-06-01', end: '2026-06-30' })
})

test('two weeks need a day on which they begin', async () => {
  const { status, reply } = await httpErrorOf(update({ kind: 'two-weeks' }))
  expect({ status, path: reply?.issues?.[0]?.path }).toEqual({ status: 400, path: 'anchor' })
})

test('a change of an older version is refused, and what stays as it is is no change', async () => {
  const { updatedAt } = await update({ kind: 'week' })
  expect((await update({ kind: 'week', updatedAt })).updatedAt).toBe(updatedAt)
  expect((await httpErrorOf(update({ kind: 'month', updatedAt: null }))).status).toBe(409)
  const logged = "select details from audit_logs where action = 'pay-period.update' order by id desc limit 1"
  expect((await muster.services.database.pool.query(logged)).rows[0].details.after).toMatchObject({ payPeriod: 'week' })
})
