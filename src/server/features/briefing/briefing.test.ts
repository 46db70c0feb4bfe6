import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { putHandover, putQuestion } from '../../../../test/support/handovers.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putProblem } from '../../../../test/support/problems.ts'
import { putOccurrence } from '../../../../test/support/routines.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { BRIEFING_ITEMS, type Briefing, briefingApi, isUrgentItem, type SectionKind } from '../../../shared/briefing.ts'
import { sopsApi } from '../../../shared/sops.ts'
import type { NotificationFact } from '../../base/words/notification-words.ts'
import { inTransaction } from '../../core/context.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { notify } from '../notifications/notify.ts'
import { readBriefing } from './read.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const query = (text: string) => muster.services.database.pool.query(text)
beforeEach(async () => {
  await clearSessions(muster)
  await query('delete from handovers; delete from notifications')
  await clearTasks(muster)
  await query('delete from routines; delete from sop_readings; delete from sop_versions; delete from sops')
})

/** Noon in Berlin, on a Monday. */
const NOON = '2026-06-15T10:00:00.000Z'
const at = (time: string) => `2026-06-15T${time}:00.000Z`

async function briefingOf(name: PersonName, now = NOON, section?: SectionKind): Promise<Briefing> {
  const ctx = muster.contextOf(name, new Date(now))
  return (await readBriefing(ctx, { params: {}, query: { section }, body: undefined })).read()
}
/** The sections of a briefing: of each the titles of its items, and how many more there are. */
const shown = ({ sections }: Briefing) =>
  Object.fromEntries(
    sections.map(({ kind, items, more }) => [
      kind,
      [
        ...items.map((item) => ('text' in item ? item.text : 'title' in item ? item.title : item.what)),
        ...(more > 0 ? [more] : []),
      ],
    ]),
  )
const shownTo = async (name: PersonName, now = NOON) => shown(await briefingOf(name, now))

const put = (title: string, fields: Parameters<typeof putTask>[1] = {}) =>
  putTask(muster, {
    title,
    department: 'Housekeeping',
    ...{ createdAt: '2026-06-01T08:00:00.000Z', updatedAt: '2026-06-01T08:00:00.000Z' },
    ...fields,
  })
/** By Léa, to Housekeeping. */
const handOver = (fields: Parameters<typeof putHandover>[1] = {}) =>
  putHandover(muster, { giver: 'lea', department: 'Housekeeping', ...fields })
const holdFor = async (name: PersonName, fact: NotificationFact, now = NOON) => {
  await inTransaction(muster.contextOf(name, new Date(now)), (ctx) => notify(ctx, [ctx.viewer.id], fact))
}
const reminder = (title: string): NotificationFact => ({
  ...{ kind: 'reminder', params: { title, description: null }, subject: null },
})

describe('since when', () => {
  const sinceOf = async (name: PersonName, now = NOON) => {
    const { since, isSameShift, isFirstShift } = await briefingOf(name, now)
    return isFirstShift ? 'first' : [since, isSameShift]
  }

  test('is the end of the last shift', async () => {
    await putSession(muster, 'uli', '2026-06-11T05:00:00.000Z', '2026-06-11T13:00:00.000Z')
    await putSession(muster, 'uli', '2026-06-12T05:00:00.000Z', '2026-06-12T13:24:00.000Z')
    expect(await sinceOf('uli')).toEqual(['2026-06-12T13:24:00.000Z', false])
    await putSession(muster, 'uli', at('09:00'), null)
    expect(await sinceOf('uli')).toEqual(['2026-06-12T13:24:00.000Z', false])
  })

  test('is thirty days ago at most, and without any shift', async () => {
    const earliest = '2026-05-16T10:00:00.000Z'
    expect(await sinceOf('uli')).toBe('first')
    await putSession(muster, 'lea', at('09:00'), null)
    expect(await sinceOf('lea')).toBe('first')
    await putSession(muster, 'uli', '2026-04-11T05:00:00.000Z', '2026-04-11T13:00:00.000Z')
    expect(await sinceOf('uli')).toEqual([earliest, false])
    await putSession(muster, 'uli', at('09:00'), null)
    expect(await sinceOf('uli')).toEqual([earliest, false])
  })

  test('is the same shift for who comes back within ninety minutes', async () => {
    await putSession(muster, 'uli', at('03:00'), at('07:30'))
    await putSession(muster, 'uli', at('09:00'), null)
    expect(await sinceOf('uli')).toEqual([at('07:30'), true])
    await putSession(muster, 'lea', at('03:00'), '2026-06-15T07:29:59.999Z')
    await putSession(muster, 'lea', at('09:00'), null)
    expect(await sinceOf('lea')).toEqual(['2026-06-15T07:29:59.999Z', false])
  })

  test('is not the same shift for who has clocked out, or has forgotten to', async () => {
    await putSession(muster, 'uli', at('03:00'), at('09:30'))
    expect(await sinceOf('uli')).toEqual([at('09:30'), false])
    await putSession(muster, 'lea', '2026-06-14T03:00:00.000Z', '2026-06-14T08:00:00.000Z')
    await putSession(muster, 'lea', '2026-06-14T08:30:00.000Z', null)
    expect(await sinceOf('lea')).toEqual(['2026-06-14T08:00:00.000Z', false])
  })
})

describe('the notes to the department', () => {
  const notesOf = async (name: PersonName) => (await briefingOf(name)).notes.map(({ note }) => note)

  test('are those of others since the last shift, the newest first, five at most', async () => {
    await putSession(muster, 'uli', at('00:00'), at('02:00'))
    await handOver({ note: 'Before', createdAt: at('01:00') })
    for (let hour = 3; hour < 9; hour += 1) await handOver({ note: `At ${hour}`, createdAt: at(`0${hour}:00`) })
    await handOver({ note: null, createdAt: at('09:00') })
    await handOver({ note: 'My own', giver: 'uli', createdAt: at('09:00') })
    await handOver({ note: 'Of another department', giver: 'milan', createdAt: at('09:00') })
    expect(await notesOf('uli')).toEqual(['At 8', 'At 7', 'At 6', 'At 5', 'At 4'])
    expect((await briefingOf('uli')).notes[0]).toMatchObject({ giver: { firstName: 'Léa' }, createdAt: at('08:00') })
  })

  test('are there without anything else; who has no department has none', async () => {
    const { id } = await handOver({ note: 'Mind the wet floor', createdAt: at('09:00') })
    await query(`delete from handover_items where id = ${id}`)
    expect(await notesOf('uli')).toEqual(['Mind the wet floor'])
    expect((await briefingOf('uli')).sections).toEqual([])
    expect(await notesOf('nora')).toEqual([])
    expect((await briefingOf('uli', NOON, 'handed_over')).notes).toEqual([])
  })
})

describe('what was handed over', () => {
  const handed = async (name: PersonName) => (await shownTo(name)).handed_over

  test('is for the person by name, or for their department; urgent first, then the newest', async () => {
    await handOver({ text: 'Old', createdAt: '2026-06-10T10:00:00.000Z' })
    await handOver({ text: 'New', createdAt: '2026-06-14T10:00:00.000Z', severity: 'watch' })
    await handOver({ text: 'Urgent', createdAt: '2026-06-09T10:00:00.000Z', severity: 'urgent' })
    await handOver({ text: 'For Una', to: 'una', department: 'Maintenance' })
    await handOver({ text: 'For Uli', to: 'uli', department: 'Maintenance', giver: 'milan' })
    expect(await handed('uli')).toEqual(['Urgent', 'For Uli', 'New', 'Old'])
    expect(await handed('marta')).toEqual(['Urgent', 'New', 'Old'])
    expect(await handed('una')).toEqual(['For Una'])
    // Its giver.
    expect(await handed('lea')).toBeUndefined()
    // Managers without a department have the items without one.
    expect(await handed('nora')).toBeUndefined()
    await handOver({ text: 'Of nowhere', department: null, giver: 'gita' })
    expect(await handed('nora')).toEqual(['Of nowhere'])
    expect(await handed('uli')).not.toContain('Of nowhere')
  })

  test('ends when somebody has received it', async () => {
    const { id } = await handOver()
    expect(await handed('uli')).toEqual(['The lift is slow'])
    await query(
      `update handover_items set received_at = now(), received_by = '${muster.fixtures.people.marta.id}' where id = ${id}`,
    )
    expect(await handed('uli')).toBeUndefined()
  })

  test('comes with its giver, its questions, and its task if the person may see it', async () => {
    const hall = await put('Wax the hall', { status: 'in_progress', place: 'Hall' })
    const pump = await put('Pump', { department: 'Maintenance' })
    const seen = await handOver({ taskId: hall.id, ifThen: 'if it rains, then stop', isForgotten: true })
    await handOver({ taskId: pump.id, text: 'Leaks', createdAt: '2026-06-01T10:00:00.000Z' })
    await putQuestion(muster, seen.id, { asker: 'uli', question: 'Which firm?', answer: 'The red one' })
    await putQuestion(muster, seen.id, { asker: 'uli', question: 'And when?' })
    const [section] = (await briefingOf('uli')).sections
    expect(section).toMatchObject({
      kind: 'handed_over',
      items: [
        {
          id: seen.id,
          giver: { firstName: 'Léa', lastName: 'Kern', profileImageUrl: null },
          createdAt: seen.createdAt,
          department: { name: 'Housekeeping' },
          task: { id: hall.id, title: 'Wax the hall', place: 'Hall', status: 'in_progress' },
          ...{ severity: 'act', next: 'Call the company', ifThen: 'if it rains, then stop', isForgotten: true },
          ...{ toUser: null, receivedBy: null, receivedAt: null },
          questions: [
            {
              asker: { firstName: 'Uli' },
              question: 'Which firm?',
              answer: 'The red one',
              answeredBy: { firstName: 'Léa' },
            },
            { question: 'And when?', answer: null, answeredBy: null, answeredAt: null },
          ],
        },
        { text: 'Leaks', task: null, questions: [], isForgotten: false },
      ],
    })
  })
})

describe('problems that nobody has taken', () => {
  const unclaimed = async (name: PersonName) => (await shownTo(name)).unclaimed_problems

  test('begin with those that cannot wait, also when many are older', async () => {
    for (let minute = 10; minute < 20; minute += 1)
      await putProblem(muster, { title: `Drip ${minute}`, createdAt: at(`08:${minute}`) })
    await putProblem(muster, { title: 'Water on the stairs', priority: 'high', createdAt: at('09:00') })
    const first = (await briefingOf('uli')).sections.find(({ kind }) => kind === 'unclaimed_problems')?.items ?? []
    expect(first.map((task) => 'title' in task && task.title).slice(0, 2)).toEqual(['Water on the stairs', 'Drip 10'])
    expect(first.map((task) => isUrgentItem('unclaimed_problems', task))).toEqual([true, false, false, false, false])
  })

  test('are those of the department, the oldest first', async () => {
    await putProblem(muster, { title: 'Second', createdAt: at('08:00') })
    await putProblem(muster, {
      title: 'First',
      createdAt: '2026-06-12T08:00:00.000Z',
      dueDate: '2026-07-12T08:00:00.000Z',
    })
    await putProblem(muster, { title: 'Taken', assignee: 'lea' })
    await putProblem(muster, { title: 'Solved', status: 'completed' })
    await putProblem(muster, { title: 'Deleted', deletedAt: NOON })
    await putProblem(muster, { title: 'Pump', department: 'Maintenance', createdAt: at('09:00') })
    await put('No problem')
    expect(await unclaimed('uli')).toEqual(['First', 'Second'])
    expect(await unclaimed('marta')).toEqual(['First', 'Second'])
    expect(await unclaimed('una')).toEqual(['Pump'])
    // Managers without a department see any.
    expect(await unclaimed('nora')).toEqual(['First', 'Second', 'Pump'])
    expect(await unclaimed('adam')).toBeUndefined()
  })
})

describe('work', () => {
  test('stands in one section each', async () => {
    const uli = { assignee: 'uli' } as const
    await put('Late', { ...uli, dueDate: at('09:00') })
    await put('Later', { ...uli, dueDate: at('08:00') })
    await put('Marked', { ...uli, status: 'overdue', dueDate: '2026-06-20T08:00:00.000Z' })
    await put('Of today', { ...uli, dueDate: at('16:00') })
    await put('At eleven at night', { ...uli, dueDate: at('21:00') })
    await put('Of tomorrow', { ...uli, dueDate: at('23:00') })
    await put('Without a date', uli)
    await put('Of Léa', { assignee: 'lea', dueDate: at('09:00') })
    await put('Done', { ...uli, dueDate: at('09:00'), status: 'completed' })
    const occurrence = { createdAt: at('08:00'), occurrenceAt: at('08:00'), closesAt: at('20:00') }
    await putOccurrence(muster, { ...occurrence, ...uli, title: 'My round', dueDate: at('17:00') })
    await putOccurrence(muster, { ...occurrence, title: 'Any round', dueDate: at('09:30') })
    await putOccurrence(muster, { ...occurrence, ...uli, title: 'Late round', dueDate: at('08:30') })
    await putOccurrence(muster, { ...occurrence, title: 'Round of Léa', assignee: 'lea' })
    await putOccurrence(muster, { ...occurrence, title: 'Pump round', department: 'Maintenance', dueDate: at('17:00') })
    await putOccurrence(muster, { ...occurrence, title: 'Missed round', outcome: 'missed', closedAt: at('09:00') })
    expect(await shownTo('uli')).toEqual({
      overdue: ['Later', 'Late round', 'Late', 'Marked'],
      routines_now: ['Any round', 'My round'],
      due_today: ['Of today', 'At eleven at night'],
    })
    // A manager without a department is expected for no routine.
    expect(await shownTo('nora')).toEqual({})
    expect(await shownTo('una')).toEqual({ routines_now: ['Pump round'] })
  })

  test('is cut to the first of each section, and one section alone has more', async () => {
    for (let minute = 10; minute < 22; minute += 1) {
      await put(`Late ${minute}`, { assignee: 'uli', dueDate: at(`09:${minute}`) })
      await putProblem(muster, { title: `Leak ${minute}`, createdAt: at(`09:${minute}`) })
    }
    const briefing = await briefingOf('uli')
    expect(briefing.sections.map(({ kind, items, more }) => [kind, items.length, more])).toEqual([
      ['unclaimed_problems', BRIEFING_ITEMS, 7],
      ['overdue', BRIEFING_ITEMS, 7],
    ])
    expect(shown(briefing).overdue?.[0]).toBe('Late 10')
    const alone = await briefingOf('uli', NOON, 'overdue')
    expect(alone.sections.map(({ kind, items, more }) => [kind, items.length, more])).toEqual([['overdue', 12, 0]])
    expect((await briefingOf('uli', NOON, 'due_today')).sections).toEqual([])
  })
})

describe('procedures', () => {
  const publish = async (
    title: string,
    publishedAt: string,
    department: 'Housekeeping' | 'Maintenance' | null = null,
  ) => {
    const { id } = await putSop(muster, { title, department })
    await query(`update sop_versions set created_at = '${publishedAt}' where sop_id = ${id}`)
    return id
  }

  test('are the new revisions since the last shift that the person has not confirmed, the newest first', async () => {
    await putSession(muster, 'uli', '2026-06-12T05:00:00.000Z', '2026-06-12T13:00:00.000Z')
    await publish('Old', '2026-06-12T12:00:00.000Z')
    await publish('Towels', '2026-06-13T12:00:00.000Z', 'Housekeeping')
    const fire = await publish('Fire', '2026-06-14T12:00:00.000Z')
    await publish('Pumps', '2026-06-14T12:00:00.000Z', 'Maintenance')
    expect((await shownTo('uli')).procedures).toEqual(['Fire', 'Towels'])
    const [section] = (await briefingOf('uli')).sections
    expect(section?.items[0]).toEqual({
      ...{ id: fire, title: 'Fire', version: '1.0', changeNote: null, publishedAt: '2026-06-14T12:00:00.000Z' },
    })
    await (await muster.as('uli')).call(sopsApi.confirm, { params: { id: fire }, body: { revision: 1 } })
    expect((await shownTo('uli')).procedures).toEqual(['Towels'])
    // After a long time, all of them.
    expect((await shownTo('lea')).procedures).toEqual(['Fire', 'Towels', 'Old'])
  })
})

describe('what was held', () => {
  test('and is received by somebody else while the briefing is read, is not mentioned: nobody else needs it any more', async () => {
    const { id } = await handOver({ text: 'Trolley' })
    await holdFor('uli', {
      kind: 'handover',
      params: { by: 'Léa', about: 'Trolley' },
      subject: { type: 'handover-item', id },
    })
    const colleague = await muster.services.database.pool.connect()
    // The statement about notices needs no handover. The statement about items does.
    await colleague.query('begin; lock table handovers in access exclusive mode')
    const reading = briefingOf('uli')
    await untilBlocked(muster.services.database, 2)
    await colleague.query(
      `update handover_items set received_by = giver_id, received_at = now() where id = ${id}; commit`,
    )
    colleague.release()
    const briefing = await reading
    expect(shown(briefing)).toEqual({})
    expect(briefing.heldIds).toHaveLength(1)
    expect(await shownTo('uli')).toEqual({ held: ['Léa hands over: Trolley'] })
  })

  test('begins with an urgent message, however many notifications are newer', async () => {
    const message = (text: string, reason?: string): NotificationFact => ({
      ...{ kind: 'message', params: { by: 'Marta', text, ...(reason && { reason }) }, subject: null },
    })
    await inTransaction(muster.contextOf('uli', new Date(NOON)), (ctx) =>
      notify(ctx, [ctx.viewer.id], message('Come to the lobby', 'A guest is ill'), 'urgent'),
    )
    for (let at = 0; at < 2 * BRIEFING_ITEMS; at += 1) await holdFor('uli', message(`News ${at}`))
    const held = (await briefingOf('uli')).sections.find(({ kind }) => kind === 'held')?.items ?? []
    expect(held[0]).toMatchObject({ title: 'Urgent message from Marta', type: 'urgent-message' })
    expect(held.map((item) => isUrgentItem('held', item))).toEqual([true, false, false, false, false])
  })

  test('is what nobody has told yet, the newest first', async () => {
    for (const title of ['First', 'Read', 'Shown', 'Rang', 'Briefed', 'Last']) await holdFor('uli', reminder(title))
    await holdFor('lea', reminder('Of Léa'))
    const set = (title: string, values: string) =>
      query(`update notifications set ${values} where params ->> 'title' = '${title}'`)
    await set('Read', 'is_read = true')
    await set('Shown', 'shown_at = now()')
    await set('Rang', `rang_at = now(), rang_because = 'on_duty'`)
    await set('Briefed', 'briefed_at = now()')
    const briefing = await briefingOf('uli')
    expect(shown(briefing)).toEqual({ held: ['Last', 'First'] })
    const [section] = briefing.sections
    expect(section?.items[0]).toMatchObject({ type: 'reminder', isRead: false, taskId: null })
    expect(briefing.heldIds).toEqual(section?.items.map(({ id }) => id))
    expect((await briefingOf('nora')).heldIds).toEqual([])
  })

  test('leaves out what only says that a task is there which the briefing lists, shown or folded', async () => {
    const late = await put('Beds', { assignee: 'uli', dueDate: at('09:00') })
    const later = await put('Windows', { assignee: 'uli', dueDate: '2026-07-09T09:00:00.000Z' })
    const about = (
      { id, title }: { id: number; title: string },
      kind: 'task-assigned' | 'comment',
    ): NotificationFact => ({
      ...{ kind, params: { by: 'Léa Kern', title }, subject: { type: 'task', id } },
    })
    await holdFor('uli', about(later, 'task-assigned'))
    await holdFor('uli', about(late, 'comment'))
    await holdFor('uli', about(late, 'task-assigned'))
    const briefing = await briefingOf('uli')
    expect(shown(briefing)).toEqual({ overdue: ['Beds'], held: ['New comment', 'New task for you'] })
    const { rows } = await query('select id from notifications order by id desc')
    expect(briefing.heldIds).toEqual(rows.map(({ id }) => id))
  })

  test('leaves out what only says that a handover waits which the briefing lists', async () => {
    const item = await handOver()
    const [by, about, subject] = ['Léa Kern', 'The lift', { type: 'handover-item', id: item.id } as const]
    await holdFor('uli', { kind: 'handover', params: { by, about }, subject })
    await holdFor('uli', { kind: 'handover-question', params: { by, about, question: 'Which?' }, subject })
    const { sections } = await briefingOf('uli')
    expect(sections.map(({ kind, items }) => [kind, items.length])).toEqual([
      ['handed_over', 1],
      ['held', 1],
    ])
  })

  test('is told once the person has seen the briefing, and only what was in it', async () => {
    const uli = await muster.as('uli')
    await holdFor('uli', reminder('First'))
    await holdFor('uli', reminder('Second'))
    await holdFor('lea', reminder('Of Léa'))
    const { heldIds } = await uli.call(briefingApi.get, { query: {} })
    await holdFor('uli', reminder('Third'))
    expect(await uli.call(briefingApi.read, { body: { heldIds } })).toEqual({ count: 2 })
    expect(await uli.call(briefingApi.read, { body: { heldIds } })).toEqual({ count: 0 })
    expect(shown(await uli.call(briefingApi.get, { query: {} }))).toEqual({ held: ['Third'] })
    expect((await shownTo('lea')).held).toEqual(['Of Léa'])
    const rows = await muster.services.database.orm.select().from(notifications)
    expect(rows.filter(({ briefedAt }) => briefedAt).map(({ isRead }) => isRead)).toEqual([false, false])
  })
})

test('what comes while the briefing is read is in it, or does not count as seen', async () => {
  const { pool } = muster.services.database
  const original = pool.query
  const statement = original.bind(pool) as unknown as (...args: unknown[]) => Promise<{ rows: { total: number }[] }>
  const { uli } = muster.fixtures.people
  const news = [
    `insert into notifications (user_id, kind, params) values ('${uli.id}', 'reminder', '{"title":"Tea"}')`,
    `with leak as (
       insert into tasks (title, folded_title, search_text, kind, department_id, creator_id)
       values ('Leak', 'leak', ' leak', 'problem', ${uli.departmentId}, '${muster.fixtures.people.lea.id}') returning id
     )
     insert into notifications (user_id, kind, params, subject_type, subject_id)
     select '${uli.id}', 'problem-reported', '{"by":"Lea","title":"Leak"}', 'task', id::text from leak`,
  ]
  for (const comes of news) {
    // Statements may follow each other even if they were sent together, and something may come between any two of them.
    let last: Promise<unknown> = Promise.resolve()
    pool.query = ((...args: unknown[]) => {
      const reply = last.then(() => statement(...args))
      last = reply.then(() => statement(comes))
      return reply
    }) as unknown as typeof pool.query
    const briefing = await briefingOf('uli', new Date().toISOString()).finally(() => {
      pool.query = original
    })
    await last
    const said = briefing.sections.filter(({ kind }) => kind === 'held' || kind === 'unclaimed_problems')
    const total = said.reduce((sum, { items, more }) => sum + items.length + more, 0)
    expect(total).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(briefing.heldIds.length)
    await query('delete from notifications')
    await clearTasks(muster)
  }
})

test('who comes back to the same shift reads only what is new', async () => {
  await putSession(muster, 'uli', at('03:00'), at('08:00'))
  await putSession(muster, 'uli', at('09:00'), null)
  const before = { createdAt: at('07:00'), updatedAt: at('07:00') }
  const uli = { assignee: 'uli' } as const
  await handOver({ text: 'Known', createdAt: at('07:00') })
  await handOver({ text: 'Just now', createdAt: at('08:10') })
  await putProblem(muster, { title: 'Known leak', ...before })
  await putProblem(muster, { title: 'New leak', createdAt: at('08:10'), updatedAt: at('08:10') })
  await putProblem(muster, { title: 'Sent here', createdAt: at('07:00'), updatedAt: at('08:10') })
  await put('Known late', { ...uli, ...before, dueDate: at('07:30'), takenAt: at('07:00') })
  await put('Late now', { ...uli, ...before, dueDate: at('08:30'), takenAt: at('07:00') })
  await put('Late when it came', { ...uli, ...before, dueDate: at('07:30'), takenAt: at('08:10') })
  await put('Marked before', { ...uli, ...before, status: 'overdue', takenAt: at('07:00') })
  await put('Known for today', { ...uli, ...before, dueDate: at('15:00'), takenAt: at('07:00') })
  await put('New for today', { ...uli, ...before, dueDate: at('15:00'), takenAt: at('08:10') })
  const round = { dueDate: at('15:00'), closesAt: at('16:00') }
  await putOccurrence(muster, { ...round, title: 'Known round', occurrenceAt: at('07:00'), createdAt: at('07:00') })
  await putOccurrence(muster, { ...round, title: 'New round', occurrenceAt: at('08:30'), createdAt: at('08:30') })
  // It was held and never seen, so it is new whenever it came.
  await holdFor('uli', reminder('Tea'), at('06:00'))
  const briefing = await briefingOf('uli')
  expect(briefing.isSameShift).toBe(true)
  expect(shown(briefing)).toEqual({
    handed_over: ['Just now'],
    unclaimed_problems: ['Sent here', 'New leak'],
    overdue: ['Late when it came', 'Late now'],
    routines_now: ['New round'],
    due_today: ['New for today'],
    held: ['Tea'],
  })
})

test('the sections come in their order, and a quiet briefing has none', async () => {
  const uli = await muster.as('uli')
  expect(await uli.call(briefingApi.get, { query: {} })).toMatchObject({ sections: [], heldIds: [] })
  const now = new Date().toISOString()
  await holdFor('uli', reminder('Tea'), now)
  await putSop(muster, { title: 'Fire' })
  await handOver()
  await putProblem(muster)
  await put('Beds', { assignee: 'uli', dueDate: at('09:00') })
  await putOccurrence(muster, { title: 'Round' })
  const { sections } = await uli.call(briefingApi.get, { query: {} })
  expect(sections.map(({ kind }) => kind)).toEqual([
    ...['handed_over', 'unclaimed_problems', 'overdue', 'routines_now', 'procedures', 'held'],
  ])
})

test('guests have none', async () => {
  const gus = await muster.as('gus')
  expect((await httpErrorOf(gus.call(briefingApi.get, { query: {} }))).status).toBe(403)
  expect((await httpErrorOf(gus.call(briefingApi.read, { body: { heldIds: [1] } }))).status).toBe(403)
})
