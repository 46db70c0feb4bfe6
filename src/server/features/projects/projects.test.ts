import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putProject, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { type Project, projectsApi } from '../../../shared/projects.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { startJobs } from '../../core/jobs/job-runner.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { jobKinds } from '../../jobs.ts'

/** More than one statement changes, and more than a few. */
const MANY = isLongRun ? 12_000 : 3_500

const muster = useTestApp()

const listFor = async (name: PersonName) => (await muster.as(name)).call(projectsApi.list, {})
const seenBy = async (name: PersonName, id: number): Promise<Project | undefined> =>
  (await listFor(name)).find((project) => project.id === id)
const entriesOf = (type: string, id: number) =>
  muster.services.database.orm
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.resourceType, type), eq(auditLogs.resourceId, String(id))))
    .orderBy(asc(auditLogs.id))

describe('creating a project', () => {
  test('gives it whole, owned by who made it, pending, and logs it', async () => {
    const marta = await muster.as('marta')
    const { Housekeeping } = muster.fixtures.departments
    const project = await marta.call(projectsApi.create, {
      body: { name: '  New linen  ', departmentId: Housekeeping },
    })
    expect(project).toEqual({
      id: expect.any(Number),
      name: 'New linen',
      description: null,
      status: 'pending',
      departmentId: Housekeeping,
      department: { id: Housekeeping, name: 'Housekeeping' },
      ownerId: muster.fixtures.people.marta.id,
      createdAt: project.updatedAt,
      updatedAt: expect.any(String),
      tasks: { done: 0, total: 0 },
      deletion: null,
    })
    expect(await entriesOf('project', project.id)).toMatchObject([
      { action: 'project.create', userId: muster.fixtures.people.marta.id, details: { after: { name: 'New linen' } } },
    ])
  })

  test('without a department puts it into a manager’s own, and nobody else’s', async () => {
    const of = async (name: PersonName) =>
      (await muster.as(name)).call(projectsApi.create, { body: { name: 'Winter' } })
    expect((await of('marta')).department?.name).toBe('Housekeeping')
    expect((await of('adam')).department).toBeNull()
  })

  test('in a department that is not there names the field', async () => {
    const creating = (await muster.as('adam')).call(projectsApi.create, {
      body: { name: 'Winter', departmentId: 9999 },
    })
    expect((await httpErrorOf(creating)).reply?.issues).toEqual([
      { path: 'departmentId', message: 'There is no such department' },
    ])
  })
})

describe('the list', () => {
  test('shows managers all, and others those of their department', async () => {
    const [own, other, none] = [
      await putProject(muster, 'Own', 'Housekeeping'),
      await putProject(muster, 'Other', 'Maintenance'),
      await putProject(muster, 'None'),
    ]
    const seen = async (name: PersonName) => {
      const ids = (await listFor(name)).map(({ id }) => id)
      return [own, other, none].map(({ id }) => ids.includes(id))
    }
    expect(await seen('marta')).toEqual([true, true, true])
    expect(await seen('uli')).toEqual([true, false, false])
    expect(await seen('gwen')).toEqual([false, true, false])
  })

  test('comes a thousand at a time, the newest first, with the counts of those on the page', async () => {
    const { pool } = muster.services.database
    await pool.query(
      `insert into projects (name, owner_id, created_at)
       select 'Many ' || n, $1, now() - interval '1 day' - n * interval '1 minute' from generate_series(1, 1010) n`,
      [muster.fixtures.people.gita.id],
    )
    const marta = await muster.as('marta')
    const first = await listFor('marta')
    const rest = await marta.call(projectsApi.list, { query: { offset: 1000 } })
    expect(first).toHaveLength(1000)
    expect(rest.at(-1)?.name).toBe('Many 1010')
    const all = [...first, ...rest]
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe((await pool.query('select from projects')).rowCount)
    await putTask(muster, { projectId: rest.at(-1)?.id ?? 0, department: 'Housekeeping' })
    const last = await marta.call(projectsApi.list, { query: { offset: all.length - 1, limit: 1 } })
    expect(last).toMatchObject([{ name: 'Many 1010', tasks: { done: 0, total: 1 } }])
    await pool.query(`delete from tasks where project_id = any(select id from projects where name like 'Many %');
      delete from projects where name like 'Many %'`)
  })

  test('counts living tasks and those done, whoever may see them', async () => {
    const { id: projectId } = await putProject(muster, 'Winter', 'Housekeeping')
    await putTask(muster, { projectId, department: 'Housekeeping' })
    await putTask(muster, { projectId, department: 'Maintenance', status: 'completed' })
    await putTask(muster, { projectId, status: 'completed', deletedAt: new Date().toISOString() })
    expect((await seenBy('marta', projectId))?.tasks).toEqual({ done: 1, total: 2 })
    expect((await seenBy('gus', projectId))?.tasks).toEqual({ done: 1, total: 2 })
  })
})

describe('changing a project', () => {
  test('changes what is sent, clears with null, and logs what differs', async () => {
    const { id } = await putProject(muster, 'Winter', 'Housekeeping')
    const marta = await muster.as('marta')
    await marta.call(projectsApi.update, { params: { id }, body: { description: 'Before the frost' } })
    const after = await marta.call(projectsApi.update, {
      params: { id },
      body: { status: 'in_progress', description: null, departmentId: null },
    })
    expect(after).toMatchObject({ name: 'Winter', status: 'in_progress', description: null, department: null })
    expect((await entriesOf('project', id)).at(-1)).toMatchObject({
      action: 'project.update',
      details: { before: { status: 'pending', description: 'Before the frost' }, after: { status: 'in_progress' } },
    })
  })

  test('into another department must be allowed there', async () => {
    const { id } = await putProject(muster, 'Winter', 'Housekeeping')
    const { Maintenance } = muster.fixtures.departments
    const moving = (name: PersonName) =>
      muster
        .as(name)
        .then((one) => one.call(projectsApi.update, { params: { id }, body: { departmentId: Maintenance } }))
    expect((await httpErrorOf(moving('marta'))).status).toBe(403)
    expect((await moving('adam')).departmentId).toBe(Maintenance)
  })
})

describe('deleting a project', () => {
  test('keeps its tasks, without project, each with its entry; a deleted one can be restored', async () => {
    const { id: projectId } = await putProject(muster, 'Winter', 'Housekeeping')
    const living = await putTask(muster, { projectId, department: 'Maintenance' })
    const deleted = await putTask(muster, {
      projectId,
      department: 'Housekeeping',
      deletedAt: new Date().toISOString(),
    })
    const marta = await muster.as('marta')
    await marta.call(projectsApi.remove, { params: { id: projectId } })

    expect(await seenBy('gita', projectId)).toBeUndefined()
    expect(await marta.call(tasksApi.get, { params: living })).toMatchObject({ projectId: null, project: null })
    expect(await marta.call(tasksApi.restore, { params: deleted })).toMatchObject({ projectId: null })
    for (const { id } of [living, deleted]) {
      expect(await entriesOf('task', id)).toContainEqual(
        expect.objectContaining({
          action: 'task.update',
          userId: muster.fixtures.people.marta.id,
          details: { before: { projectId }, after: { projectId: null } },
        }),
      )
    }
    expect((await entriesOf('project', projectId)).at(-1)).toMatchObject({ action: 'project.delete' })
    expect((await httpErrorOf(marta.call(projectsApi.remove, { params: { id: projectId } }))).status).toBe(404)
  })

  test('of many tasks changes 1,000 in a statement, leaves an entry for each, and is announced once', async () => {
    const { id: projectId } = await putProject(muster, 'Large')
    const { pool } = muster.services.database
    await pool.query(
      `insert into tasks (title, folded_title, search_text, creator_id, project_id)
       select 'Many', 'many', ' many', $1, $2 from generate_series(1, ${MANY})`,
      [muster.fixtures.people.gita.id, projectId],
    )
    await pool.query(`
      create table changed_at_once (rows int);
      create function count_changed() returns trigger language plpgsql as
        $$ begin insert into changed_at_once select count(*) from changed; return null; end $$;
      create trigger count_changed after update on tasks referencing new table as changed
        for each statement execute function count_changed()`)
    const told: unknown[] = []
    muster.services.bus.subscribe((messages) => told.push(...messages))
    const toldOfTasks = () => told.filter((message) => JSON.stringify(message).includes('"resource":"tasks"'))
    const adam = await muster.as('adam')
    await adam.call(projectsApi.remove, { params: { id: projectId } })
    // Asked for twice, it is done once.
    await adam.call(projectsApi.remove, { params: { id: projectId } })
    expect((await seenBy('gita', projectId))?.deletion).toEqual({ done: 0, total: MANY })
    const renaming = adam.call(projectsApi.update, { params: { id: projectId }, body: { name: 'Larger' } })
    expect((await httpErrorOf(renaming)).reply?.code).toBe('being_deleted')
    const jobs = `select attempts, done_at from jobs where kind = 'project-delete'`
    expect((await pool.query(jobs)).rowCount).toBe(1)
    expect(toldOfTasks()).toEqual([])

    // A server that stops in the middle leaves the rest to the next.
    const stop = startJobs(muster.services, jobKinds)
    const progress = async () => (await seenBy('gita', projectId))?.deletion?.done
    await expect.poll(progress).toBeGreaterThan(0)
    await stop()
    await finishJobs(muster.services)
    expect(await seenBy('gita', projectId)).toBeUndefined()
    expect((await pool.query(jobs)).rows).toEqual([{ attempts: 1, done_at: expect.any(String) }])
    expect((await entriesOf('project', projectId)).at(-1)).toMatchObject({
      ...{ action: 'project.delete', userId: muster.fixtures.people.adam.id },
    })
    await expect.poll(toldOfTasks).toMatchObject([{ change: { resource: 'tasks', id: null } }])
    const { rows: statements } = await pool.query(
      'select max(rows) as most, sum(rows)::int as all from changed_at_once',
    )
    expect(statements).toEqual([{ most: 1000, all: MANY }])
    await pool.query('drop trigger count_changed on tasks; drop function count_changed; drop table changed_at_once')
    expect((await pool.query('select 1 from tasks where project_id = $1', [projectId])).rowCount).toBe(0)
    const { rows } = await pool.query(
      `select 1 from audit_logs
       where action = 'task.update' and details -> 'before' ->> 'projectId' = $1 and user_id = $2`,
      [String(projectId), muster.fixtures.people.adam.id],
    )
    expect(rows).toHaveLength(MANY)
  })
})
