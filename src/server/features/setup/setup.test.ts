import { describe, expect, test, vi } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { putRoutine } from '../../../../test/support/routines.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import { organisationApi } from '../../../shared/organisation.ts'
import { placesApi } from '../../../shared/places.ts'
import { setupApi } from '../../../shared/setup.ts'
import { usersApi } from '../../../shared/users.ts'
import { inTransaction } from '../../core/context.ts'
import { writeSetting } from '../../db/settings.ts'

const muster = useTestApp()
const query = (text: string) => muster.services.database.pool.query(text)
/** The server reads its settings again, as when another program has written them. */
const forget = () => muster.services.settings.forget()
const firstSteps = { organisation: 'open', departments: 'open', people: 'open', tasks: 'open' } as const
const allOpen = {
  ...firstSteps,
  ...({ places: 'open', routines: 'open', procedures: 'open', kiosk: 'open', backup: 'open' } as const),
}

describe('the organisation', () => {
  test('has a name that everybody sees, and open pages hear of a new one', async () => {
    const uli = await muster.as('uli')
    expect(await muster.stranger().call(organisationApi.get, {})).toEqual({ name: null, emergencyPhone: null })
    expect((await uli.call(authApi.session, {})).organisation).toBeNull()
    const page = await openPage(await muster.listen(), { cookie: uli.cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.uli.id })
    await page.receives('auth_success')
    const adam = await muster.as('adam')
    const named = await adam.call(organisationApi.update, { body: { name: ' Hotel Sol ' } })
    expect(named).toEqual({ name: 'Hotel Sol', emergencyPhone: null })
    // Changes by the fixtures may come first.
    const changes = [await page.receives('change')]
    while (changes.at(-1)?.data.resource !== 'organisation') changes.push(await page.receives('change'))
    expect(changes.at(-1)?.data).toMatchObject({ resource: 'organisation', id: null })
    page.socket.terminate()
    expect(await muster.stranger().call(organisationApi.get, {})).toMatchObject({ name: 'Hotel Sol' })
    expect((await uli.call(authApi.session, {})).organisation).toBe('Hotel Sol')
    await adam.call(organisationApi.update, { body: { name: 'Hotel Sol' } })
    expect(await adam.call(organisationApi.update, { body: { name: null } })).toMatchObject({ name: null })
    const { rows } = await query(`select details from audit_logs where action = 'organisation.update' order by id`)
    expect(rows.map(({ details }) => [details.before.name, details.after.name])).toEqual([
      [null, 'Hotel Sol'],
      ['Hotel Sol', null],
    ])
  })

  test('has an emergency number, which people of the house see and visitors do not', async () => {
    const [adam, uli] = [await muster.as('adam'), await muster.as('uli')]
    const set = (emergencyPhone: string | null) => adam.call(organisationApi.update, { body: { emergencyPhone } })
    expect((await set(' +351 21 (0) 555-112 ')).emergencyPhone).toBe('+351 21 (0) 555-112')
    expect((await uli.call(organisationApi.get, {})).emergencyPhone).toBe('+351 21 (0) 555-112')
    expect((await muster.stranger().call(organisationApi.get, {})).emergencyPhone).toBeNull()
    expect((await set('*9')).emergencyPhone).toBe('*9')
    expect((await set(null)).emergencyPhone).toBeNull()
    const { rows } = await query(`select details from audit_logs where action = 'organisation.update' order by id desc`)
    expect(rows[0].details).toEqual({ before: { emergencyPhone: '*9' }, after: { emergencyPhone: null } })
  })

  test.each(['', 'reception', '+', '112; call', '1'.repeat(41), 'tel:112'])(
    'has no emergency number %j',
    async (text) => {
      const adam = await muster.as('adam')
      const refusal = await httpErrorOf(adam.call(organisationApi.update, { body: { emergencyPhone: text } }))
      expect([refusal.status, refusal.reply?.issues?.[0]?.path]).toEqual([400, 'emergencyPhone'])
    },
  )

  test('is known at once to the server that names it, soon to another, and costs a session no statement', async () => {
    const adam = await muster.as('adam')
    const other = await muster.another()
    const nameOn = async ({ services }: Pick<typeof muster, 'services'>) =>
      (await services.settings.read(services.database.orm)).organisation
    expect([await nameOn(muster), await nameOn(other)]).toEqual(['', ''])
    const statements = vi.spyOn(muster.services.database.pool, 'query')
    await adam.call(organisationApi.update, { body: { name: 'Hotel Luna' } })
    expect((await adam.call(authApi.session, {})).organisation).toBe('Hotel Luna')
    await expect.poll(() => nameOn(other)).toBe('Hotel Luna')
    // Its own event may be on its way back, and the server looks for events meanwhile.
    const read = async () => {
      statements.mockClear()
      await adam.call(authApi.session, {})
      const texts = statements.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
      return texts.filter((text) => /settings|from sessions/.test(text)).length
    }
    await expect.poll(read).toBe(1)
    statements.mockRestore()
    await adam.call(organisationApi.update, { body: { name: null } })
  })
})

describe('the guide', () => {
  test('keeps what two administrators note at the same moment, also the first time', async () => {
    const [adam, gita] = [await muster.as('adam'), await muster.as('gita')]
    for (let round = 0; round < 5; round += 1) {
      await query(`delete from settings where name = 'setup'`)
      forget()
      await Promise.all([
        adam.call(setupApi.update, { body: { steps: { people: 'done' } } }),
        gita.call(setupApi.update, { body: { steps: { tasks: 'skipped' } } }),
      ])
      expect((await adam.call(setupApi.get, {})).steps).toEqual({ ...allOpen, people: 'done', tasks: 'skipped' })
    }
    await query(`delete from settings where name = 'setup'`)
    forget()
    await query(`delete from audit_logs where action = 'setup.update'`)
  })

  test('waits for administrators of a deployment that has begun, until somebody has finished it', async () => {
    const [adam, marta, gita] = [await muster.as('adam'), await muster.as('marta'), await muster.as('gita')]
    expect(await adam.call(setupApi.get, {})).toEqual({ steps: allOpen, house: null, isFinished: true })
    expect((await adam.call(authApi.session, {})).setupOpen).toBeUndefined()
    await inTransaction(muster.contextOf('gita'), ({ db }) =>
      // As a Muster wrote it that knew four steps.
      writeSetting(db, 'setup', { steps: firstSteps, house: null, isFinished: false }),
    )
    forget()
    expect((await adam.call(setupApi.get, {})).steps).toEqual(allOpen)
    expect((await adam.call(authApi.session, {})).setupOpen).toBe(true)
    expect((await marta.call(authApi.session, {})).setupOpen).toBeUndefined()
    await adam.call(setupApi.update, { body: { steps: { organisation: 'done' }, house: 'clinic' } })
    await gita.call(setupApi.update, { body: { steps: { people: 'skipped' } } })
    expect(await adam.call(setupApi.get, {})).toEqual({
      steps: { ...allOpen, organisation: 'done', people: 'skipped' },
      ...{ house: 'clinic', isFinished: false },
    })
    await adam.call(setupApi.update, { body: { isFinished: true } })
    expect((await gita.call(authApi.session, {})).setupOpen).toBeUndefined()
    const { rows } = await query(`select details from audit_logs where action = 'setup.update'`)
    expect(rows).toHaveLength(3)
  })
})

describe('what is left', () => {
  const left = async () => (await muster.as('adam')).call(setupApi.left, {})
  const without = ({ tables }: { tables: string[] }) =>
    Promise.all(tables.map((table) => query(`delete from ${table}`)))

  test('follows what there is, without anybody noting it', async () => {
    await without({ tables: ['places', 'tasks'] })
    const before = await left()
    expect(before).toMatchObject({
      ...{ hasName: false, hasEmergencyPhone: false, departments: 3 },
      ...{ peopleWithLink: 0, peopleLeftOut: 0, hasTasks: false, places: 0, routines: 0, procedures: 0, kiosks: 0 },
      backups: { isPlanned: false, lastAt: null },
    })
    const adam = await muster.as('adam')
    await adam.call(organisationApi.update, { body: { name: 'Hotel Sol', emergencyPhone: '112' } })
    await adam.call(placesApi.createMany, { body: { places: [{ name: '101' }, { name: '102' }] } })
    await putTask(muster, {})
    await putRoutine(muster, {})
    await putSop(muster, {})
    const spa = await adam.call(departmentsApi.create, { body: { name: 'Spa' } })
    const person = { lastName: 'Berg', role: 'user', departmentId: muster.fixtures.departments.Operations } as const
    const people = ['Ada', 'Bea', 'Cem'].map((firstName) => ({ ...person, firstName }))
    const { invitations } = await adam.call(usersApi.createMany, { body: { people } })
    const [first = '', second = ''] = invitations.map(({ userId }) => userId)
    await adam.call(usersApi.revokeInvitation, { params: { id: first } })
    await adam.call(usersApi.setPin, { params: { id: second } })
    await inTransaction(muster.contextOf('gita'), ({ db }) =>
      writeSetting(db, 'backups', {
        last: { name: 'a', at: '2026-11-01T03:00:00.000Z', bytes: 1, seconds: 1 },
        ...{ failures: 0, testFailures: 0 },
      }),
    )
    expect(await left()).toEqual({
      ...before,
      ...{
        hasName: true,
        hasEmergencyPhone: true,
        departments: 4,
        departmentsWithoutPeople: before.departmentsWithoutPeople + 1,
      },
      ...{ people: before.people + 3, peopleWithLink: 1, peopleLeftOut: 1 },
      ...{ hasTasks: true, places: 2, routines: 1, procedures: 1 },
      backups: { isPlanned: false, lastAt: '2026-11-01T03:00:00.000Z' },
    })
    await adam.call(organisationApi.update, { body: { name: null, emergencyPhone: null } })
    await adam.call(departmentsApi.remove, { params: { id: spa.id } })
  })

  test('costs two statements beside the session, however much there is', async () => {
    const adam = await muster.as('adam')
    await adam.call(setupApi.left, {})
    const statements = vi.spyOn(muster.services.database.pool, 'query')
    await adam.call(setupApi.left, {})
    const texts = statements.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
    statements.mockRestore()
    expect(texts.filter((text) => !/sessions|events/.test(text)).length).toBeLessThanOrEqual(2)
  })
})

describe('departments at once', () => {
  const namesIn = (list: { name: string }[]) => list.map(({ name }) => name)

  test('new names are added, known ones are left out, empty departments go', async () => {
    const adam = await muster.as('adam')
    const [empty] = await adam
      .call(departmentsApi.updateMany, { body: { add: ['Cellar'] } })
      .then((list) => list.filter(({ name }) => name === 'Cellar'))
    const departmentId = empty?.id ?? 0
    // A deleted task and a deleted person keep no department.
    await putTask(muster, { departmentId, deletedAt: new Date().toISOString() } as never)
    await putPerson(muster.services, { departmentId, deletedAt: new Date().toISOString() })
    expect(await adam.call(departmentsApi.empty, {})).toEqual([departmentId])
    const after = await adam.call(departmentsApi.updateMany, {
      body: { add: [' Kitchen ', 'HOUSEKEEPING', 'kitchen', 'Küche'], remove: [departmentId] },
    })
    expect(namesIn(after)).toEqual(['Housekeeping', 'Maintenance', 'Operations', 'Kitchen', 'Küche'])
  })

  test('one that is not empty is named, and nothing is written', async () => {
    const adam = await muster.as('adam')
    const { Housekeeping, Maintenance } = muster.fixtures.departments
    const before = await adam.call(departmentsApi.list, {})
    const refusal = await httpErrorOf(
      adam.call(departmentsApi.updateMany, { body: { add: ['Roof'], remove: [Housekeeping, Maintenance] } }),
    )
    expect([refusal.status, refusal.reply?.message]).toEqual([
      409,
      'These departments are not empty: Housekeeping, Maintenance',
    ])
    const missing = httpErrorOf(adam.call(departmentsApi.updateMany, { body: { remove: [4711] } }))
    expect((await missing).status).toBe(404)
    expect(await adam.call(departmentsApi.list, {})).toEqual(before)
  })

  test('there are never more than there can be', async () => {
    await query(`insert into departments (name, folded_name) select 'D' || n, 'd' || n from generate_series(1, 494) n`)
    const adam = await muster.as('adam')
    const add = (names: string[]) => adam.call(departmentsApi.updateMany, { body: { add: names } })
    expect((await httpErrorOf(add(['One', 'Two']))).reply?.code).toBe('too_many_departments')
    await add(['One'])
  })
})
