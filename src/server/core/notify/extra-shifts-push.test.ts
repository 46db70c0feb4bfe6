import { beforeEach, expect, test } from 'vitest'
import { putDevice } from '../../../../test/support/push.ts'
import { clearRoster, putExchange, putShift } from '../../../../test/support/roster.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { profileApi } from '../../../shared/profile.ts'
import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'
import { notify } from '../../features/notifications/notify.ts'
import { contextFor, inTransaction } from '../context.ts'
import { decide, readDeliveries } from './delivery.ts'

/** Questions whether somebody could come reach off duty only people who want extra shifts, by day, once a day. */

const zone = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: zone })
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const today = dateOf(Date.now(), zone)
const at = (days: number, time: string) => instantOf(daysLater(today, days), time, zone)
const idOfUli = () => muster.fixtures.people.uli.id
const wantExtraShifts = async (wantsExtraShifts: boolean) =>
  (await muster.as('uli')).call(profileApi.update, { body: { wantsExtraShifts } })

async function askAbout(date: string, start = '06:00') {
  const { id, startTime: first, endTime: end } = await putShift(muster, { date, start, isPublished: true })
  await inTransaction(contextFor(muster.services, null, new Date()), (ctx) => {
    const params = { by: 'Marta Oliveira', first, end, reason: null }
    return notify(ctx, [idOfUli()], { kind: 'shift-wanted', params, subject: { type: 'planned-shift', id } })
  })
  return id
}

/** The decisions about all notifications at a time, oldest first. */
async function decisions(now: string) {
  const [{ pairs }] = (await query(
    `select json_agg(json_build_array(n.id, d.id) order by n.id) as pairs from notifications n join push_subscriptions d on d.user_id = n.user_id`,
  )) as [{ pairs: [number, number][] }]
  const { orm } = muster.services.database
  const found = await readDeliveries({ db: orm, services: muster.services, now: new Date(now) }, pairs)
  return found.sort((a, b) => a.notificationId - b.notificationId).map(({ facts }) => decide(facts))
}

beforeEach(async () => {
  await query(`delete from notifications; delete from jobs; delete from push_subscriptions`)
  await clearRoster(muster)
  await query(`update users set notify = 'on_duty' where id = $1`, [idOfUli()])
  await wantExtraShifts(false)
  await putDevice(muster, 'uli')
})

test.each(['on_duty', 'always'])('who does not want extra shifts is not rung, and chooses "%s"', async (notify) => {
  await query(`update users set notify = $1 where id = $2`, [notify, idOfUli()])
  await askAbout(daysLater(today, 3))
  expect(await decisions(at(0, '10:00'))).toEqual([{ rings: false, because: 'off_duty' }])
  await wantExtraShifts(true)
  expect(await decisions(at(0, '10:00'))).toEqual([{ rings: true, because: 'own_plan' }])
  expect(await decisions(at(0, '06:30'))).toEqual([
    { rings: false, because: 'own_plan_later', at: Date.parse(at(0, '07:00')) },
  ])
  expect(await decisions(at(0, '21:00'))).toMatchObject([{ at: Date.parse(at(1, '07:00')) }])
})

test('they ring once a day', async () => {
  await wantExtraShifts(true)
  await askAbout(daysLater(today, 3))
  await query(`update notifications set rang_at = $1, rang_because = 'own_plan', is_read = true`, [at(0, '09:00')])
  await askAbout(daysLater(today, 4))
  expect((await decisions(at(0, '10:00')))[1]).toEqual({
    ...{ rings: false, because: 'own_plan_later', at: Date.parse(at(1, '07:00')) },
  })
  await query(`update notifications set rang_at = $1 where rang_at is not null`, [at(-1, '20:59')])
  expect((await decisions(at(0, '10:00')))[1]).toEqual({ rings: true, because: 'own_plan' })
})

test('they do not ring once somebody has taken the shift, or it has begun', async () => {
  await wantExtraShifts(true)
  const id = await askAbout(today, '10:00')
  expect(await decisions(at(0, '09:59'))).toEqual([{ rings: true, because: 'own_plan' }])
  expect(await decisions(at(0, '10:00'))).toEqual([{ rings: false, because: 'over' }])
  await query('update planned_shifts set published_user_id = $1, user_id = $1 where id = $2', [
    muster.fixtures.people.lea.id,
    id,
  ])
  expect(await decisions(at(0, '09:59'))).toEqual([{ rings: false, because: 'over' }])
})

async function askForExchange(days: number) {
  const shift = await putShift(muster, { person: 'lea', date: daysLater(today, days), isPublished: true })
  const { id } = await putExchange(muster, shift, 'lea', 'uli')
  await inTransaction(contextFor(muster.services, null, new Date()), (ctx) => {
    const gets = { start: shift.startTime, end: shift.endTime }
    const params = { by: 'Léa Kern', first: shift.startTime, gives: null, gets }
    return notify(ctx, [idOfUli()], { kind: 'exchange-asked', params, subject: { type: 'shift-exchange', id } })
  })
  return id
}

test('an answered question holds back no older one', async () => {
  await askForExchange(3)
  const newer = await askForExchange(4)
  const because = async () => (await decisions(at(0, '20:30'))).map((decision) => decision.because)
  expect(await because()).toEqual(['followed', 'own_plan'])
  await query(`update shift_exchanges set state = 'cancelled' where id = $1`, [newer])
  expect(await because()).toEqual(['own_plan', 'over'])

  await query('delete from notifications')
  await wantExtraShifts(true)
  await askAbout(daysLater(today, 5))
  const taken = await askAbout(daysLater(today, 6))
  expect(await because()).toEqual(['followed', 'own_plan'])
  const { lea } = muster.fixtures.people
  await query('update planned_shifts set published_user_id = $1, user_id = $1 where id = $2', [lea.id, taken])
  expect(await because()).toEqual(['own_plan', 'over'])
})

test('a question about an exchange does not ring once it has an answer', async () => {
  await askForExchange(3)
  expect(await decisions(at(0, '20:30'))).toEqual([{ rings: true, because: 'own_plan' }])
  await query(`update shift_exchanges set state = 'cancelled'`)
  expect(await decisions(at(0, '20:30'))).toEqual([{ rings: false, because: 'over' }])
})
