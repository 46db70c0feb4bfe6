import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { usersApi } from '../../../shared/users.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'

const muster = useTestApp()

const signInStatus = async (email: string, password: string) =>
  (
    await muster.stranger().raw({
      ...{ method: 'POST', url: '/api/v1/auth/login', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ email, password }),
    })
  ).status

describe('a new password', () => {
  const post = (who: Awaited<ReturnType<typeof muster.signIn>>, id: string, body: object) =>
    who.call(usersApi.setPassword, { params: { id }, body: body as never })

  test('of one’s own needs the current one, and ends the other sessions only', async () => {
    const { id, email } = await putPerson(muster.services)
    const [here, there] = [await muster.signIn(email), await muster.signIn(email)]
    const wrong = await httpErrorOf(post(here, id, { currentPassword: 'not it', newPassword: 'quite new' }))
    expect([wrong.status, wrong.reply?.message]).toEqual([400, 'Current password is incorrect'])
    const short = await httpErrorOf(post(here, id, { currentPassword: PASSWORD, newPassword: 'short' }))
    expect(short.reply?.issues).toMatchObject([
      { path: 'newPassword', message: 'Password must be at least 6 characters long' },
    ])
    await post(here, id, { currentPassword: PASSWORD, newPassword: 'quite new' })
    await here.call(authApi.session, {})
    expect((await httpErrorOf(there.call(authApi.session, {}))).status).toBe(401)
    expect((await httpErrorOf(muster.signIn(email))).status).toBe(401)
    const entries = await muster.services.database.orm.select().from(auditLogs).where(eq(auditLogs.resourceId, id))
    expect(entries.at(-1)?.action).toBe('user.set-password')
    expect(JSON.stringify(entries)).not.toMatch(/quite new|argon|correct horse/)
  })

  test.each([
    ['of 64 signs', 'x'.repeat(64)],
    ['of 256 signs', `${'long '.repeat(51)}!`],
    ['of letters alone, in capitals too', 'QuiteNew'],
    ['with spaces around it', '  quite new  '],
    ['of other scripts and pictures', 'пароль 毛巾 🧺é'],
    ['of signs that mean something elsewhere', `'";<script>\\x00 %00 \u0000`],
  ])('%s is taken, and counts as it was typed', async (_, newPassword) => {
    const { id, email } = await putPerson(muster.services)
    await post(await muster.signIn(email), id, { currentPassword: PASSWORD, newPassword })
    const statusWith = (password: string) => signInStatus(email, password)
    expect(await statusWith(newPassword)).toBe(200)
    const others = [newPassword.slice(0, -1), ` ${newPassword}`, newPassword.trim(), newPassword.toLowerCase()]
    for (const other of others.filter((each) => each !== newPassword)) expect(await statusWith(other)).not.toBe(200)
  })

  test('of one’s own cannot be got by guessing the current one', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const guess = (at: number) =>
      httpErrorOf(post(browser, id, { currentPassword: `guess ${at}`, newPassword: 'quite new' }))
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(at)))
    expect(guesses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10)
    const late = await httpErrorOf(post(browser, id, { currentPassword: PASSWORD, newPassword: 'quite new' }))
    expect(late.status).toBe(429)
    await muster.services.database.pool.query('delete from sign_in_tries')
    await post(browser, id, { currentPassword: PASSWORD, newPassword: 'quite new' })
  })

  test('of one’s own is not set over one that was set meanwhile', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    const meanwhile = await muster.services.database.pool.connect()
    try {
      await meanwhile.query('begin')
      await meanwhile.query(`update users set password_hash = password_hash || 'x' where id = $1`, [id])
      const changing = httpErrorOf(post(browser, id, { currentPassword: PASSWORD, newPassword: 'quite new' }))
      await untilBlocked(muster.services.database)
      await meanwhile.query('commit')
      expect((await changing).reply?.message).toBe('Current password is incorrect')
    } finally {
      meanwhile.release()
    }
  })

  test('of somebody lower needs none, and ends all their sessions', async () => {
    const { id, email } = await putPerson(muster.services)
    const browser = await muster.signIn(email)
    await post(await muster.as('adam'), id, { newPassword: 'quite new' })
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    await muster.stranger().call(authApi.login, { body: { email, password: 'quite new' } })
  })
})
