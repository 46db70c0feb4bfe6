import { expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp()
const statusOf = async (call: Promise<unknown>) => (await httpErrorOf(call)).status

test('an administrator sees where a person is signed in, ends one session, and then all', async () => {
  const boss = await putPerson(muster.services, { role: 'admin' })
  const admin = await muster.signIn(boss.email)
  const { id, email } = await putPerson(muster.services)
  const [phone, office] = [await muster.signIn(email), await muster.signIn(email)]
  const list = () => admin.call(usersApi.sessions, { params: { id } })
  expect((await list()).map(({ isCurrent, device }) => [isCurrent, device])).toEqual([
    [false, 'Unknown device'],
    [false, 'Unknown device'],
  ])
  const page = await openPage(await muster.listen(), { cookie: phone.cookie })
  page.send({ type: 'auth', userId: id })
  await page.receives('auth_success')
  const [phones] = (await phone.call(authApi.sessions, {})).filter(({ isCurrent }) => isCurrent)
  await admin.call(usersApi.endSession, { params: { id, session: phones?.id ?? '' } })
  expect(await page.closed).toBe(4401)
  expect(await statusOf(phone.call(authApi.session, {}))).toBe(401)
  await office.call(authApi.session, {})
  await admin.call(usersApi.endSessions, { params: { id } })
  expect(await statusOf(office.call(authApi.session, {}))).toBe(401)
  expect(await list()).toEqual([])
  const { rows } = await muster.services.database.pool.query(
    `select details from audit_logs where action = 'user.end-sessions' and resource_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ details: { ended: 1 } }, { details: { ended: 1 } }])
})

test('sessions of other administrators, and sessions under another person’s address, are out of reach', async () => {
  const { email } = await putPerson(muster.services, { role: 'admin' })
  const admin = await muster.signIn(email)
  const other = await putPerson(muster.services, { role: 'admin' })
  const theirs = await muster.signIn(other.email)
  const person = await putPerson(muster.services)
  const [session] = await theirs.call(authApi.sessions, {})
  const params = { id: other.id }
  expect(await statusOf(admin.call(usersApi.sessions, { params }))).toBe(403)
  expect(await statusOf(admin.call(usersApi.endSessions, { params }))).toBe(403)
  const under = { id: person.id, session: session?.id ?? '' }
  expect(await statusOf(admin.call(usersApi.endSession, { params: under }))).toBe(404)
  await theirs.call(authApi.session, {})
})
