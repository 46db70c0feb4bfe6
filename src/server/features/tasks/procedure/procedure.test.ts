import { describe, expect, test } from 'vitest'
import { formOf } from '../../../../../test/support/forms.ts'
import { smallPdf } from '../../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../../test/support/people.ts'
import { putSop } from '../../../../../test/support/sops.ts'
import { putTask } from '../../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../../shared/api-prefix.ts'
import { procedureApi } from '../../../../shared/procedure.ts'
import { sopsApi } from '../../../../shared/sops.ts'
import { type TaskChanges, tasksApi } from '../../../../shared/tasks.ts'

/** The procedure by which a task is done. */

const muster = useTestApp()

const change = async (name: PersonName, id: number, body: TaskChanges) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body })
const procedureFor = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(procedureApi.get, { params: { id } })
const put = (fields: Parameters<typeof putTask>[1] = {}) => putTask(muster, { department: 'Housekeeping', ...fields })
const refusal = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return [status, reply?.issues?.[0]?.path ?? reply?.code]
}

describe('a task', () => {
  test('gets a procedure and a page of it, which goes with the procedure', async () => {
    const [first, second] = [await putSop(muster, { pages: 3 }), await putSop(muster)]
    const marta = await muster.as('marta')
    const body = { title: 'Fold', sopId: first.id, sopPage: 3 }
    const { id } = await marta.call(tasksApi.create, { body })
    expect(await marta.call(tasksApi.get, { params: { id } })).toMatchObject({ sopId: first.id, sopPage: 3 })
    expect(await change('marta', id, { sopPage: 2 })).toMatchObject({ sopId: first.id, sopPage: 2 })
    expect(await change('marta', id, { sopId: first.id })).toMatchObject({ sopPage: 2 })
    expect(await change('marta', id, { sopId: second.id })).toMatchObject({ sopId: second.id, sopPage: null })
    await change('marta', id, { sopPage: 1 })
    expect(await change('marta', id, { sopId: null })).toMatchObject({ sopId: null, sopPage: null })
    const undone = { from: { sopId: null }, to: [{ ids: [id], values: { sopId: first.id, sopPage: 3 } }] }
    expect(await refusal(marta.call(tasksApi.undo, { body: undone }))).toEqual([409, 'to.0.ids.0'])
    const whole = { from: { sopId: null, sopPage: null }, to: undone.to }
    expect(await marta.call(tasksApi.undo, { body: whole })).toEqual({ changed: 1 })
    expect(await marta.call(tasksApi.get, { params: { id } })).toMatchObject({ sopId: first.id, sopPage: 3 })
  })

  test('gets only a procedure that is there, at a page that it has', async () => {
    const { id } = await put()
    const sop = await putSop(muster, { pages: 3 })
    expect(await refusal(change('marta', id, { sopId: 2_000_000_000 }))).toEqual([400, 'sopId'])
    expect(await refusal(change('marta', id, { sopId: sop.id, sopPage: 4 }))).toEqual([400, 'sopPage'])
    for (const sopPage of [1, 0]) expect(await refusal(change('marta', id, { sopPage }))).toEqual([400, 'sopPage'])
    expect(await refusal(change('uli', id, { sopId: sop.id }))).toEqual([403, 'forbidden'])
  })

  test('is without one after the procedure was deleted, also for an undo', async () => {
    const sop = await putSop(muster)
    const { id } = await put({ sopId: sop.id, sopPage: 1 })
    const adam = await muster.as('adam')
    await change('marta', id, { sopId: null })
    await change('marta', id, { sopId: sop.id, sopPage: 1 })
    await adam.call(sopsApi.remove, { params: { id: sop.id } })
    expect(await adam.call(tasksApi.get, { params: { id } })).toMatchObject({ sopId: null, sopPage: null })
    const body = { from: { sopId: null }, to: [{ ids: [id], values: { sopId: sop.id } }] }
    expect(await refusal(adam.call(tasksApi.undo, { body }))).toEqual([409, 'to.0.ids.0'])
    expect(await procedureFor('uli', id)).toEqual({ procedure: null, canRead: false, changed: null })
  })
})

test('people who may not read the procedure know its title', async () => {
  const sop = await putSop(muster, { department: 'Housekeeping', pages: 3 })
  const { id } = await put({ sopId: sop.id, sopPage: 2, assignee: 'una' })
  const document = { version: '1.0', revision: 1, pages: 3, fileUrl: `${API_PREFIX}/sops/${sop.id}/file` }
  const known = { id: sop.id, title: 'Folding towels', page: 2 }
  const updatedAt = expect.any(String)
  for (const name of ['uli', 'marta', 'milan'] as const)
    expect(await procedureFor(name, id)).toEqual({
      procedure: { ...known, ...document, updatedAt },
      ...{ canRead: true, changed: null },
    })
  const hidden = { version: null, revision: null, pages: null, fileUrl: null, updatedAt: null }
  for (const name of ['gus', 'una'] as const)
    expect(await procedureFor(name, id)).toEqual({
      procedure: { ...known, ...hidden },
      ...{ canRead: false, changed: null },
    })
  expect(await refusal(procedureFor('gwen', id))).toEqual([404, 'not_found'])
})

test('a procedure that changed since somebody last worked by it says so, until they confirm it or work by it', async () => {
  const sop = await putSop(muster, { department: 'Housekeeping' })
  const { id } = await put({ sopId: sop.id })
  const another = await put({ sopId: sop.id })
  for (const name of ['uli', 'lea'] as const) {
    await change(name, id, { status: 'pending' })
    await change(name, id, { status: 'completed' })
  }
  expect((await procedureFor('uli', another.id)).changed).toBeNull()
  const form = formOf({ changeNote: 'Now in thirds' }, { content: smallPdf() })
  const { status } = await (await muster.as('marta')).raw({
    method: 'PUT',
    url: `${API_PREFIX}/sops/${sop.id}`,
    ...form,
  })
  expect(status).toBe(200)
  const news = { since: 1, changeNote: 'Now in thirds' }
  expect((await procedureFor('uli', another.id)).changed).toEqual(news)
  expect((await procedureFor('lea', another.id)).changed).toEqual(news)
  expect((await procedureFor('marta', another.id)).changed).toBeNull()
  await (await muster.as('uli')).call(sopsApi.confirm, { params: { id: sop.id }, body: { revision: 2 } })
  expect((await procedureFor('uli', another.id)).changed).toBeNull()
  expect(await change('lea', another.id, { status: 'completed' })).toMatchObject({ sopRevision: 2 })
  expect((await procedureFor('lea', another.id)).changed).toBeNull()
})
