import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { deleteHistoriesOfDeleted } from '../audit-log/expire.ts'

/** The entries about steps in a task's history, in a deployment that shows nobody when single steps were done. */

const muster = useTestApp({ STEP_TIMES: 'off' })

const historyOf = async (name: PersonName, id: number) => {
  const { entries } = await (await muster.as(name)).call(tasksApi.history, { params: { id }, query: {} })
  const ofSteps = entries.filter(({ action }) => action.startsWith('step.'))
  return ofSteps.map(({ action, part, changes }) => [
    action,
    part,
    ...changes.filter(({ field }) => field === 'value' || field === 'count').map(({ after }) => after),
  ])
}
const set = async (name: PersonName, id: number, value: true | number | string | null) =>
  (await muster.as(name)).call(stepsApi.setValue, { params: { id }, body: { value } })

describe('the history', () => {
  test('names the steps, has numbers with their unit, and nothing of texts that people type', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const marta = await muster.as('marta')
    const create = (steps: Parameters<typeof marta.call<typeof stepsApi.create>>[1]['body']['steps']) =>
      marta.call(stepsApi.create, { params: { id }, body: { steps } })
    await create([{ text: 'Fridge', kind: 'number', unit: '°C' }])
    const { steps } = await create([{ text: 'Lamps', kind: 'text' }, { text: 'Windows' }])
    const [fridge, lamps, windows] = steps.map((step) => step.id) as [number, number, number]
    await set('marta', fridge, 7)
    await set('marta', lamps, 'Two are secretly broken')
    await set('marta', windows, true)
    await set('marta', windows, null)
    await marta.call(stepsApi.order, { params: { id }, body: { ids: [windows, lamps, fridge] } })
    await marta.call(stepsApi.update, { params: { id: windows }, body: { text: 'Windows and doors' } })
    await marta.call(stepsApi.remove, { params: { id: lamps } })
    expect(await historyOf('marta', id)).toEqual([
      ['step.delete', 'Lamps'],
      ['step.update', 'Windows and doors'],
      ['step.order', null, '2'],
      ['step.clear', 'Windows and doors', null],
      ['step.check', 'Windows and doors', 'true'],
      ['step.check', 'Lamps'],
      ['step.check', 'Fridge', '7 °C'],
      ['step.create', null, '2'],
      ['step.create', 'Fridge'],
    ])
    const { rows } = await muster.services.database.pool.query(
      `select count(*)::int as found from audit_logs where details::text ~ 'secretly|Lamps|Windows'`,
    )
    expect(rows).toEqual([{ found: 0 }])
  })

  test('and the list show when a step was done only to who did it', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const marta = await muster.as('marta')
    const body = { steps: [{ text: 'Windows' }] }
    const { steps } = await marta.call(stepsApi.create, { params: { id }, body })
    await set('uli', steps[0]?.id ?? 0, true)
    const actions = async (name: PersonName) => (await historyOf(name, id)).map(([action]) => action)
    expect(await actions('uli')).toEqual(['step.check', 'step.create'])
    for (const name of ['marta', 'lea', 'gita'] as const) expect(await actions(name)).toEqual(['step.create'])
    const doneAt = async (name: PersonName) =>
      (await (await muster.as(name)).call(stepsApi.list, { params: { id } })).steps[0]?.doneAt
    expect([await doneAt('marta'), await doneAt('gita')]).toEqual([null, null])
    expect(await doneAt('uli')).toEqual(expect.any(String))
  })

  test('of a task outlives the steps that were deleted', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    const marta = await muster.as('marta')
    const { steps } = await marta.call(stepsApi.create, { params: { id }, body: { steps: [{ text: 'Windows' }] } })
    await marta.call(stepsApi.remove, { params: { id: steps[0]?.id ?? 0 } })
    const { database } = muster.services
    await database.pool.query('update audit_logs set created_at = $1 where resource_id = $2', [
      inDays(-500),
      String(id),
    ])
    await deleteHistoriesOfDeleted({ services: muster.services, db: database.orm, now: new Date() })
    expect((await historyOf('marta', id)).map(([action]) => action)).toEqual(['step.delete', 'step.create'])
  })
})
