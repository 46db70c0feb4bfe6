import { beforeEach, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putReminder } from '../../../../test/support/reminders.ts'
import { inDays } from '../../../../test/support/tasks.ts'
import { aside, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { rateLimits } from '../../../shared/rate-limits.ts'
import {
  MAX_ACTIVE_REMINDERS,
  MAX_REMINDER_DESCRIPTION,
  MAX_REMINDERS,
  type NewReminder,
  remindersApi,
} from '../../../shared/reminders.ts'
import { contextFor } from '../../core/context.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { MAX_PER_REMINDER } from '../notifications/of-reminders.ts'
import { fireDue } from './fire.ts'

/** One person's reminders cannot fill the disk. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const count = async (table: string) => Number((await query(`select count(*) as n from ${table}`))[0].n)
const idOf = (name: PersonName) => muster.fixtures.people[name].id

beforeEach(async () => {
  for (const table of ['notifications', 'reminders', 'rate_limits']) await query(`delete from ${table}`)
})

const create = async (name: PersonName, body: Partial<NewReminder> = {}) =>
  (await muster.as(name)).call(remindersApi.create, { body: { title: 'Stretch', nextRun: inDays(1), ...body } })
/** Inserts many reminders of one person, past every limit. */
const putMany = (name: PersonName, many: number, isActive: boolean) =>
  query(
    `insert into reminders (title, next_run, user_id, created_by, is_active)
     select 'No. ' || n, now() + interval '1 day', $1, $1, $3 from generate_series(1, $2::int) n`,
    [idOf(name), many, isActive],
  )

test('a guest who makes hundreds gets no long ones for every minute, and no more than the burst of others', async () => {
  const description = 'x'.repeat(20_000)
  for (let at = 0; at < 5; at += 1)
    expect((await httpErrorOf(create('gus', { cronRule: '* * * * *', description }))).status).toBe(400)
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => create('gus', { cronRule: '0 * * * *' })))
  const done = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(done).toHaveLength(rateLimits.reminder.burst)
  expect(await count('reminders')).toBe(rateLimits.reminder.burst)
})

describe('a person may have', () => {
  test(`${MAX_ACTIVE_REMINDERS.staff} active ones that they made themselves, whatever others make for them`, async () => {
    await putMany('uli', MAX_ACTIVE_REMINDERS.staff - 1, true)
    await putReminder(muster, { user: 'uli', creator: 'marta' })
    const last = await create('uli')
    const { status, reply } = await httpErrorOf(create('uli'))
    expect([status, reply?.code]).toEqual([409, 'too_many_reminders'])
    // A paused reminder does not count; one that is to be activated counts as one more.
    const uli = await muster.as('uli')
    await uli.call(remindersApi.update, { params: last, body: { isActive: false } })
    await create('uli')
    const waking = uli.call(remindersApi.update, { params: last, body: { isActive: true } })
    expect((await httpErrorOf(waking)).status).toBe(409)
    await uli.call(remindersApi.update, { params: last, body: { title: 'Still asleep' } })
  })

  test('no more than the list can show, those that are over included', async () => {
    await putMany('gus', MAX_REMINDERS, false)
    expect((await httpErrorOf(create('gus'))).reply?.code).toBe('too_many_reminders')
    await putMany('marta', MAX_REMINDERS, false)
    await create('marta')
  })

  test(`${MAX_ACTIVE_REMINDERS.managers} active ones as a manager`, async () => {
    await putMany('marta', MAX_ACTIVE_REMINDERS.managers - 1, true)
    await create('marta')
    expect((await httpErrorOf(create('marta'))).status).toBe(409)
  })
})

describe('a personal reminder', () => {
  test.each(['* * * * *', '*/14 * * * *', '0,10 9 * * *', '50 8,9 1 1 *', '0,59 * * * *'])(
    'that repeats as fast as %s is refused by its rule',
    async (cronRule) => {
      const isFast = cronRule !== '50 8,9 1 1 *'
      const calling = create('uli', { cronRule })
      if (!isFast) return void (await calling)
      const { status, reply } = await httpErrorOf(calling)
      expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'cronRule'])
      const { id } = await create('uli', { cronRule: '0 * * * *' })
      const uli = await muster.as('uli')
      const changing = uli.call(remindersApi.update, { params: { id }, body: { cronRule } })
      expect((await httpErrorOf(changing)).reply?.issues?.[0]?.path).toBe('cronRule')
    },
  )

  test('is refused by its rule whoever makes it, and one of a department is not', async () => {
    const { Housekeeping } = muster.fixtures.departments
    expect((await httpErrorOf(create('marta', { userId: idOf('uli'), cronRule: '* * * * *' }))).status).toBe(400)
    const { id } = await create('marta', { departmentId: Housekeeping, cronRule: '* * * * *' })
    const marta = await muster.as('marta')
    const moving = marta.call(remindersApi.update, {
      params: { id },
      body: { departmentId: null, userId: idOf('uli') },
    })
    expect((await httpErrorOf(moving)).reply?.issues?.[0]?.path).toBe('cronRule')
  })

  test('from before that repeats faster can be edited, and fires every quarter of an hour', async () => {
    const at = (time: string) => `2026-11-20T${time}.000Z`
    const { id } = await putReminder(muster, { user: 'uli', cronRule: '* * * * *', nextRun: at('09:00:00') })
    const uli = await muster.as('uli')
    await uli.call(remindersApi.update, { params: { id }, body: { title: 'Walk' } })
    const runs: string[] = []
    for (const time of ['09:00:00', '09:01:00', '09:15:01', '11:00:30']) {
      await aside(() => fireDue(contextFor(muster.services, null, new Date(at(time)))))
      const [row] = await muster.services.database.orm.select().from(reminders)
      runs.push(row?.nextRun ?? '')
    }
    expect(runs).toEqual([at('09:15:00'), at('09:15:00'), at('09:30:00'), at('11:15:00')])
    expect(await count('notifications')).toBe(3)
  })

  test(`leaves its newest ${MAX_PER_REMINDER} notifications, one of a department all`, async () => {
    const due = inDays(-1)
    const personal = await putReminder(muster, { user: 'uli', cronRule: '0 * * * *', nextRun: due })
    const wide = await putReminder(muster, { department: 'Housekeeping', cronRule: '0 * * * *', nextRun: due })
    const fill = `insert into notifications (user_id, kind, params, subject_type, subject_id, created_at)
      select $1, 'reminder', jsonb_build_object('title', 'No. ' || n, 'description', null), 'reminder', $2::text,
        now() - interval '1 day' from generate_series(1, 120) n`
    for (const { id } of [personal, wide]) await query(fill, [idOf('uli'), id])
    await aside(() => fireDue(contextFor(muster.services, null, new Date())))
    const left = `select count(*)::int as n, max(title) filter (where title = 'No. 1') as first,
      max(title) filter (where title = 'No. 120') as last
      from (select *, params ->> 'title' as title from notifications) as named
      where subject_type = 'reminder' and subject_id = $1::text and user_id = $2`
    expect(await query(left, [personal.id, idOf('uli')])).toEqual([
      { n: MAX_PER_REMINDER, first: null, last: 'No. 120' },
    ])
    expect(await query(left, [wide.id, idOf('uli')])).toEqual([{ n: 121, first: 'No. 1', last: 'No. 120' }])
  })
})

test(`a description has up to ${MAX_REMINDER_DESCRIPTION} characters; a longer one from before is read as it is`, async () => {
  const long = 'x'.repeat(MAX_REMINDER_DESCRIPTION + 1)
  expect((await httpErrorOf(create('uli', { description: long }))).reply?.issues?.[0]?.path).toBe('description')
  await create('uli', { description: long.slice(1) })
  const { id } = await putReminder(muster, { user: 'uli', description: long })
  const uli = await muster.as('uli')
  expect(await uli.call(remindersApi.update, { params: { id }, body: { title: 'Walk' } })).toMatchObject({
    description: long,
  })
})
