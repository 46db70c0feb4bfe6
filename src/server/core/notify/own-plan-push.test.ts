import { beforeEach, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { putDevice } from '../../../../test/support/push.ts'
import { clearRoster, putShift } from '../../../../test/support/roster.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'
import { notify } from '../../features/notifications/notify.ts'
import { contextFor, inTransaction } from '../context.ts'
import { decide, readDeliveries } from './delivery.ts'

/** A zone in which it is three to four in the night now. */
function nightlyZone() {
  const offset = ((3 - new Date().getUTCHours() + 36) % 24) - 12
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
const zone = nightlyZone()
const muster = useTestApp({ TIME_ZONE: zone })
const query = async (text: string) => (await muster.services.database.pool.query(text)).rows
const today = dateOf(Date.now(), zone)
const at = (days: number, time: string) => instantOf(daysLater(today, days), time, zone)
const idOfUli = () => muster.fixtures.people.uli.id

const tell = (kind: 'roster-published' | 'shift-asked', first: string) =>
  inTransaction(contextFor(muster.services, null, new Date()), (ctx) => {
    const params = { by: 'Marta Oliveira', count: 1, first, end: first, reason: 'Two are ill' }
    return notify(ctx, [idOfUli()], { kind, params, subject: null })
  })
/** The decisions about all notifications at a time, oldest first. */
async function decisions(now: string) {
  const [{ pairs }] = (await query(
    `select json_agg(json_build_array(n.id, d.id) order by n.id) as pairs from notifications n join push_subscriptions d on d.user_id = n.user_id`,
  )) as [{ pairs: [number, number][] }]
  const { orm } = muster.services.database
  const found = await readDeliveries({ db: orm, services: muster.services, now: new Date(now) }, pairs)
  return found.sort((a, b) => a.notificationId - b.notificationId).map(({ facts }) => decide(facts).because)
}

beforeEach(async () => {
  await query(`delete from notifications; delete from jobs; delete from push_subscriptions`)
  await clearRoster(muster)
  await query(`update users set notify = 'on_duty' where id = '${idOfUli()}'`)
  await putDevice(muster, 'uli')
})

test('a plan that is published at night rings in the morning, and is decided again then', async () => {
  await tell('roster-published', at(3, '06:00'))
  await query(`update jobs set run_at = now()`)
  await finishJobs(muster.services)
  const [job] = await query(`select run_at from jobs where kind = 'push'`)
  expect(new Date(job?.run_at).toISOString()).toBe(at(0, '09:00'))
  expect(await query('select id from notifications where rang_at is not null')).toEqual([])
})

test('it rings by day once for several, and a question has hours of its own', async () => {
  await tell('roster-published', at(3, '06:00'))
  await tell('roster-published', at(4, '06:00'))
  expect(await decisions(at(0, '09:00'))).toEqual(['followed', 'own_plan'])
  await tell('shift-asked', at(2, '06:00'))
  expect(await decisions(at(0, '07:30'))).toEqual(['followed', 'own_plan_later', 'own_plan'])
  expect(await decisions(at(0, '20:30'))).toEqual(['followed', 'own_plan_later', 'own_plan'])
  expect(await decisions(at(0, '21:00'))).toEqual(['followed', 'own_plan_later', 'own_plan_later'])
})

test('it rings although a newer one waits for the next clock-in', async () => {
  await putShift(muster, { person: 'uli', date: daysLater(today, 1), start: '06:00', isPublished: true })
  await tell('roster-published', at(1, '06:00'))
  await tell('roster-published', at(10, '06:00'))
  expect(await decisions(at(0, '09:00'))).toEqual(['own_plan', 'off_duty'])
})

test('it does not ring after a newer one, which has rung for both', async () => {
  await tell('roster-published', at(3, '06:00'))
  await tell('roster-published', at(4, '06:00'))
  // A server was killed with the job of the older one.
  await query(`
    update notifications set rang_at = '${at(0, '09:00')}', rang_because = 'own_plan'
    where id = (select max(id) from notifications)`)
  expect(await decisions(at(0, '09:05'))).toEqual(['followed', 'own_plan'])
})

test('it waits for the next clock-in if that is a day before the first shift', async () => {
  await tell('roster-published', at(3, '06:00'))
  await putShift(muster, { person: 'uli', date: daysLater(today, 2), start: '06:00', isPublished: true })
  expect(await decisions(at(0, '10:00'))).toEqual(['off_duty'])
  // A draft is no shift to come.
  await clearRoster(muster)
  await putShift(muster, { person: 'uli', date: daysLater(today, 2), start: '06:00' })
  expect(await decisions(at(0, '10:00'))).toEqual(['own_plan'])
})
