import { describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { emailOf, type PersonName } from '../../../../test/support/people.ts'
import { putProject, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { readWorkbook } from '../../../../test/support/workbook.ts'
import { type AuditEntry, auditApi } from '../../../shared/audit-log.ts'
import { authApi } from '../../../shared/auth.ts'
import type { Arguments } from '../../../shared/endpoint.ts'
import { projectsApi } from '../../../shared/projects.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'

const muster = useTestApp()

type Query = Arguments<typeof auditApi.list>['query']
const read = async (query: Query = {}, name: PersonName = 'adam') =>
  (await muster.as(name)).call(auditApi.list, { query })
const taskEntries = async (id: number) => (await read({ resourceType: 'task', resourceId: String(id) })).entries
const idOf = (name: PersonName) => muster.fixtures.people[name].id

describe('an entry', () => {
  test('says who did what to which thing, from what to what, by name, and from where', async () => {
    const { id: projectId } = await putProject(muster, 'Winter', 'Housekeeping')
    const { id } = await putTask(muster, { title: 'Oil the hinges', department: 'Housekeeping' })
    const marta = await muster.as('marta')
    await marta.call(
      tasksApi.update,
      { params: { id }, body: { assigneeId: idOf('uli'), projectId, tags: ['door', 'oil'], departmentId: null } },
      { 'user-agent': 'A browser' },
    )
    const [entry] = await taskEntries(id)
    expect(entry).toMatchObject({
      action: 'task.update',
      person: { id: idOf('marta'), firstName: 'Marta', lastName: 'Oliveira' },
      resourceType: 'task',
      resourceId: String(id),
      title: 'Oil the hinges',
      ipAddress: '127.0.0.1',
      userAgent: 'A browser',
    })
    expect(entry?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'assigneeId', before: null, after: 'Uli Brandt' },
      { field: 'departmentId', before: 'Housekeeping', after: null },
      { field: 'projectId', before: null, after: 'Winter' },
      { field: 'tags', before: null, after: 'door, oil' },
    ])
  })

  test('keeps the name of what is gone', async () => {
    const { id: projectId } = await putProject(muster, 'Rooftop', 'Housekeeping')
    const { id } = await putTask(muster, { department: 'Housekeeping', projectId })
    const marta = await muster.as('marta')
    await marta.call(projectsApi.remove, { params: { id: projectId } })
    expect((await taskEntries(id))[0]?.changes).toEqual([{ field: 'projectId', before: 'Rooftop', after: null }])
    const { entries } = await read({ resourceType: 'project', resourceId: String(projectId) })
    expect(entries.map(({ action, title }) => [action, title])).toEqual([
      ['project.delete', 'Rooftop'],
      ['project.create', 'Rooftop'],
    ])
  })

  test('of a refused sign-in names nobody, or the account, and never the password', async () => {
    const stranger = muster.stranger()
    const password = 'not the right one'
    for (const email of [emailOf('uli'), 'nobody@hotel.example'])
      await httpErrorOf(stranger.call(authApi.login, { body: { email, password } }))
    const { entries } = await read({ action: 'session.refuse' })
    expect(entries.map(({ person, changes }) => [person?.firstName, changes[0]?.after])).toEqual([
      [undefined, 'nobody@hotel.example'],
      ['Uli', emailOf('uli')],
    ])
    expect(JSON.stringify(await read({ limit: 200 }))).not.toMatch(/not the right one|argon2|password/i)
  })
})

describe('the filters', () => {
  test('give what one picks by hand, alone and together', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', creator: 'marta' })
    const uli = await muster.as('uli')
    await uli.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })
    await putProject(muster, 'Garden')
    const all: AuditEntry[] = (await read({ limit: 200 })).entries
    const middle = all[Math.floor(all.length / 2)]?.createdAt ?? ''
    const people = [undefined, idOf('uli'), idOf('gita'), idOf('gwen')]
    const actions = [undefined, 'task.update', 'project.create', 'no.such']
    const types = [undefined, 'task', 'project', 'session', 'nothing']
    const spans = [{}, { from: middle }, { to: middle }]
    for (const userId of people)
      for (const action of actions)
        for (const resourceType of types)
          for (const span of spans) {
            const { entries } = await read({ userId, action, resourceType, ...span, limit: 200 })
            const expected = all.filter(
              (entry) =>
                (!userId || entry.person?.id === userId) &&
                (!action || entry.action === action) &&
                (!resourceType || entry.resourceType === resourceType) &&
                (!('from' in span) || entry.createdAt >= middle) &&
                (!('to' in span) || entry.createdAt < middle),
            )
            expect(entries.map((entry) => entry.id)).toEqual(expected.map((entry) => entry.id))
          }
  })

  test('of one thing need its kind', async () => {
    expect((await httpErrorOf(read({ resourceId: '1' }))).reply?.issues?.[0]?.path).toBe('resourceId')
  })

  test('are offered the actions that there are', async () => {
    const actions = await (await muster.as('gita')).call(auditApi.actions, {})
    expect(actions).toEqual(expect.arrayContaining(['department.create', 'task.create', 'user.create']))
    expect(actions).toEqual([...new Set(actions)])
  })
})

test('pages follow each other without gap or repetition, also where many happened at once', async () => {
  const { pool } = muster.services.database
  await pool.query(
    `insert into audit_logs (action, resource_type, created_at) select 'test.many', 'test', now() from generate_series(1, 45)`,
  )
  const ids: number[] = []
  let after: string | undefined
  do {
    const page = await read({ resourceType: 'test', limit: 10, after })
    ids.push(...page.entries.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after)
  expect(ids).toHaveLength(45)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
})

test('the file has every entry that fits, with formulas disarmed', async () => {
  await putTask(muster, { title: '=HYPERLINK("x")', creator: 'nora' })
  const adam = await muster.as('adam')
  const { text, headers } = await adam.raw({ method: 'GET', url: `/api/v1/audit-log/export?userId=${idOf('nora')}` })
  expect(headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  expect(text.startsWith('\uFEFFId,Time,Person,Action')).toBe(true)
  expect(text).toContain('Nora Lindqvist,task.create,task,')
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text).not.toContain('Gita Rao,')
})

test('the workbook has the same entries, texts as they are, and says so in the log', async () => {
  const { id } = await putTask(muster, { title: '=HYPERLINK("x")', creator: 'nora' })
  const adam = await muster.as('adam')
  const url = `/api/v1/audit-log/export?userId=${idOf('nora')}&format=xlsx`
  const { bytes, headers } = await adam.raw({ method: 'GET', url })
  expect(headers['content-disposition']).toBe('attachment; filename="audit-log.xlsx"')
  const [sheet] = readWorkbook(bytes)
  const created = sheet?.rows.find(([, , , action, , resourceId]) => action === 'task.create' && resourceId === `${id}`)
  expect(created?.[1]).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) })
  expect(created?.[6]).toBe('=HYPERLINK("x")')
  const { entries } = await read({ action: 'audit-log.export', limit: 1 })
  expect(entries[0]?.changes).toContainEqual({ field: 'format', before: null, after: 'xlsx' })
})

test('a stranger puts no formula into the file, wherever a spreadsheet cuts it', async () => {
  const userAgent = "Mozilla;=1+cmd|' /C calc'!A0;x"
  const headers = { 'user-agent': userAgent, 'content-type': 'application/json' }
  const payload = JSON.stringify({ email: 'nobody@hotel.example', password: 'wrong' })
  const stranger = muster.stranger()
  expect((await stranger.raw({ method: 'POST', url: '/api/v1/auth/login', headers, payload })).status).toBe(401)
  const { text } = await (await muster.as('adam')).raw({ method: 'GET', url: '/api/v1/audit-log/export' })
  expect(text).toContain("Mozilla;'=1+cmd|' /C calc'!A0;x")
  expect(text).not.toContain(userAgent)
})

describe('the history of a task', () => {
  test('is for everyone from user on who sees it, newest first, without addresses', async () => {
    const { id } = await putTask(muster, { title: 'Sweep', department: 'Housekeeping', creator: 'marta' })
    const uli = await muster.as('uli')
    await uli.call(tasksApi.update, { params: { id }, body: { status: 'in_progress' } })
    const marta = await muster.as('marta')
    const { entries, next } = await marta.call(tasksApi.history, { params: { id } })
    expect(entries).toMatchObject([
      {
        action: 'task.update',
        person: { firstName: 'Uli' },
        changes: [{ field: 'status', before: 'pending', after: 'in_progress' }],
      },
      { action: 'task.create', person: { firstName: 'Marta' } },
    ])
    expect(next).toBeNull()
    expect(JSON.stringify(entries)).not.toContain('ipAddress')
    const first = await marta.call(tasksApi.history, { params: { id }, query: { limit: 1 } })
    const second = await marta.call(tasksApi.history, { params: { id }, query: { limit: 1, after: first.next ?? '' } })
    expect([...first.entries, ...second.entries]).toEqual(entries)
    expect(await uli.call(tasksApi.history, { params: { id } })).toEqual({ entries, next })
  })

  test('is nobody else’s', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const statusFor = async (name: PersonName) =>
      (await httpErrorOf((await muster.as(name)).call(tasksApi.history, { params: { id } }))).status
    expect([await statusFor('una'), await statusFor('gus')]).toEqual([404, 403])
  })

  test('names no project to people who may not see it, unless the task shows it', async () => {
    const secret = await putProject(muster, 'Closing the hotel', 'Maintenance')
    const shown = await putProject(muster, 'New lamps', 'Maintenance')
    const { id } = await putTask(muster, { department: 'Housekeeping', projectId: secret.id })
    const adam = await muster.as('adam')
    await adam.call(tasksApi.update, { params: { id }, body: { projectId: shown.id } })
    const changesFor = async (name: PersonName) =>
      (await (await muster.as(name)).call(tasksApi.history, { params: { id } })).entries[0]?.changes
    const field = 'projectId'
    expect(await changesFor('uli')).toEqual([{ field, before: `no. ${secret.id}`, after: 'New lamps' }])
    expect(await changesFor('marta')).toEqual([{ field, before: 'Closing the hotel', after: 'New lamps' }])
  })
})

test('an account has a history too, for who manages it', async () => {
  const { id } = muster.fixtures.people.gus
  const adam = await muster.as('adam')
  await adam.call(usersApi.update, { params: { id }, body: { role: 'user', departmentId: null } })
  const { entries } = await adam.call(usersApi.history, { params: { id } })
  expect(entries[0]).toMatchObject({ action: 'user.update', person: { firstName: 'Adam' } })
  expect(entries[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'role', before: 'guest', after: 'user' },
      { field: 'departmentId', before: 'Housekeeping', after: null },
    ]),
  )
  expect(JSON.stringify(entries)).not.toMatch(/argon2|password/i)
})

test('a page of the log hears of new entries, and a manager’s does not', async () => {
  const [address, marta] = [await muster.listen(), await muster.as('marta')]
  const [gita, nora] = await Promise.all(
    (['gita', 'nora'] as const).map(async (name) => {
      const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
      page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
      await page.receives('auth_success')
      return page
    }),
  )
  const { id } = await marta.call(tasksApi.create, { body: { title: 'Sweep' } })
  // The earlier messages announce their sign-ins.
  while ((await gita?.receives('change'))?.data.id !== id);
  expect((await gita?.receives('change'))?.data).toEqual({ resource: 'audit-log', id: null })
  while ((await nora?.receives('change'))?.data.id !== id);
  expect(await nora?.receivedByNow()).toEqual([])
  for (const page of [gita, nora]) page?.socket.close()
})
