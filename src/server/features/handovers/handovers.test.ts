import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover, putQuestion } from '../../../../test/support/handovers.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { deactivate, type PersonName, personNames } from '../../../../test/support/people.ts'
import { putProblem } from '../../../../test/support/problems.ts'
import { clearTasks, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { type Handover, handoversApi, MAX_QUESTIONS, type NewHandover } from '../../../shared/handovers.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { may } from '../../../shared/permissions.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { callEndpoint } from '../../../web/api/call-endpoint.ts'
import { itemSubject } from '../../core/handovers/subjects.ts'

/** One shift hands over to the next, and the next receives, finishes or returns the items. */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const departmentOf = (name: 'Housekeeping' | 'Maintenance') => muster.fixtures.departments[name]
const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

type Body = { note?: string; items?: NewHandover['items']; at?: string }
const give = async (name: PersonName, { items = [], ...body }: Body) =>
  (await muster.as(name)).call(handoversApi.create, { body: { items, ...body } })
const item = (fields: Partial<NewHandover['items'][number]> = {}) => ({
  ...{ text: 'The lift is slow', severity: 'act' as const, next: 'Call the company' },
  ...fields,
})
const ofTask = (taskId: number, fields: Partial<NewHandover['items'][number]> = {}) => {
  const { text: _, ...rest } = item()
  return { ...rest, taskId, ...fields }
}
const receive = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(handoversApi.receive, { params: { id } })
const ask = async (name: PersonName, id: number, question = 'Since when?') =>
  (await muster.as(name)).call(handoversApi.ask, { params: { id }, body: { question } })
const answer = async (name: PersonName, id: number, text = 'Since noon') =>
  (await muster.as(name)).call(handoversApi.answer, { params: { id }, body: { answer: text } })
const list = async (name: PersonName, asked: object = {}) =>
  (await muster.as(name)).call(handoversApi.list, { query: asked })
const clockIn = async (...names: PersonName[]) => {
  for (const name of names) await putSession(muster, name, inDays(-0.1), null)
}
/** The titles of each person's notifications; people without any are absent. */
async function heard() {
  const found: Partial<Record<PersonName, string[]>> = {}
  for (const name of personNames) {
    const news = await (await muster.as(name)).call(notificationsApi.list, {})
    if (news.length > 0) found[name] = news.map(({ title, message }) => `${title} | ${message}`)
  }
  return found
}
const issuesOf = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return { status, issues: reply?.issues?.map(({ path }) => path) }
}
const taskOf = async (id: number) => (await query('select assignee_id, status from tasks where id = $1', [id]))[0]

beforeEach(async () => {
  await clearHandovers(muster)
  await clearTasks(muster)
  await clearSessions(muster)
  await query('delete from notifications')
  await query('delete from rate_limits')
})
afterAll(() => clearSessions(muster))

describe('a handover', () => {
  test('has a note, and items with their tasks as they are called now', async () => {
    const task = await putTask(muster, {
      title: 'Tap drips',
      department: 'Housekeeping',
      assignee: 'uli',
      place: 'Spa',
    })
    const given = await give('uli', {
      note: ' Quiet evening ',
      items: [
        ofTask(task.id, { ifThen: 'if it floods, close the valve' }),
        item({ severity: 'watch', toUserId: idOf('lea') }),
      ],
    })
    const giver = { id: idOf('uli'), firstName: 'Uli', lastName: 'Brandt', profileImageUrl: null }
    const department = { id: departmentOf('Housekeeping'), name: 'Housekeeping' }
    expect(given).toMatchObject({ giver, department, note: 'Quiet evening' })
    expect(given.items).toMatchObject([
      {
        ...{ giver, department, createdAt: given.createdAt, text: null, severity: 'act', next: 'Call the company' },
        ...{
          ifThen: 'if it floods, close the valve',
          toUser: null,
          receivedBy: null,
          questions: [],
          isForgotten: false,
        },
        task: { id: task.id, title: 'Tap drips', place: 'Spa', status: 'pending' },
      },
      { task: null, text: 'The lift is slow', severity: 'watch', ifThen: null, toUser: { firstName: 'Léa' } },
    ])
    expect((await list('lea')).handovers).toEqual([given])
    // The task stays with its assignee until somebody receives it.
    expect(await taskOf(task.id)).toMatchObject({ assignee_id: idOf('uli') })
  })

  test('is in the audit log without what was written', async () => {
    await give('uli', { note: 'Secret note', items: [item({ text: 'Secret text', next: 'Secret next' })] })
    const rows = await query(`select action, details::text from audit_logs order by id desc limit 2`)
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['handover-item.create', 'handover.create'])
    expect(JSON.stringify(rows)).not.toContain('Secret')
  })

  test('tells those on duty in the department, and whom items name, once each', async () => {
    const task = await putTask(muster, { title: 'Tap drips', department: 'Maintenance', assignee: 'uli' })
    await clockIn('uli', 'lea', 'una', 'marta', 'milan', 'adam')
    await give('uli', {
      items: [item(), item({ text: 'The key is lost' }), ofTask(task.id), item({ toUserId: idOf('nora') })],
    })
    expect(await heard()).toEqual({
      lea: ['Uli Brandt hands over 2 things | "The lift is slow" and 1 more'],
      marta: ['Uli Brandt hands over 2 things | "The lift is slow" and 1 more'],
      una: ['Uli Brandt hands over: Tap drips | null'],
      milan: ['Uli Brandt hands over: Tap drips | null'],
      nora: ['Uli Brandt hands over: The lift is slow | null'],
    })
  })

  test('of what belongs to no department goes to managers', async () => {
    const task = await putTask(muster, { title: 'Budget', assignee: 'uli' })
    await clockIn('lea', 'marta', 'una')
    const given = await give('uli', { items: [ofTask(task.id)] })
    expect(given.items).toMatchObject([{ department: null, task: { title: 'Budget' } }])
    expect(Object.keys(await heard())).toEqual(['marta'])
    const [seen] = (await list('lea')).handovers
    expect(seen?.items).toEqual([])
  })

  test('is refused for a task that the giver cannot see, and for people who cannot have it', async () => {
    const hidden = await putTask(muster, { department: 'Maintenance' })
    const deleted = await putTask(muster, { department: 'Housekeeping', deletedAt: inDays(0) })
    const own = await putTask(muster, { department: 'Housekeeping' })
    expect(await issuesOf(give('uli', { items: [ofTask(hidden.id), ofTask(deleted.id), ofTask(own.id)] }))).toEqual({
      ...{ status: 400, issues: ['items.0.taskId', 'items.1.taskId'] },
    })
    const given = (toUserId: string) => give('uli', { items: [ofTask(own.id, { toUserId })] })
    for (const name of ['una', 'gus', 'uli'] as const)
      expect(await issuesOf(given(idOf(name)))).toEqual({ status: 400, issues: ['items.0.toUserId'] })
    expect(await issuesOf(given('0190b1a0-0000-7000-8000-000000000000'))).toMatchObject({ status: 400 })
    await deactivate(muster.services, 'nora')
    expect(await issuesOf(given(idOf('nora')))).toMatchObject({ status: 400 })
    await query('update users set is_active = true')
    expect((await given(idOf('marta'))).items).toHaveLength(1)
    expect(await query('select from handovers')).toHaveLength(1)
  })

  test('says something: a note or an item, and an item a task or a text', async () => {
    const browser = await muster.as('uli')
    const send = (body: object) =>
      browser.raw({
        ...{ method: 'POST', url: '/api/v1/handovers', headers: { 'content-type': 'application/json' } },
        payload: JSON.stringify(body),
      })
    expect((await send({ items: [] })).json.issues).toMatchObject([{ path: 'note' }])
    expect((await send({ note: '  ', items: [] })).status).toBe(400)
    expect((await send({ items: [{ severity: 'act', next: 'Look' }] })).json.issues).toMatchObject([
      { path: 'items.0.text' },
    ])
    expect((await send({ items: Array(51).fill(item()) })).json.issues).toMatchObject([{ path: 'items' }])
  })
})

describe('within 15 minutes after the clock-out', () => {
  const lastOf = async (name: PersonName) =>
    (await (await muster.as(name)).call(clockApi.history, { query: {} })).sessions[0]
  const put = (start: number, end: number | null) =>
    putSession(muster, 'uli', minutesAgo(start), end === null ? null : minutesAgo(end))

  test('a handover moves the end of the session to its sending, once', async () => {
    const { id } = await put(300, 14)
    const { createdAt } = await give('uli', { note: 'Quiet' })
    const moved = await lastOf('uli')
    expect(moved).toMatchObject({ id, endTime: createdAt, duration: 300, needsReview: false })
    await query(`update clock_sessions set end_time = end_time - interval '5 minutes'`)
    await query(`update handovers set created_at = created_at - interval '5 minutes'`)
    await give('uli', { note: 'One more thing' })
    expect((await lastOf('uli'))?.endTime).toBe(new Date(Date.parse(createdAt) - 5 * MINUTE).toISOString())
    const actions = await query(
      `select action from audit_logs where resource_type = 'clock-session' and resource_id = $1`,
      [String(id)],
    )
    expect(actions.filter(({ action }) => action === 'clock-session.extend')).toHaveLength(1)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['later', () => put(300, 16)],
    [
      'while the next session runs',
      async () => {
        await put(300, 14)
        await put(5, null)
      },
    ],
    [
      'after a correction',
      async () => {
        const { id } = await put(300, 10)
        await (await muster.as('marta')).call(clockApi.correct, {
          params: { id },
          body: { startTime: minutesAgo(290), reason: 'As told' },
        })
      },
    ],
    ['before clocking out', () => put(300, null)],
  ])('nothing moves %s', async (_, prepare) => {
    await prepare()
    const before = await query('select id, end_time from clock_sessions order by id')
    await give('uli', { note: 'Quiet' })
    expect(await query('select id, end_time from clock_sessions order by id')).toEqual(before)
  })

  test('a correction of the beginning during the shift does not hold its end', async () => {
    const { id } = await put(300, 10)
    const before = await query('select end_time from clock_sessions where id = $1', [id])
    await query(
      `update clock_sessions set corrected_at = $2, corrected_by = $3, correction_reason = 'As told' where id = $1`,
      [id, minutesAgo(100), idOf('marta')],
    )
    await give('uli', { note: 'Quiet' })
    expect(await query('select end_time from clock_sessions where id = $1', [id])).not.toEqual(before)
  })

  test('what was written without a network counts from when it was written', async () => {
    const { id } = await put(600, 130)
    await put(60, null)
    const at = minutesAgo(120)
    await give('uli', { note: 'Quiet', at })
    expect(await query('select end_time from clock_sessions where id = $1', [id])).toEqual([{ end_time: at }])
    expect(await issuesOf(give('uli', { note: 'Quiet', at: minutesAgo(13 * 60) }))).toEqual({
      status: 400,
      issues: ['at'],
    })
  })

  test('of others nothing moves', async () => {
    await putSession(muster, 'lea', minutesAgo(300), minutesAgo(5))
    await give('uli', { note: 'Quiet' })
    expect(
      await query(`select from audit_logs where action = 'clock-session.extend' and user_id = $1`, [idOf('lea')]),
    ).toEqual([])
  })
})

describe('who receives an item', () => {
  test('has its task from then on; what the giver had begun waits again', async () => {
    const task = await putTask(muster, { department: 'Housekeeping', assignee: 'uli', status: 'in_progress' })
    const { items } = await give('uli', { items: [ofTask(task.id)] })
    const id = items[0]?.id ?? 0
    const received = await receive('lea', id)
    expect(received).toMatchObject({ id, receivedBy: { id: idOf('lea') }, task: { status: 'pending' } })
    expect(await taskOf(task.id)).toEqual({ assignee_id: idOf('lea'), status: 'pending' })
    // Again, it changes nothing.
    expect(await receive('lea', id)).toEqual(received)
    const history = await (await muster.as('lea')).call(tasksApi.history, { params: { id: task.id }, query: {} })
    expect(history.entries.filter(({ action }) => action === 'task.receive')).toHaveLength(1)
    expect(await heard()).toEqual({})
  })

  test('is one of many at once, on several servers; the others are told who', async () => {
    const other = await muster.another()
    const task = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    const { id } = await putHandover(muster, { taskId: task.id })
    const people = ['lea', 'marta', 'milan', 'nora', 'adam', 'gita'] as const
    const browsers = await Promise.all(people.map((name) => muster.as(name)))
    const calls = Array.from({ length: isLongRun ? 60 : 12 }, async (_, at) => {
      const browser = browsers[at % people.length]
      if (at % 2 === 0 || !browser) return browser?.call(handoversApi.receive, { params: { id } })
      return callEndpoint(
        async ({ method, url, headers }) => {
          const reply = await fetch(other.address + url, { method, headers: { ...headers, cookie: browser.cookie } })
          return { status: reply.status, statusText: reply.statusText, text: await reply.text() }
        },
        handoversApi.receive,
        { params: { id } },
      )
    })
    const outcomes = await Promise.allSettled(calls)
    const [row] = await query('select received_by from handover_items where id = $1', [id])
    const winner = people.findIndex((name) => idOf(name) === row.received_by)
    expect(winner).toBeGreaterThanOrEqual(0)
    for (const [at, outcome] of outcomes.entries()) {
      if (at % people.length === winner) expect(outcome.status).toBe('fulfilled')
      else
        expect(outcome).toMatchObject({
          reason: { status: 409, reply: { code: 'received', assignee: { id: row.received_by } } },
        })
    }
    expect(await taskOf(task.id)).toMatchObject({ assignee_id: row.received_by })
    expect(
      await query(`select from audit_logs where action = 'handover-item.receive' and resource_id = $1`, [String(id)]),
    ).toHaveLength(1)
    expect(
      await query(`select from audit_logs where action = 'task.receive' and resource_id = $1`, [String(task.id)]),
    ).toHaveLength(1)
  })

  test.each<[string, Parameters<typeof putTask>[1], PersonName | null]>([
    ['that is done', { status: 'completed', assignee: 'uli' }, 'uli'],
    ['that was missed', { assignee: 'uli', outcome: 'missed', closedAt: inDays(0) }, 'uli'],
    ['that somebody else has by now', { assignee: 'marta' }, 'marta'],
    ['that went to another department', { assignee: null, department: 'Maintenance' }, null],
  ])('does not get a task %s', async (_, fields, keeper) => {
    const task = await putTask(muster, { department: 'Housekeeping', ...fields })
    const { id } = await putHandover(muster, { taskId: task.id })
    expect(await receive('lea', id)).toMatchObject({ receivedBy: { id: idOf('lea') } })
    expect(await taskOf(task.id)).toMatchObject({ assignee_id: keeper && idOf(keeper) })
  })

  test('of a deleted task only has the item', async () => {
    const task = await putTask(muster, { department: 'Housekeeping', assignee: 'uli', deletedAt: inDays(0) })
    const { id } = await putHandover(muster, { taskId: task.id })
    expect(await receive('lea', id)).toMatchObject({ task: null, receivedBy: { id: idOf('lea') } })
    await query('delete from tasks')
    expect((await list('lea')).handovers[0]?.items).toMatchObject([{ id, task: null }])
  })

  test('tells the reporter of a problem that nobody had', async () => {
    const { id: taskId } = await putProblem(muster, { creator: 'una', department: 'Housekeeping' })
    const { items } = await give('uli', { items: [ofTask(taskId)] })
    await receive('lea', items[0]?.id ?? 0)
    expect(await heard()).toEqual({ una: ['Léa Kern takes care of it | Tap drips'] })
  })

  test('is whom it names, then a manager who was told, and anybody once that account is closed', async () => {
    const { id } = await putHandover(muster, { to: 'lea' })
    expect(await httpErrorOf(receive('uli', id))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(receive('marta', id))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(receive('una', id))).toMatchObject({ status: 404 })
    expect(await httpErrorOf(receive('gus', id))).toMatchObject({ status: 403 })
    await query('update handover_items set escalated_at = now()')
    expect(await receive('marta', id)).toMatchObject({ receivedBy: { id: idOf('marta') } })
    expect(await httpErrorOf(receive('lea', id))).toMatchObject({ status: 409, reply: { code: 'received' } })

    const other = await putHandover(muster, { giver: 'marta', to: 'lea' })
    expect(await httpErrorOf(receive('uli', other.id))).toMatchObject({ status: 403 })
    await query('update users set is_active = false where id = $1', [idOf('lea')])
    expect(await receive('uli', other.id)).toMatchObject({ receivedBy: { id: idOf('uli') } })
    await query('update users set is_active = true')
    // Also in another department.
    const named = await putHandover(muster, { to: 'una' })
    expect(await receive('una', named.id)).toMatchObject({ receivedBy: { id: idOf('una') } })
  })

  test('has read what told of it', async () => {
    await clockIn('lea')
    const { items } = await give('uli', { items: [item()] })
    const unread = async () => (await (await muster.as('lea')).call(notificationsApi.unreadCount, {})).count
    expect(await unread()).toBe(1)
    await receive('lea', items[0]?.id ?? 0)
    expect(await unread()).toBe(0)
  })
})

describe('a question', () => {
  test('goes to the giver on duty, else to the managers on duty there, else anywhere, else to the giver', async () => {
    const task = await putTask(muster, { title: 'Tap drips', department: 'Housekeeping' })
    const { id } = await putHandover(muster, { taskId: task.id })
    const told = async () => {
      await query('delete from notifications')
      await ask('lea', id)
      const found = await heard()
      expect(Object.values(found)[0]).toEqual(['Léa Kern asks about a handover | Tap drips: Since when?'])
      return Object.keys(found)
    }
    expect(await told()).toEqual(['uli'])
    await clockIn('adam', 'milan', 'lea')
    expect(await told()).toEqual(['adam', 'milan'])
    await clockIn('marta')
    expect(await told()).toEqual(['marta'])
    await clockIn('uli')
    expect(await told()).toEqual(['uli'])
  })

  test('is answered by the giver or a manager, the latest open one first; who asked is told', async () => {
    const { id } = await putHandover(muster)
    await ask('lea', id, 'Which lift?')
    await ask('lea', id, 'Since when?')
    await query('delete from notifications')
    expect(await httpErrorOf(answer('lea', id))).toMatchObject({ status: 403 })
    const first = await answer('uli', id)
    expect(first.questions).toMatchObject([
      { question: 'Which lift?', answer: null, answeredAt: null },
      { question: 'Since when?', answer: 'Since noon', asker: { id: idOf('lea') }, answeredBy: { id: idOf('uli') } },
    ])
    const second = await answer('marta', id, 'The left one')
    expect(second.questions[0]).toMatchObject({ answer: 'The left one', answeredBy: { id: idOf('marta') } })
    expect(await heard()).toEqual({
      lea: [
        'Marta Oliveira has answered your question | The lift is slow: The left one',
        'Uli Brandt has answered your question | The lift is slow: Since noon',
      ],
    })
    expect(await httpErrorOf(answer('uli', id))).toMatchObject({ status: 409, reply: { code: 'no_question' } })
  })

  test("is refused about one's own handover, for strangers, and beyond twenty", async () => {
    const { id } = await putHandover(muster)
    expect(await httpErrorOf(ask('uli', id))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(ask('una', id))).toMatchObject({ status: 404 })
    for (let at = 0; at < MAX_QUESTIONS; at += 1) await putQuestion(muster, id)
    expect(await httpErrorOf(ask('marta', id))).toMatchObject({ status: 409, reply: { code: 'too_many_questions' } })
  })

  test('does not tell the giver what their task is called now if they cannot see it any more', async () => {
    const task = await putTask(muster, { title: 'Hidden', department: 'Maintenance', assignee: 'una' })
    const { id } = await putHandover(muster, {
      taskId: task.id,
      department: 'Maintenance',
      to: 'lea',
      text: 'The lift',
    })
    await ask('lea', id)
    expect(await heard()).toEqual({ uli: ['Léa Kern asks about a handover | The lift: Since when?'] })
  })
})

describe('the log book', () => {
  const about = (found: { handovers: Handover[] }) =>
    found.handovers.map(({ note, items }) => [note, ...items.map(({ text }) => text)])

  test('has what belongs to no department, for a person of none', async () => {
    await putHandover(muster, { giver: 'gita', text: 'The safe', to: 'uli' })
    const moveTo = (department: number | null) =>
      query('update users set department_id = $1 where id = $2', [department, idOf('uli')])
    await moveTo(null)
    expect(about(await list('uli'))).toEqual([[null, 'The safe']])
    await moveTo(departmentOf('Housekeeping'))
  })

  test('shows each what they may see, newest first', async () => {
    await putHandover(muster, { giver: 'uli', note: 'Floor 1', text: 'for Housekeeping', createdAt: minutesAgo(50) })
    await putHandover(muster, { giver: 'una', note: 'Boiler', text: 'for Maintenance', createdAt: minutesAgo(40) })
    await putHandover(muster, {
      ...{ giver: 'una', note: 'Pump', text: 'of Maintenance for Housekeeping', department: 'Housekeeping' },
      createdAt: minutesAgo(30),
    })
    await putHandover(muster, { giver: 'milan', note: 'Roof', text: 'for lea', to: 'lea', createdAt: minutesAgo(20) })
    await putHandover(muster, {
      giver: 'adam',
      note: 'Office',
      text: 'received by lea',
      to: 'lea',
      receivedBy: 'lea',
      createdAt: minutesAgo(10),
    })
    const housekeeping = [
      [null, 'of Maintenance for Housekeeping'],
      ['Floor 1', 'for Housekeeping'],
    ]
    const others = [
      ['Office', 'received by lea'],
      ['Roof', 'for lea'],
      ['Pump', 'of Maintenance for Housekeeping'],
      ['Boiler', 'for Maintenance'],
    ]
    expect(about(await list('lea'))).toEqual([[null, 'received by lea'], [null, 'for lea'], ...housekeeping])
    expect(about(await list('uli'))).toEqual(housekeeping)
    expect(about(await list('una'))).toEqual([
      ...[
        ['Roof', 'for lea'],
        ['Pump', 'of Maintenance for Housekeeping'],
        ['Boiler', 'for Maintenance'],
      ],
    ])
    expect(about(await list('nora'))).toEqual([...others, ['Floor 1', 'for Housekeeping']])
    const departmentId = departmentOf('Housekeeping')
    expect(about(await list('nora', { departmentId }))).toEqual([
      ...[
        ['Pump', 'of Maintenance for Housekeeping'],
        ['Floor 1', 'for Housekeeping'],
      ],
    ])
    expect(about(await list('lea', { departmentId }))).toEqual(housekeeping)
    expect(await httpErrorOf(list('lea', { departmentId: departmentOf('Maintenance') }))).toMatchObject({ status: 403 })
    expect(await httpErrorOf(list('gus'))).toMatchObject({ status: 403 })
  })

  test('states the permission: of every item, to everybody', async () => {
    for (const giver of ['uli', 'una', 'adam', 'gwen'] as const)
      for (const department of ['Housekeeping', 'Maintenance', null] as const)
        for (const to of [null, 'lea', 'milan', 'gus'] as const) await putHandover(muster, { giver, department, to })
    const { db } = muster.contextOf('gita')
    const rows = (await db.execute('select * from handover_items')).rows.map((row) => ({
      ...{ id: row.id as number, departmentId: row.department_id as number | null },
      ...{ toUserId: row.to_user_id as string | null, giverId: row.giver_id as string },
    }))
    expect(rows).toHaveLength(48)
    for (const name of personNames.filter((each) => !['gus', 'gwen'].includes(each))) {
      const seen = (await list(name)).handovers.flatMap(({ items }) => items.map(({ id }) => id))
      const allowed = rows.filter((row) => may(muster.fixtures.people[name], 'handover:read', itemSubject(row)))
      expect([name, seen.toSorted((a, b) => a - b)]).toEqual([
        name,
        allowed.map(({ id }) => id).toSorted((a, b) => a - b),
      ])
    }
  })

  test('never shows the title of a task to somebody who cannot see it, nor finds it by it', async () => {
    const task = await putTask(muster, { title: 'Hidden', department: 'Maintenance' })
    await putHandover(muster, {
      giver: 'milan',
      taskId: task.id,
      department: 'Housekeeping',
      text: 'A pipe',
      note: 'Sealed',
    })
    const [seen] = (await list('lea')).handovers
    expect(seen).toMatchObject({ note: null, items: [{ task: null, text: 'A pipe' }] })
    expect((await list('lea', { search: 'hidden' })).handovers).toEqual([])
    expect((await list('lea', { search: 'sealed' })).handovers).toEqual([])
    expect((await list('lea', { search: 'pipe' })).handovers).toHaveLength(1)
    for (const search of ['hidden', 'sealed', 'pipe', 'Novak', 'pipe hidden'])
      expect((await list('milan', { search })).handovers).toHaveLength(1)
  })

  test('is searched in what was written, folded, by words', async () => {
    await give('uli', { note: 'Müllers sind da', items: [item({ next: 'Öffne die Tür', ifThen: 'falls es regnet' })] })
    for (const search of ['mueller', 'MULLER', 'tur', 'offne die', 'regnet', 'brandt', 'uli regnet', 'lift'])
      expect([search, (await list('lea', { search })).handovers.length]).toEqual([search, 1])
    for (const search of ['schnee', 'lift schnee', '%', 'ift_'])
      expect([search, (await list('lea', { search })).handovers.length]).toEqual([search, 0])
  })

  test('is cut by days of the time zone, and has pages', async () => {
    for (const createdAt of [
      '2026-11-01T22:59:59.999Z',
      '2026-11-01T23:00:00.000Z',
      '2026-11-02T22:59:59.999Z',
      '2026-11-02T23:00:00.000Z',
    ])
      await putHandover(muster, { note: createdAt, createdAt })
    const notes = (found: { handovers: Handover[] }) => found.handovers.map(({ note }) => note)
    expect(notes(await list('lea', { from: '2026-11-02', to: '2026-11-02' }))).toEqual([
      ...['2026-11-02T22:59:59.999Z', '2026-11-01T23:00:00.000Z'],
    ])
    for (let at = 0; at < 101; at += 1) await putHandover(muster, { note: String(at), createdAt: minutesAgo(200 - at) })
    const first = await list('lea')
    const second = await list('lea', { before: first.next })
    const third = await list('lea', { before: second.next })
    expect([first, second, third].map((page) => page.handovers.length)).toEqual([50, 50, 5])
    expect(third.next).toBeNull()
    const ids = [first, second, third].flatMap((page) => page.handovers.map(({ id }) => id))
    expect(new Set(ids).size).toBe(105)
    expect(notes(second)[0]).toBe('50')
  })

  test('costs the same few statements however much is on the page', async () => {
    for (let at = 0; at < 30; at += 1) await putQuestion(muster, (await putHandover(muster)).id)
    const { pool } = muster.services.database
    const lea = await muster.as('lea')
    let statements = 0
    const count = () => (statements += 1)
    pool.on('acquire', count)
    await lea.call(handoversApi.list, { query: {} })
    pool.off('acquire', count)
    expect(statements).toBeLessThanOrEqual(5)
  })
})
