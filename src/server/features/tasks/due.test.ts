import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { aside, useTestApp } from '../../../../test/support/test-app.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { contextFor } from '../../core/context.ts'
import { Outbox } from '../../core/write/outbox.ts'
import { update } from '../../core/write/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { announceFallenDue } from './due.ts'

const muster = useTestApp()
const MINUTE = 60_000

test('a due date in the past that is set while other tasks are announced is announced next, once', async () => {
  const { services } = muster
  const marta = await muster.as('marta')
  const begin = Date.now()
  const at = (minutes: number) => new Date(begin + minutes * MINUTE)
  const announce = (minutes: number) => announceFallenDue(contextFor(services, null, at(minutes)))
  await announce(0)
  const page = await openPage(await muster.listen(), { cookie: marta.cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people.marta.id })
  await page.receives('auth_success')
  /** Creates a task. Returns it when the page has heard of it. */
  const create = async (title: string, due?: Date) => {
    const task = await marta.call(tasksApi.create, { body: { title, dueDate: due?.toISOString() } })
    const { data } = await page.receives('change')
    expect(data).toMatchObject({ id: task.id })
    expect(data).not.toHaveProperty('fellDue')
    return task
  }
  const first = await create('Air the attic rooms', at(1))
  const meanwhile = await create('Fold the towels')

  const written = await services.database.transaction(async (db) => {
    const ctx = { ...contextFor(services, null, at(3)), db, outbox: new Outbox() }
    const [task] = await db.select().from(tasks).where(eq(tasks.id, meanwhile.id)).for('update')
    if (!task) throw new Error('The task is gone')
    await update(ctx, tasks, task, { dueDate: at(2).toISOString() })
    const events = await ctx.outbox.write(db, ctx.now, null)
    await aside(() => announce(3))
    return events
  })
  services.bus.publish(written)
  expect((await page.receives('change')).data).toMatchObject({ id: first.id, fellDue: true })
  const { data: change } = await page.receives('change')
  expect(change).toMatchObject({ id: meanwhile.id, due: begin })
  expect(change).not.toHaveProperty('fellDue')

  await announce(4)
  expect((await page.receives('change')).data).toMatchObject({ id: meanwhile.id, fellDue: true, due: begin })
  await announce(5)
  await create('Water the palms')
  page.socket.terminate()
})
