import { describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putStep, putTaskWithStep } from '../../../../test/support/steps.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_STEPS, type NewStep } from '../../../shared/step-fields.ts'
import { type StepChanges, stepsApi } from '../../../shared/steps.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { purgeDeletedSteps } from './restore.ts'

/** The steps of a task: managers write, order, delete and restore them. */

const muster = useTestApp()

const create = async (name: PersonName, id: number, steps: NewStep[]) =>
  (await muster.as(name)).call(stepsApi.create, { params: { id }, body: { steps } })
const list = async (name: PersonName, id: number) =>
  (await (await muster.as(name)).call(stepsApi.list, { params: { id } })).steps
const change = async (id: number, body: StepChanges) =>
  (await muster.as('marta')).call(stepsApi.update, { params: { id }, body })
const order = async (id: number, ids: number[]) =>
  (await muster.as('marta')).call(stepsApi.order, { params: { id }, body: { ids } })
const remove = async (id: number) => (await muster.as('marta')).call(stepsApi.remove, { params: { id } })
const restore = async (id: number) => (await muster.as('marta')).call(stepsApi.restore, { params: { id } })
const taskOf = async (id: number) => (await muster.as('gita')).call(tasksApi.get, { params: { id } })
const countsOf = async (id: number) => {
  const { stepsDone, stepsTotal } = await taskOf(id)
  return [stepsDone, stepsTotal]
}
const texts = (many: number) => Array.from({ length: many }, (_, at) => ({ text: `Room ${at}` }))
const put = () => putTask(muster, { department: 'Housekeeping' })
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return [status, reply?.issues?.[0]?.path ?? reply?.code]
}

describe('new steps', () => {
  test('stand at the end in the order sent, and are counted; the task stays as old as it was', async () => {
    const { id, updatedAt } = await put()
    const first = await create('marta', id, [{ text: 'Open the window' }])
    expect(first.steps).toEqual([
      {
        ...{ id: expect.any(Number), position: 1, text: 'Open the window', kind: 'tick', required: false },
        ...{ unit: null, min: null, max: null, value: null, photoId: null, doneBy: null, doneAt: null },
      },
    ])
    const fridge: NewStep = { text: 'Fridge', kind: 'number', required: true, unit: '°C', min: 2, max: 7 }
    await create('marta', id, [fridge, { text: 'Photo of the bed', kind: 'photo' }])
    const steps = await list('gus', id)
    expect(steps.map(({ text, position }) => [text, position])).toEqual([
      ['Open the window', 1],
      ['Fridge', 2],
      ['Photo of the bed', 3],
    ])
    expect(steps[1]).toMatchObject(fridge)
    expect(await countsOf(id)).toEqual([0, 3])
    expect((await taskOf(id)).updatedAt).toBe(updatedAt)
  })

  test('are announced once for their task, however many', async () => {
    const { id } = await put()
    const other = await put()
    const page = await openPage(await muster.listen(), { cookie: (await muster.as('gus')).cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people.gus.id })
    await page.receives('auth_success')
    const { steps } = await create('marta', id, texts(21))
    await order(id, steps.map((step) => step.id).reverse())
    await create('marta', other.id, texts(2))
    const announced = []
    while (announced.length < 3) {
      const { data } = await page.receives('change')
      if (data.resource === 'steps') announced.push(data.after)
    }
    expect(announced).toEqual([{ taskId: id }, { taskId: id }, { taskId: other.id }])
    page.socket.close()
  })

  test('are at most 100, all or none', async () => {
    const { id } = await put()
    const many = texts(MAX_STEPS)
    await create('marta', id, many)
    expect(await refusal(create('marta', id, [{ text: 'One more' }]))).toEqual([400, 'steps'])
    expect(await countsOf(id)).toEqual([0, MAX_STEPS])
    const [step] = await list('marta', id)
    await remove(step?.id ?? 0)
    await create('marta', id, [{ text: 'One more' }])
    expect(await refusal(restore(step?.id ?? 0))).toEqual([400, ''])
  })

  test('have a unit and limits only for a number, the smallest not above the largest', async () => {
    const { id } = await put()
    expect(await refusal(create('marta', id, [{ text: 'A' }, { text: 'B', unit: '°C' }]))).toEqual([
      400,
      'steps.1.unit',
    ])
    const turned: NewStep = { text: 'A', kind: 'number', min: 7, max: 2 }
    expect(await refusal(create('marta', id, [turned]))).toEqual([400, 'steps.0.max'])
    expect(await countsOf(id)).toEqual([0, 0])
    await create('marta', id, [{ ...turned, min: 2 }])
    const [step] = await list('marta', id)
    expect(await refusal(change(step?.id ?? 0, { min: 3 }))).toEqual([400, 'max'])
  })
})

describe('a change', () => {
  test('of the kind clears what was entered, and the unit and limits of a number', async () => {
    const done = { doneBy: muster.fixtures.people.uli.id, doneAt: inDays(-0.1) }
    const fields = { kind: 'number', unit: '°C', min: 2, max: 7, value: 5, ...done } as const
    const { task, step } = await putTaskWithStep(muster, { department: 'Housekeeping' }, fields)
    expect(await countsOf(task.id)).toEqual([1, 1])
    const open = { value: null, doneBy: null, doneAt: null }
    expect(await change(step.id, { text: 'Look into it', required: true })).toMatchObject({ value: 5, required: true })
    expect(await change(step.id, { kind: 'tick' })).toMatchObject({ unit: null, min: null, max: null, ...open })
    expect(await countsOf(task.id)).toEqual([0, 1])
  })
})

describe('the order', () => {
  test('takes exactly the ids of the steps', async () => {
    const { id } = await put()
    const ids: number[] = []
    for (const text of ['a', 'b', 'c']) ids.push((await putStep(muster, id, { text })).id)
    const [a, b, c] = ids as [number, number, number]
    const { steps } = await order(id, [c, a, b])
    expect(steps.map((step) => step.id)).toEqual([c, a, b])
    expect((await list('uli', id)).map((step) => step.id)).toEqual([c, a, b])
    const other = (await putTaskWithStep(muster)).step.id
    for (const wrong of [
      [a, b],
      [a, b, c, other],
      [a, b, other],
      [a, a, b, c],
      [a, b, b],
    ])
      expect(await refusal(order(id, wrong))).toEqual([409, 'other_steps'])
  })
})

describe('a deleted step', () => {
  test('comes back with what was entered at its old place, within 30 days', async () => {
    const { id } = await put()
    await putStep(muster, id)
    const done = { value: true, doneBy: muster.fixtures.people.uli.id, doneAt: inDays(-0.1) }
    const step = await putStep(muster, id, done)
    await putStep(muster, id)
    expect(await countsOf(id)).toEqual([1, 3])
    await remove(step.id)
    expect((await list('uli', id)).map(({ position }) => position)).toEqual([1, 3])
    expect(await countsOf(id)).toEqual([0, 2])
    for (const calling of [() => remove(step.id), () => change(step.id, { text: 'x' })])
      expect(await refusal(calling())).toEqual([404, 'not_found'])
    expect(await restore(step.id)).toMatchObject({ id: step.id, position: 2, value: true })
    expect(await countsOf(id)).toEqual([1, 3])
    expect(await refusal(restore(step.id))).toEqual([404, 'not_found'])
  })

  test('is gone after 30 days', async () => {
    const { id } = await put()
    const [old, recent] = [
      await putStep(muster, id, { deletedAt: inDays(-31) }),
      await putStep(muster, id, { deletedAt: inDays(-29) }),
    ]
    expect(await refusal(restore(old.id))).toEqual([404, 'not_found'])
    await purgeDeletedSteps({ db: muster.services.database.orm, now: new Date() })
    const { rows } = await muster.services.database.pool.query('select id from task_steps where task_id = $1', [id])
    expect(rows).toEqual([{ id: recent.id }])
  })
})

test('nobody reaches the steps of a task that they do not see, or that was deleted', async () => {
  const { task, step } = await putTaskWithStep(muster, { department: 'Maintenance' })
  const uli = await muster.as('uli')
  const check = () => uli.call(stepsApi.setValue, { params: { id: step.id }, body: { value: true } })
  const { status, reply } = await httpErrorOf(check())
  expect([status, reply?.message]).toEqual([404, 'There is no such step'])
  expect(await refusal(list('uli', task.id))).toEqual([404, 'not_found'])
  await (await muster.as('gita')).call(tasksApi.remove, { params: { id: task.id } })
  for (const calling of [() => list('gita', task.id), () => change(step.id, { text: 'x' }), () => restore(step.id)])
    expect(await refusal(calling())).toEqual([404, 'not_found'])
})
