import { beforeEach, describe, expect, test } from 'vitest'
import { deleteFullBuckets, takeToken } from '../src/server/core/rate-limits.ts'
import { API_PREFIX } from '../src/shared/api-prefix.ts'
import { feedbackApi } from '../src/shared/feedback.ts'
import { IDEMPOTENCY_HEADER } from '../src/shared/idempotency.ts'
import { passkeysApi } from '../src/shared/passkeys.ts'
import { rateLimits } from '../src/shared/rate-limits.ts'
import { remindersApi } from '../src/shared/reminders.ts'
import { secondStepApi } from '../src/shared/second-step.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { usersApi } from '../src/shared/users.ts'
import { clearSessions } from './support/clock.ts'
import { codeOf } from './support/one-time-codes.ts'
import { PASSWORD, type PersonName } from './support/people.ts'
import { putTask } from './support/tasks.ts'
import { httpErrorOf, useTestApp } from './support/test-app.ts'

/** A token bucket for each kind of call limits guests and users without a manager. */

const muster = useTestApp()
const ask = async (text: string) => (await muster.services.database.pool.query(text)).rows
const HOUR = 3600_000

beforeEach(() => ask('delete from rate_limits'))

const json = { 'content-type': 'application/json' }
const send = async (name: PersonName, payload = '{"rating":5}', headers: Record<string, string> = {}) =>
  (await muster.as(name)).raw({
    method: 'POST',
    url: `${API_PREFIX}/feedback`,
    headers: { ...json, ...headers },
    payload,
  })

/** Changes the rows as if this many milliseconds had passed. */
const pass = (milliseconds: number) =>
  ask(`update rate_limits set updated_at = updated_at - interval '${milliseconds} milliseconds'`)

describe('a limit', () => {
  const { burst, perHour } = rateLimits.feedback

  test('allows a burst, says in a sentence when the next call is allowed, and fills up again', async () => {
    const replies = await Promise.all(Array.from({ length: burst + 5 }, () => send('gus')))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(burst)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.json).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^You .+\. Try again in .+\.$/),
    })
    const seconds = Number(refused?.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(Math.ceil(3600 / perHour))
    await pass((seconds + 1) * 1000)
    expect((await send('gus')).status).toBe(201)
    expect((await send('gus')).status).toBe(429)
    await pass(10 * HOUR)
    const later = await Promise.all(Array.from({ length: burst + 5 }, () => send('gus')))
    expect(later.filter(({ status }) => status === 201)).toHaveLength(burst)
  })

  test('counts for each person, on all servers together', async () => {
    const { cookie } = await muster.as('gus')
    const addresses = [await muster.listen(), (await muster.another()).address]
    const statuses = await Promise.all(
      Array.from({ length: burst * 2 }, async (_, at) => {
        const options = { method: 'POST', headers: { ...json, cookie }, body: '{"rating":5}' }
        return (await fetch(`${addresses[at % 2]}${API_PREFIX}/feedback`, options)).status
      }),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(burst)
    expect((await send('uli')).status).toBe(201)
  })

  test('does not count refused calls or repeated ones', async () => {
    const key = { [IDEMPOTENCY_HEADER]: 'one-thing-done-0001' }
    for (let at = 0; at < burst + 5; at += 1) {
      expect((await send('gus', '{"rating":9}')).status).toBe(400)
      expect((await send('gus', '{"rating":5}', key)).status).toBe(201)
    }
    expect(await ask('select tokens from rate_limits')).toEqual([{ tokens: burst - 1 }])
  })

  test('does not exist for managers, and stores no row for them', async () => {
    const replies = await Promise.all(Array.from({ length: burst + 5 }, () => send('marta')))
    expect(replies.every(({ status }) => status === 201)).toBe(true)
    expect(await ask(`select from rate_limits where kind = 'feedback'`)).toEqual([])
  })

  test('survives a clock that is put back', async () => {
    const { orm } = muster.services.database
    const now = Date.now()
    for (let at = 0; at < burst; at += 1) await takeToken(orm, new Date(now), 'somebody', 'feedback')
    const earlier = new Date(now - 5 * HOUR)
    expect(await takeToken(orm, earlier, 'somebody', 'feedback')).toMatchObject({ isTaken: false })
    const soon = new Date(earlier.getTime() + 60_000 + (1.01 * HOUR) / perHour)
    expect(await takeToken(orm, soon, 'somebody', 'feedback')).toMatchObject({ isTaken: true, missed: 1 })
  })

  test('that is full again has no row', async () => {
    const { orm } = muster.services.database
    const now = new Date()
    for (const name of ['one', 'two']) await takeToken(orm, now, name, 'feedback')
    await deleteFullBuckets({ db: orm, now: new Date(now.getTime() + 0.9 * HOUR * (1 / perHour)) })
    expect(await ask('select from rate_limits')).toHaveLength(2)
    await deleteFullBuckets({ db: orm, now: new Date(now.getTime() + 25 * HOUR) })
    expect(await ask('select from rate_limits')).toEqual([])
  })
})

describe('there is one for', () => {
  const empty = (kind: string, name: PersonName) =>
    ask(`insert into rate_limits (subject, kind, tokens, missed, updated_at)
      values ('${muster.fixtures.people[name].id}', '${kind}', 0, 0, now())
      on conflict (subject, kind) do update set tokens = 0`)

  test('reminders, to create and to change', async () => {
    const gus = await muster.as('gus')
    const made = await gus.call(remindersApi.create, { body: { title: 'Tea', nextRun: '2031-01-01T00:00:00.000Z' } })
    await ask('delete from rate_limits')
    await empty('reminder', 'gus')
    const changing = gus.call(remindersApi.update, { params: made, body: { title: 'Coffee' } })
    expect((await httpErrorOf(changing)).status).toBe(429)
    await gus.call(remindersApi.remove, { params: made })
  })

  test('statuses of tasks, which many changes in a row do not reach', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const uli = await muster.as('uli')
    const flip = (status: 'pending' | 'completed') => uli.call(tasksApi.update, { params: { id }, body: { status } })
    for (let at = 0; at < 30; at += 1) await flip(at % 2 ? 'pending' : 'completed')
    await ask('delete from rate_limits')
    await empty('task-change', 'uli')
    expect((await httpErrorOf(flip('completed'))).status).toBe(429)
  })

  test('tasks that are changed or put back in one call: a token for each twenty', async () => {
    const ids: number[] = []
    for (let at = 0; at < 21; at += 1) ids.push((await putTask(muster, { department: 'Housekeeping' })).id)
    const uli = await muster.as('uli')
    const complete = () => uli.call(tasksApi.updateMany, { body: { ids, changes: { status: 'completed' } } })
    const { before } = await complete()
    expect(await ask('select tokens from rate_limits')).toEqual([{ tokens: rateLimits['task-change'].burst - 2 }])
    const undo = () => uli.call(tasksApi.undo, { body: { from: { status: 'completed' }, to: before } })
    await ask('update rate_limits set tokens = 1, updated_at = now()')
    expect((await httpErrorOf(undo())).status).toBe(429)
    expect((await httpErrorOf(complete())).status).toBe(429)
    await ask('update rate_limits set tokens = 2, updated_at = now()')
    expect(await undo()).toEqual({ changed: 21 })
    expect((await httpErrorOf(complete())).status).toBe(429)
  })

  test('clocking in, and none for clocking out', async () => {
    await clearSessions(muster)
    await empty('clock', 'uli')
    const uli = await muster.as('uli')
    expect((await uli.raw({ method: 'POST', url: `${API_PREFIX}/clock/start` })).status).toBe(429)
    await ask('delete from rate_limits')
    expect((await uli.raw({ method: 'POST', url: `${API_PREFIX}/clock/start` })).status).toBe(201)
    await empty('clock', 'uli')
    // Clocking out is always possible.
    expect((await uli.raw({ method: 'POST', url: `${API_PREFIX}/clock/stop` })).status).toBe(200)
  })

  test('one’s own password', async () => {
    await empty('password', 'lea')
    const lea = await muster.as('lea')
    const changing = lea.call(usersApi.setPassword, {
      params: { id: muster.fixtures.people.lea.id },
      body: { currentPassword: PASSWORD, newPassword: PASSWORD },
    })
    expect((await httpErrorOf(changing)).status).toBe(429)
  })

  test('the ways to sign in, for managers too', async () => {
    const marta = await muster.as('marta')
    const { secret } = await marta.call(secondStepApi.begin, {})
    const confirm = () => marta.call(secondStepApi.confirm, { body: { code: codeOf(secret) } })
    await empty('sign-in-method', 'marta')
    expect((await httpErrorOf(confirm())).status).toBe(429)
    await ask('delete from rate_limits')
    await confirm()
    await empty('sign-in-method', 'marta')
    const params = { id: 1 }
    for (const call of [
      () => marta.call(secondStepApi.renewCodes, {}),
      () => marta.call(secondStepApi.remove, {}),
      () => marta.call(passkeysApi.rename, { params, body: { name: 'Phone' } }),
      () => marta.call(passkeysApi.remove, { params }),
    ])
      expect((await httpErrorOf(call())).status).toBe(429)
  })

  test('feedback', async () => {
    await empty('feedback', 'lea')
    expect((await httpErrorOf((await muster.as('lea')).call(feedbackApi.create, { body: { rating: 1 } }))).status).toBe(
      429,
    )
  })
})
