import { beforeEach, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import { inDays } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { organisationApi } from '../../../shared/organisation.ts'
import { shiftApi } from '../../../shared/shift.ts'

const muster = useTestApp()
beforeEach(() => clearSessions(muster))

const hoursAgo = (hours: number) => inDays(-hours / 24)

test('lists the people of a department, those on duty first', async () => {
  const since = hoursAgo(3)
  await putSession(muster, 'uli', since, null)
  await putSession(muster, 'lea', hoursAgo(14.1), null)
  await putSession(muster, 'una', hoursAgo(1), null)
  const query = { departmentId: String(muster.fixtures.departments.Housekeeping) } as never
  const people = await (await muster.as('marta')).call(shiftApi.people, { query })
  expect(people.map(({ firstName, onDutySince }) => [firstName, onDutySince])).toEqual([
    ['Uli', since],
    ['Léa', null],
    ['Marta', null],
  ])
  expect(people[0]?.department?.name).toBe('Housekeeping')
})

test('is for managers, anywhere', async () => {
  await putSession(muster, 'una', hoursAgo(1), null)
  const all = await (await muster.as('marta')).call(shiftApi.people, { query: {} })
  expect(all[0]).toMatchObject({ firstName: 'Una', onDutySince: expect.any(String) })
  expect(all.some(({ firstName }) => firstName === 'Gus')).toBe(false)
})

test('a manager of another department learns at once that somebody comes on duty, but not of the session', async () => {
  const address = await muster.listen()
  const [milan, uli] = [await muster.as('milan'), await muster.as('uli')]
  const page = await openPage(address, { cookie: milan.cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people.milan.id })
  await page.receives('auth_success')
  await uli.call(clockApi.start, {})
  const { data } = await page.receives('change')
  expect(data).toMatchObject({ resource: 'duty', id: null })
  expect(data).not.toHaveProperty('row')
  page.socket.close()
})

test('a correction of a session that has ended changes nobody’s duty, and one of a running session does', async () => {
  const address = await muster.listen()
  const ended = await putSession(muster, 'uli', hoursAgo(80), hoursAgo(72))
  const running = await putSession(muster, 'lea', hoursAgo(3), null)
  const [milan, adam] = [await muster.as('milan'), await muster.as('adam')]
  const page = await openPage(address, { cookie: milan.cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people.milan.id })
  await page.receives('auth_success')
  const correct = (id: number, startTime: string) =>
    adam.call(clockApi.correct, { params: { id }, body: { startTime, reason: 'Forgotten' } })
  await correct(ended.id, hoursAgo(79))
  const since = hoursAgo(2)
  await correct(running.id, since)
  await adam.call(organisationApi.update, { body: { name: 'The end of what is counted' } })
  const received: string[] = []
  while (!received.includes('organisation')) received.push((await page.receives('change')).data.resource)
  expect(received).toEqual(['duty', 'organisation'])
  const people = await milan.call(shiftApi.people, { query: {} })
  expect(people.find(({ firstName }) => firstName === 'Léa')?.onDutySince).toBe(since)
  page.socket.close()
})
