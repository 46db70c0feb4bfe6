import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { usersApi } from '../../../shared/users.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'

const muster = useTestApp()

describe('a new account', () => {
  const body = () => ({
    firstName: ' Ida ',
    lastName: 'Sørensen',
    email: 'Ida.Sorensen@hotel.example',
    role: 'manager' as const,
    departmentId: muster.fixtures.departments.Maintenance,
    password: 'first day here',
  })

  test('has names that can be seen', async () => {
    const adam = await muster.as('adam')
    for (const firstName of ['\u3164', '\u115f', '\u17b4', '\u034f']) {
      const { status, reply } = await httpErrorOf(adam.call(usersApi.create, { body: { ...body(), firstName } }))
      expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'firstName'])
    }
  })

  test('is created, is audited without its password, and can sign in', async () => {
    const adam = await muster.as('adam')
    const ida = await adam.call(usersApi.create, { body: body() })
    expect(ida).toMatchObject({
      firstName: 'Ida',
      email: 'Ida.Sorensen@hotel.example',
      role: 'manager',
      department: { name: 'Maintenance' },
      isActive: true,
    })
    const entries = await muster.services.database.orm.select().from(auditLogs).where(eq(auditLogs.resourceId, ida.id))
    expect(entries).toMatchObject([{ action: 'user.create', userId: muster.fixtures.people.adam.id }])
    expect(JSON.stringify(entries)).not.toMatch(/first day|argon/)
    const credentials = { email: 'ida.sorensen@HOTEL.example', password: 'first day here' }
    await muster.stranger().call(authApi.login, { body: credentials })
    const again = await httpErrorOf(
      adam.call(usersApi.create, { body: { ...body(), email: 'IDA.SORENSEN@hotel.example' } }),
    )
    expect([again.status, again.reply?.message]).toEqual([409, 'Another account has this e-mail address'])
  })

  test('is created once by its key, however often it is sent', async () => {
    const adam = await muster.as('adam')
    const key = { 'idempotency-key': 'make-ida-only-once' }
    const create = () => adam.call(usersApi.create, { body: { ...body(), email: 'once@hotel.example' } }, key)
    const made = await Promise.all([create(), create()])
    made.push(await create())
    expect(made.map(({ id }) => id)).toEqual(Array(3).fill(made[0]?.id))
  })

  test('of a department that does not exist is refused', async () => {
    const refusal = await httpErrorOf(
      (await muster.as('adam')).call(usersApi.create, { body: { ...body(), departmentId: 4711 } }),
    )
    expect(refusal.reply?.issues).toEqual([{ path: 'departmentId', message: 'There is no such department' }])
  })
})
