import { describe, expect, test } from 'vitest'
import { PASSWORD, putPerson } from '../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../test/support/test-app.ts'
import { authApi } from '../../shared/auth.ts'
import { usersApi } from '../../shared/users.ts'
import type { Message } from '../../shared/words/message.ts'
import { SAMPLE_PASSWORD } from '../sample/staff.ts'
import { hashPassword, isPassword, passwordFault } from './passwords.ts'
import { inEnglish } from './texts.ts'

const OWN = 'Password must not be the e-mail address or the name'
const COMMON = 'Too many people use this password. Choose another'
const owner = { email: 'Ines@hotel.example', firstName: 'Inês', lastName: 'Cavalcanti' }
const wordsOf = (fault: Message | undefined) => fault && inEnglish(fault)
const faultOf = (password: string, config: { passwordMin?: number; publicUrl?: string } = {}) =>
  passwordFault({ passwordMin: 6, publicUrl: undefined, ...config }, password, owner)
const publicUrl = 'https://muster.example'

describe('a new password', () => {
  test.each(['ines@HOTEL.example', 'cavalcanti', 'INÊS cavalcanti', 'inêscavalcanti', ' Cavalcanti '])(
    'is not one’s e-mail or name: %j',
    async (password) => {
      expect(wordsOf(await faultOf(password))).toBe(OWN)
    },
  )

  test.each(['123456', 'password', 'PassWord', 'qwerty', 'iloveyou', '111111'])(
    'is not %j where others can reach Muster',
    async (password) => {
      expect(wordsOf(await faultOf(password, { publicUrl }))).toBe(COMMON)
      expect(await faultOf(password)).toBeUndefined()
    },
  )

  test.each([SAMPLE_PASSWORD, 'correct horse', 'k7mp-x3qd-h9wt', 'hotel of hotels', '.*.*.*'])(
    'may be %j',
    async (password) => {
      expect(await faultOf(password, { publicUrl })).toBeUndefined()
    },
  )

  test('has as many characters as the deployment asks for', async () => {
    expect(wordsOf(await faultOf('12345'))).toBe('Password must be at least 6 characters long')
    expect(wordsOf(await faultOf('eleven char', { passwordMin: 12 }))).toBe(
      'Password must be at least 12 characters long',
    )
    expect(await faultOf('twelve chars', { passwordMin: 12 })).toBeUndefined()
  })
})

describe('wherever one is set', () => {
  const muster = useTestApp({ PUBLIC_URL: 'http://muster.example', PASSWORD_MIN: '8' })
  const issueOf = async (calling: Promise<unknown>) => {
    const { status, reply } = await httpErrorOf(calling)
    return { status, issue: reply?.issues?.[0] }
  }

  test.each([
    ['12345678', COMMON],
    ['seven c', 'Password must be at least 8 characters long'],
    ['newcomer', undefined],
  ])('%j is judged alike', async (newPassword, message) => {
    const { id, email } = await putPerson(muster.services, { lastName: 'Applicant' })
    const [adam, own] = [await muster.as('adam'), await muster.signIn(email)]
    const params = { id }
    const body = { currentPassword: PASSWORD, newPassword }
    const ways = {
      own: () => own.call(usersApi.setPassword, { params, body }),
      somebodys: () => adam.call(usersApi.setPassword, { params, body: { newPassword } }),
    }
    for (const way of Object.values(ways)) {
      if (message)
        expect(await issueOf(way())).toEqual({
          status: 400,
          issue: expect.objectContaining({ path: 'newPassword', message }),
        })
    }
    const departmentId = muster.fixtures.departments.Operations
    const person = { firstName: 'Ann', lastName: 'Applicant', role: 'user' as const, departmentId }
    const create = adam.call(usersApi.create, {
      body: { ...person, email: `ann.${newPassword.length}@hotel.example`, password: newPassword },
    })
    if (message)
      expect(await issueOf(create)).toEqual({
        status: 400,
        issue: expect.objectContaining({ path: 'password', message }),
      })
    else await create
    const csv = `First name,Last name,Email,Department,Password\nAnn,Applicant,ann${newPassword.length}@hotel.example,Operations,${newPassword}`
    const { lines } = await adam.call(usersApi.previewImport, { body: { csv } })
    expect(lines[0]?.faults).toEqual(message ? [message] : [])
    await muster.services.database.pool.query(
      `insert into password_resets (token_hash, user_id, expire) values (encode(sha256('a token'), 'hex'), $1, now() + interval '1 hour')
       on conflict (token_hash) do update set user_id = excluded.user_id, expire = excluded.expire`,
      [id],
    )
    const reset = muster.stranger().call(authApi.reset, { body: { token: 'a token', newPassword } })
    if (message)
      expect(await issueOf(reset)).toEqual({
        status: 400,
        issue: expect.objectContaining({ path: 'newPassword', message }),
      })
    else await reset
  })
})

test('nobody signs in to an account without a password', async () => {
  expect(await isPassword(null, '')).toBe(false)
  expect(await isPassword(await hashPassword('towels'), 'towels')).toBe(true)
})

test('a password is hashed by argon2id with the parameters of OWASP, and a salt of its own', async () => {
  const hashes = await Promise.all(['quite new', 'quite new'].map(hashPassword))
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/)
  expect(new Set(hashes).size).toBe(2)
})
