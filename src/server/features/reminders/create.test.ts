import { beforeEach, describe, expect, test } from 'vitest'
import { deactivate, type PersonName } from '../../../../test/support/people.ts'
import { LATER, reminderCalls } from '../../../../test/support/reminders.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const { create } = reminderCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id

beforeEach(() => muster.services.database.pool.query('delete from reminders'))

describe('a new reminder', () => {
  test('is for oneself when it says nothing else, and comes back whole', async () => {
    const { uli } = muster.fixtures.people
    const person = {
      id: uli.id,
      firstName: 'Uli',
      lastName: 'Brandt',
      email: 'uli@hotel.example',
      profileImageUrl: null,
    }
    expect(await create('uli', { description: 'Shoulders' })).toEqual({
      id: expect.any(Number),
      title: 'Stretch',
      description: 'Shoulders',
      userId: uli.id,
      departmentId: null,
      cronRule: null,
      nextRun: LATER,
      createdBy: uli.id,
      isActive: true,
      lastTriggered: null,
      createdAt: expect.any(String),
      user: { ...person, departmentId: muster.fixtures.departments.Housekeeping },
      department: null,
      creator: person,
    })
    expect(await create('uli', { departmentId: null })).toMatchObject({ userId: uli.id })
    expect(await create('uli', { userId: null })).toMatchObject({ userId: uli.id })
  })

  test('is for a department, or with neither person nor department for everyone', async () => {
    const { Housekeeping } = muster.fixtures.departments
    expect(await create('marta', { departmentId: Housekeeping })).toMatchObject({
      userId: null,
      user: null,
      department: { id: Housekeeping, name: 'Housekeeping' },
    })
    expect(await create('adam', { userId: null, departmentId: null })).toMatchObject({
      userId: null,
      departmentId: null,
      creator: { firstName: 'Adam' },
    })
  })

  test('takes the rule with single spaces, and names the field that is wrong in one', async () => {
    expect(await create('uli', { cronRule: ' 0  9\t* * mon-fri ' })).toMatchObject({ cronRule: '0 9 * * mon-fri' })
    expect(await create('uli', { cronRule: '0 9 15,L * *' })).toMatchObject({ cronRule: '0 9 15,L * *' })
    for (const [cronRule, message] of [
      ['61 9 * * *', 'Minute: 61 is not between 0 and 59'],
      ['0 9 30 2 *', 'Day: None of these months has this day'],
      ['@daily', 'Needs five fields: minute hour day month weekday; this has 1'],
    ]) {
      const { status, reply } = await httpErrorOf(create('uli', { cronRule }))
      expect({ status, issues: reply?.issues }).toMatchObject({ status: 400, issues: [{ path: 'cronRule', message }] })
    }
  })

  test('says what is wrong with a title', async () => {
    expect((await httpErrorOf(create('uli', { title: ' ' }))).reply?.issues).toEqual([
      { path: 'title', message: 'Title is required' },
    ])
    expect((await httpErrorOf(create('uli', { title: 'x'.repeat(201) }))).reply?.issues).toEqual([
      { path: 'title', message: 'Title too long' },
    ])
  })

  test('is not for a person and a department, nor for nobody', async () => {
    const { Housekeeping } = muster.fixtures.departments
    await deactivate(muster.services, 'gwen')
    for (const [body, path] of [
      [{ userId: idOf('uli'), departmentId: Housekeeping }, 'departmentId'],
      [{ departmentId: 99_999 }, 'departmentId'],
      [{ userId: '0190b1a0-0000-7000-8000-000000000000' }, 'userId'],
      [{ userId: idOf('gwen') }, 'userId'],
    ] as const) {
      expect((await httpErrorOf(create('adam', body))).reply?.issues?.[0]?.path).toBe(path)
    }
  })
})
