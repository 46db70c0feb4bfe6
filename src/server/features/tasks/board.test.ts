import { beforeEach, describe, expect, test } from 'vitest'
import { type DepartmentName, departmentNames } from '../../../../test/support/people.ts'
import { clearTasks, inDays, putProject, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { BOARD_PAGE } from '../../../shared/task-query.ts'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { Task, type TaskPage, tasksApi } from '../../../shared/tasks.ts'
import { sumUp } from '../../scheduled/scheduler.ts'

const muster = useTestApp()
beforeEach(() => clearTasks(muster))

const ids = (tasks: { id: number }[]) => tasks.map(({ id }) => id)
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

describe('the board', () => {
  test('has four columns, empty ones too', async () => {
    const empty = { tasks: [], total: 0, next: null }
    expect(await (await muster.as('gus')).call(tasksApi.board, {})).toEqual({
      pending: empty,
      in_progress: empty,
      completed: empty,
      overdue: empty,
    })
  })

  test('shows each task once, whole, newest first in its column, whatever its stored status', async () => {
    const late = await putTask(muster, { status: 'in_progress', dueDate: inDays(-2), createdAt: inDays(-9) })
    const stored = await putTask(muster, { status: 'overdue', createdAt: inDays(-8) })
    const lateToo = await putTask(muster, { dueDate: inDays(-1), createdAt: inDays(-7) })
    const done = await putTask(muster, { status: 'completed', dueDate: inDays(-3) })
    const older = await putTask(muster, { createdAt: inDays(-4), assignee: 'uli', department: 'Housekeeping' })
    const newer = await putTask(muster, { dueDate: inDays(1) })
    const gita = await muster.as('gita')
    const board = await gita.call(tasksApi.board, {})
    expect(ids(board.overdue.tasks)).toEqual(ids([lateToo, stored, late]))
    expect(ids(board.completed.tasks)).toEqual(ids([done]))
    expect(ids(board.pending.tasks)).toEqual(ids([newer, older]))
    expect(board.in_progress).toEqual({ tasks: [], total: 0, next: null })
    expect(board.overdue.tasks.map(({ status }) => status)).toEqual(['pending', 'overdue', 'in_progress'])
    expect(board.pending.tasks[1]).toEqual(await gita.call(tasksApi.get, { params: older }))
  })

  test('as every list gives each task as the contract has it, whatever it holds and is without', async () => {
    const project = await putProject(muster, 'Ünïcode "quoted" \\ \u2028 🛎')
    const words = {
      title: '<b> "quotes" \\ \n\t\u0001 🧹',
      description: 'a\r\n{b}',
      tags: ['a,b', '"', '{}', 'null', '\\'],
    }
    const times = { createdAt: '2026-01-02T03:04:05.000Z', dueDate: '2027-12-31T23:59:59.120Z' }
    const full = await putTask(muster, {
      ...words,
      ...times,
      projectId: project.id,
      assignee: 'uli',
      department: 'Housekeeping',
      status: 'completed',
    })
    const bare = await putTask(muster)
    const gita = await muster.as('gita')
    const whole = await Promise.all([full, bare].map((params) => gita.call(tasksApi.get, { params })))
    expect(whole[0]).toMatchObject({ ...words, ...times, projectId: project.id, project: { name: project.name } })
    expect(whole[1]).toMatchObject({ tags: [], dueDate: null, project: null, assignee: null, department: null })
    const board = await gita.call(tasksApi.board, {})
    const list = await gita.call(tasksApi.list, { query: { order: 'asc' } })
    for (const found of [list.tasks, [...board.completed.tasks, ...board.pending.tasks]]) {
      expect(found).toEqual(whole)
      expect(found.map((task) => Task.parse(task))).toEqual(found)
    }
    await gita.call(tasksApi.remove, { params: full })
    const [gone] = (await gita.call(tasksApi.list, { query: { deleted: 'true' } })).tasks
    expect(gone).toEqual({ ...whole[0], deletedAt: expect.any(String), updatedAt: expect.any(String) })
  })

  test.each(['gita', 'uli'] as const)('of %s gives a page of each column and goes on in the list', async (name) => {
    const same = inDays(-1)
    await times(BOARD_PAGE + 13, (at) =>
      putTask(muster, { department: 'Housekeeping', createdAt: at % 3 ? same : inDays(-2 - at) }),
    )
    await times(BOARD_PAGE + 1, (at) =>
      putTask(muster, { assignee: 'uli', dueDate: inDays(-1 - at), status: at % 2 ? 'overdue' : 'in_progress' }),
    )
    await times(BOARD_PAGE, () => putTask(muster, { status: 'completed', department: 'Housekeeping' }))
    const browser = await muster.as(name)
    const board = await browser.call(tasksApi.board, {})
    expect(statuses.map((status) => [board[status].tasks.length, board[status].total])).toEqual([
      [BOARD_PAGE, BOARD_PAGE + 13],
      [0, 0],
      [BOARD_PAGE, BOARD_PAGE],
      [BOARD_PAGE, BOARD_PAGE + 1],
    ])
    expect(board.completed.next).toBeNull()
    for (const status of ['pending', 'overdue'] as const) {
      const whole = await browser.call(tasksApi.list, { query: { status } })
      const seen: Task[] = [...board[status].tasks]
      let page: TaskPage = board[status]
      while (page.next !== null) {
        page = await browser.call(tasksApi.list, { query: { status, limit: 5, after: page.next } })
        expect(page.total).toBe(board[status].total)
        seen.push(...page.tasks)
      }
      expect(ids(seen)).toEqual(ids(whole.tasks))
      const newestFirst = [...seen].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
      expect(ids(seen)).toEqual(ids(newestFirst))
    }
  })

  test('takes every filter', async () => {
    const project = await putProject(muster, 'Roof')
    const { id: projectId } = project
    const right = await putTask(muster, {
      title: 'Mend the roof',
      department: 'Maintenance',
      assignee: 'una',
      priority: 'high',
      projectId,
      dueDate: inDays(-1),
    })
    const wrongs = [
      { department: 'Housekeeping' },
      { assignee: 'milan' },
      { priority: 'low' },
      { projectId: null },
      { title: 'Mend the gate' },
    ] as const
    for (const wrong of wrongs) {
      const { title, dueDate } = right
      await putTask(muster, {
        title,
        dueDate,
        department: 'Maintenance',
        assignee: 'una',
        priority: 'high',
        projectId,
        ...wrong,
      })
    }
    const query = {
      departmentId: muster.fixtures.departments.Maintenance,
      assigneeId: muster.fixtures.people.una.id,
      priority: 'high',
      projectId,
      search: 'roof',
    } as const
    const gita = await muster.as('gita')
    for (const status of [undefined, 'overdue'] as const) {
      const board = await gita.call(tasksApi.board, { query: { ...query, status } })
      expect(statuses.map((each) => [ids(board[each].tasks), board[each].total])).toEqual([
        [[], 0],
        [[], 0],
        [[], 0],
        [[right.id], 1],
      ])
    }
    for (const left of Object.keys(query)) {
      const board = await gita.call(tasksApi.board, { query: { ...query, [left]: undefined } })
      expect(board.overdue.total, `without ${left}`).toBe(2)
    }
  })
})

describe('the kept counts', () => {
  const { pool } = { pool: () => muster.services.database.pool }
  const kept = async () => {
    const { rows } = await pool().query(`select department_id, status, person_id, assigned, sum(tasks)::int as tasks
      from task_counts group by 1, 2, 3, 4 having sum(tasks) <> 0 order by 1, 2, 3, 4`)
    return rows
  }
  const counted = async () => {
    const { rows } = await pool().query(`
      with living as (select *, coalesce(department_id, 0) as dep from tasks where deleted_at is null and closed_at is null)
      select dep as department_id, status, null::uuid as person_id, null::boolean as assigned, count(*)::int as tasks
        from living group by 1, 2
      union all select dep, status, assignee_id, true, count(*)::int from living where assignee_id is not null group by 1, 2, 3
      union all select dep, status, creator_id, false, count(*)::int
        from living where assignee_id is null or creator_id <> assignee_id group by 1, 2, 3
      order by 1, 2, 3, 4`)
    return rows
  }
  const summed = async () => {
    const { rows } = await pool().query(`
      select sum(created)::int as created, sum(completed)::int as completed, sum(milliseconds)::float8 as milliseconds, department_id
      from (select * from task_sums union all select * from task_sum_changes) as sums group by department_id
      having sum(created) <> 0 order by department_id`)
    return rows
  }
  const summedAnew = async () => {
    const { rows } = await pool().query(`
      select count(*)::int as created, count(completed_at)::int as completed, part as department_id,
        coalesce(sum(extract(epoch from greatest(completed_at - created_at, interval '0')) * 1000) filter (where completed_at is not null), 0)::float8 as milliseconds
      from tasks, lateral (values (-1), (coalesce(department_id, 0))) as parts (part)
      where deleted_at is null and closed_at is null group by part order by part`)
    return rows
  }
  const rowsKept = async () => Number((await pool().query('select count(*) from task_counts')).rows[0].count)

  /** A sequence of numbers below a bound that is the same in each run. */
  function dice(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
  }

  test('equal the real ones after any actions of many people at once, and after being summed up in between', async () => {
    const gita = await muster.as('gita')
    const roll = dice(7)
    const oneOf = <T>(values: readonly T[]) => values[roll(values.length)] as T
    const place = () =>
      oneOf([...departmentNames.map((name: DepartmentName) => muster.fixtures.departments[name]), null])
    const { gita: herself, uli, marta } = muster.fixtures.people
    const person = () => oneOf([herself.id, uli.id, marta.id, null])
    const actions = [
      async () =>
        void (await gita.call(tasksApi.create, {
          body: { title: 'Deed', departmentId: place(), status: oneOf(statuses), assigneeId: person() },
        })),
      async (id: number) =>
        void (await gita.call(tasksApi.update, { params: { id }, body: { status: oneOf(statuses) } })),
      async (id: number) =>
        void (await gita.call(tasksApi.update, { params: { id }, body: { departmentId: place() } })),
      async (id: number) => void (await gita.call(tasksApi.update, { params: { id }, body: { assigneeId: person() } })),
      async (id: number) =>
        void (await gita.call(tasksApi.update, {
          params: { id },
          body: { departmentId: place(), status: oneOf(statuses), title: 'Both' },
        })),
      async (id: number) => void (await gita.call(tasksApi.remove, { params: { id } })),
      async (id: number) => void (await pool().query('delete from tasks where id = $1', [id])),
    ]
    await times(30, async () => actions[0]?.(0))
    for (let round = 0; round < 8; round += 1) {
      const { tasks } = await gita.call(tasksApi.list, {})
      const work = Array.from({ length: 20 }, () => {
        const deed = oneOf([...actions, ...actions.slice(0, 4), ...actions.slice(0, 4)])
        // A task that another call has deleted meanwhile is not found, which does not matter here.
        return deed(oneOf(tasks).id).catch((error) => expect(error.status).toBe(404))
      })
      await Promise.all([...work, sumUp(muster.services.database)])
      expect(await kept()).toEqual(await counted())
      expect(await summed()).toEqual(await summedAnew())
      const board = await gita.call(tasksApi.board, {})
      const total = statuses.reduce((sum, status: Status) => sum + board[status].total, 0)
      expect((await gita.call(tasksApi.list, {})).tasks.length).toBe(total)
    }
  })

  test('of many single writes are summed up into few rows, while others write', async () => {
    await pool().query(`do $$ begin for i in 1..450 loop
      insert into tasks (title, folded_title, search_text, creator_id, department_id, status, completed_at)
        select 'Many', 'many', ' many', u.id, d.id, s, case when s = 'completed' then now() end
        from (select id from users limit 1) u, (select id from departments order by id limit 1 offset i % 3) d,
          (values (case i % 3 when 0 then 'completed' else 'pending' end)) as v (s);
      end loop; end $$`)
    expect(await rowsKept()).toBeGreaterThan(400)
    await Promise.all([
      sumUp(muster.services.database),
      sumUp(muster.services.database),
      times(10, () => putTask(muster, { department: 'Operations' })),
    ])
    expect(await kept()).toEqual(await counted())
    expect(await summed()).toEqual(await summedAnew())
    expect(await rowsKept()).toBeLessThan(30)
    expect((await pool().query('select from task_sum_changes')).rowCount).toBeLessThan(30)
    const before = await rowsKept()
    await sumUp(muster.services.database)
    expect(await rowsKept(), 'few rows are not worth it').toBe(before)
  })
})
