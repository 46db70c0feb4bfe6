import { expect, test } from 'vitest'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { usersApi } from '../../../shared/users.ts'

/** An address with a domain in letters beyond ASCII is one address, however it is typed. */

const muster = useTestApp()
const ways = (name: string) => [
  `${name}@münchen.example`,
  `${name.toUpperCase()}@MÜNCHEN.example`,
  `${name}@mu\u0308nchen.example`,
  `${name}@xn--mnchen-3ya.example`,
]
const newPerson = (email: string) => ({
  ...{ firstName: 'Ida', lastName: 'Huber', email, role: 'user' as const, password: PASSWORD },
  departmentId: muster.fixtures.departments.Operations,
})

test('is stored in ASCII, and signs in however it is typed', async () => {
  const adam = await muster.as('adam')
  const { email } = await adam.call(usersApi.create, { body: newPerson('ida@münchen.example') })
  expect(email).toBe('ida@xn--mnchen-3ya.example')
  for (const typed of ways('ida')) {
    const viewer = await muster.stranger().call(authApi.login, { body: { email: typed, password: PASSWORD } })
    expect(viewer.email).toBe(email)
    const { reply } = await httpErrorOf(adam.call(usersApi.create, { body: newPerson(typed) }))
    expect(reply?.code, typed).toBe('email_taken')
  }
})

test('is stored in ASCII when it is changed', async () => {
  const adam = await muster.as('adam')
  const { id } = await putPerson(muster.services)
  const changed = await adam.call(usersApi.update, { params: { id }, body: { email: 'neu@почта.рф' } })
  expect(changed.email).toBe('neu@xn--80a1acny.xn--p1ai')
})

test('is one address among the lines of an import, and beside the accounts there are', async () => {
  const adam = await muster.as('adam')
  await putPerson(muster.services, { email: 'eva@xn--mnchen-3ya.example' })
  const lines = ['eva@münchen.example', 'max@münchen.example', 'max@XN--mnchen-3ya.example', 'm@x@münchen.example']
  const csv = ['First name,Last name,Email,Department', ...lines.map((each) => `A,B,${each},Operations`)].join('\n')
  const preview = await adam.call(usersApi.previewImport, { body: { csv } })
  expect(preview.lines.map(({ email, faults }) => [email, ...faults])).toEqual([
    ['eva@xn--mnchen-3ya.example', 'Another account has this e-mail address'],
    ['max@xn--mnchen-3ya.example'],
    ['max@XN--mnchen-3ya.example', 'Line 3 has the same e-mail address'],
    ['m@x@xn--mnchen-3ya.example', 'Enter an e-mail address'],
  ])
})
