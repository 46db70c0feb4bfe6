import { describe, expect, test } from 'vitest'
import { type PersonName, putPerson } from '../../../../test/support/people.ts'
import { putSavedView } from '../../../../test/support/saved-views.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_SAVED_VIEWS, savedViewsApi, type ViewState } from '../../../shared/saved-views.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp()

const kitchen: ViewState = {
  ...{ view: 'table', search: 'oven', status: 'pending', priority: 'high', assignee: 'me', project: 'none' },
  ...{ tags: ['VIP', 'with, comma'], due: 'week', dueTo: '2026-12-24', sort: 'dueDate', order: 'asc' },
}

test('a view is saved, renamed, replaced and deleted', async () => {
  const gus = await muster.as('gus')
  const saved = await gus.call(savedViewsApi.create, { body: { name: ' This week ', state: kitchen } })
  expect(saved).toMatchObject({ name: 'This week', state: kitchen })
  expect(await gus.call(savedViewsApi.list, {})).toEqual([saved])
  const params = { id: saved.id }
  const renamed = await gus.call(savedViewsApi.update, { params, body: { name: 'Oven' } })
  expect(renamed).toMatchObject({ id: saved.id, name: 'Oven', state: kitchen })
  const state: ViewState = { view: 'kanban', assignee: muster.fixtures.people.lea.id, project: 7 }
  await gus.call(savedViewsApi.update, { params, body: { state } })
  expect(await gus.call(savedViewsApi.list, {})).toMatchObject([{ name: 'Oven', state }])
  await gus.call(savedViewsApi.remove, { params })
  expect(await gus.call(savedViewsApi.list, {})).toEqual([])
})

test('nobody reaches the views of somebody else, whatever their role', async () => {
  const { id } = await putSavedView(muster, 'uli', 'Mine')
  const gita = await muster.as('gita')
  expect(await gita.call(savedViewsApi.list, {})).toEqual([])
  for (const calling of [
    () => gita.call(savedViewsApi.update, { params: { id }, body: { name: 'Yours' } }),
    () => gita.call(savedViewsApi.remove, { params: { id } }),
  ])
    expect((await httpErrorOf(calling())).status).toBe(404)
  const uli = await muster.as('uli')
  expect(await uli.call(savedViewsApi.list, {})).toMatchObject([{ id, name: 'Mine' }])
})

test('two views of one person have different names, those of two people need not', async () => {
  await putSavedView(muster, 'lea', 'Today')
  const other = await putSavedView(muster, 'lea', 'Tomorrow')
  const lea = await muster.as('lea')
  const body = { name: 'TODAY', state: kitchen }
  for (const calling of [
    () => lea.call(savedViewsApi.create, { body }),
    () => lea.call(savedViewsApi.update, { params: { id: other.id }, body: { name: 'today' } }),
  ]) {
    const { status, reply } = await httpErrorOf(calling())
    expect([status, reply?.code, reply?.issues?.[0]?.path]).toEqual([409, 'name_taken', 'name'])
  }
  // Its own name, in another case.
  await lea.call(savedViewsApi.update, { params: { id: other.id }, body: { name: 'TOMORROW' } })
  await (await muster.as('marta')).call(savedViewsApi.create, { body })
})

describe('a shared view', () => {
  const housekeeping = () => muster.fixtures.departments.Housekeeping
  const namesOf = async (name: PersonName) =>
    (await (await muster.as(name)).call(savedViewsApi.list, {}))
      .filter(({ isHidden }) => !isHidden)
      .map(({ name }) => name)
  /** A view that Marta, who leads Housekeeping, shares with it. */
  async function share(name: string) {
    const body = { name, state: kitchen, departmentId: housekeeping() }
    return (await muster.as('marta')).call(savedViewsApi.create, { body })
  }

  test('is seen by the people of its department, until it is shared no more, and told in the audit log', async () => {
    const { id, ...view } = await share('Morning')
    expect(view).toMatchObject({ department: { name: 'Housekeeping' }, user: { firstName: 'Marta' }, isHidden: false })
    for (const name of ['uli', 'lea', 'marta'] as const) expect(await namesOf(name)).toContain('Morning')
    for (const name of ['una', 'gita'] as const) expect(await namesOf(name)).not.toContain('Morning')
    const uli = await muster.as('uli')
    for (const calling of [
      () => uli.call(savedViewsApi.update, { params: { id }, body: { name: 'Yours' } }),
      () => uli.call(savedViewsApi.remove, { params: { id } }),
    ])
      expect((await httpErrorOf(calling())).status).toBe(403)
    const marta = await muster.as('marta')
    await marta.call(savedViewsApi.update, { params: { id }, body: { departmentId: null } })
    expect(await namesOf('uli')).not.toContain('Morning')
    const { rows } = await muster.services.database.pool.query(
      `select action from audit_logs where resource_type = 'saved-view' and resource_id = $1 order by id`,
      [String(id)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['saved-view.share', 'saved-view.unshare'])
    await marta.call(savedViewsApi.remove, { params: { id } })
  })

  test('is announced to its department', async () => {
    const { id } = await share('Announced')
    const { rows } = await muster.services.database.pool.query(
      `select audience_after from events where resource = 'saved-views' order by position desc limit 1`,
    )
    const audience = { fromRole: null, departments: [housekeeping()], users: [muster.fixtures.people.marta.id] }
    expect(rows).toEqual([{ audience_after: audience }])
    await (await muster.as('marta')).call(savedViewsApi.remove, { params: { id } })
  })

  test('may be hidden by one person, who may show it again', async () => {
    const { id } = await share('Evening')
    const [uli, params] = [await muster.as('uli'), { id }]
    for (let times = 0; times < 2; times += 1)
      expect(await uli.call(savedViewsApi.hide, { params, body: { isHidden: true } })).toMatchObject({ isHidden: true })
    expect(await namesOf('uli')).not.toContain('Evening')
    expect(await namesOf('lea')).toContain('Evening')
    await uli.call(savedViewsApi.hide, { params, body: { isHidden: false } })
    expect(await namesOf('uli')).toContain('Evening')
    await uli.call(savedViewsApi.hide, { params, body: { isHidden: true } })
    const marta = await muster.as('marta')
    expect(await marta.call(savedViewsApi.hide, { params, body: { isHidden: true } })).toMatchObject({
      isHidden: false,
    })
    await marta.call(savedViewsApi.remove, { params })
    expect((await muster.services.database.pool.query('select from hidden_views')).rows).toEqual([])
  })

  test('is for a department that its manager may share with, and there are fifty at most', async () => {
    const marta = await muster.as('marta')
    const { Maintenance } = muster.fixtures.departments
    const body = { name: 'Theirs', state: kitchen, departmentId: Maintenance }
    expect((await httpErrorOf(marta.call(savedViewsApi.create, { body }))).status).toBe(403)
    const gita = await muster.as('gita')
    const nowhere = { ...body, departmentId: 9999 }
    const { status, reply } = await httpErrorOf(gita.call(savedViewsApi.create, { body: nowhere }))
    expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'departmentId'])
    const own = { ...body, departmentId: housekeeping() }
    expect((await httpErrorOf((await muster.as('uli')).call(savedViewsApi.create, { body: own }))).status).toBe(403)
    await muster.services.database.pool.query(
      `insert into saved_views (user_id, name, state, department_id) select $1, 'No. ' || number, '{"view":"table"}', $2
        from generate_series(1, 50) as number`,
      [muster.fixtures.people.nora.id, Maintenance],
    )
    const full = await httpErrorOf(gita.call(savedViewsApi.create, { body }))
    expect([full.status, full.reply?.code]).toEqual([409, 'too_many_views'])
    await muster.services.database.pool.query(`delete from saved_views where name like 'No. %'`)
  })
})

test('a person has up to fifty views, however many calls come at once', async () => {
  for (let at = 2; at < MAX_SAVED_VIEWS; at++) await putSavedView(muster, 'adam', `View ${at}`)
  const adam = await muster.as('adam')
  const calls = Array.from({ length: 5 }, (_, at) =>
    adam.call(savedViewsApi.create, { body: { name: `More ${at}`, state: { view: 'table' } } }).then(
      () => 201,
      ({ status, reply }) => `${status} ${reply.code}`,
    ),
  )
  const replies = await Promise.all(calls)
  expect(replies.filter((reply) => reply === 201)).toHaveLength(2)
  expect(replies.filter((reply) => reply === '409 too_many_views')).toHaveLength(3)
})

test('the views go with the account', async () => {
  const person = await putPerson(muster.services)
  const { pool } = muster.services.database
  await pool.query(`insert into saved_views (user_id, name, state) values ($1, 'Mine', '{"view":"table"}')`, [
    person.id,
  ])
  await (await muster.as('gita')).call(usersApi.remove, { params: { id: person.id } })
  const { rows } = await pool.query('select from saved_views where user_id = $1', [person.id])
  expect(rows).toEqual([])
})

test("another of one's own pages hears of it, and nobody else", async () => {
  const uli = await muster.as('uli')
  await uli.call(savedViewsApi.create, { body: { name: 'Live', state: { view: 'table' } } })
  const { rows } = await muster.services.database.pool.query(
    `select audience_before, audience_after from events where resource = 'saved-views' order by position desc limit 1`,
  )
  const onlyUli = { fromRole: null, departments: [], users: [muster.fixtures.people.uli.id] }
  expect(rows).toEqual([{ audience_before: onlyUli, audience_after: onlyUli }])
})
