import { describe, expect, test } from 'vitest'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp()
const list = async (query: { inactive?: 'true' } = {}) => (await muster.as('adam')).call(usersApi.list, { query })

describe('an account', () => {
  test('changes in what is sent, and is found by its new name', async () => {
    const { id, email } = await putPerson(muster.services)
    const adam = await muster.as('adam')
    const changed = await adam.call(usersApi.update, { params: { id }, body: { lastName: 'Ångström' } })
    expect(changed).toMatchObject({ firstName: 'New', lastName: 'Ångström', email })
    expect((await list()).map(({ lastName }) => lastName).indexOf('Ångström')).toBeGreaterThan(-1)
    // A field that a form sends unchanged is no change, even if the viewer could not change it.
    const { firstName, lastName, role, departmentId } = muster.fixtures.people.adam
    await adam.call(usersApi.update, {
      params: { id: muster.fixtures.people.adam.id },
      body: { firstName, lastName, email: 'adam@hotel.example', role, departmentId, isActive: true },
    })
    const own = await adam.call(usersApi.update, {
      params: { id: muster.fixtures.people.adam.id },
      body: { lastName: 'Weiß', email: 'ADAM@hotel.example', currentPassword: PASSWORD },
    })
    expect(own).toMatchObject({ lastName: 'Weiß', email: 'ADAM@hotel.example' })
  })

  test('takes no address of another, and may take that of a deleted one', async () => {
    const adam = await muster.as('adam')
    const [one, other] = [await putPerson(muster.services), await putPerson(muster.services)]
    const update = () => adam.call(usersApi.update, { params: { id: one.id }, body: { email: other.email } })
    expect((await httpErrorOf(update())).reply?.code).toBe('email_taken')
    await adam.call(usersApi.remove, { params: { id: other.id } })
    expect((await update()).email).toBe(other.email)
  })

  test('of a god is a god’s to change, save their own role', async () => {
    const gita = await muster.as('gita')
    const other = await putPerson(muster.services, { role: 'god' })
    const update = (body: object) => gita.call(usersApi.update, { params: { id: other.id }, body })
    expect((await update({ lastName: 'Olympia' })).lastName).toBe('Olympia')
    expect((await update({ isActive: false })).isActive).toBe(false)
    expect((await update({ role: 'user', isActive: true })).role).toBe('user')
  })
})
