import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { formOf } from '../../../../test/support/forms.ts'
import { smallPdf } from '../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { inTransaction } from '../../core/context.ts'
import { remindReaders } from './remind.ts'

const muster = useTestApp()
let sop: Sop
beforeEach(async () => {
  await muster.services.database.pool.query('truncate sops, notifications cascade')
  sop = await putSop(muster, { department: 'Housekeeping', title: 'Towels' })
})

const confirm = async (name: PersonName, revision = 1, id = sop.id) =>
  (await muster.as(name)).call(sopsApi.confirm, { params: { id }, body: { revision } })
const readers = async (name: PersonName, id = sop.id) =>
  (await muster.as(name)).call(sopsApi.readers, { params: { id } })
const remind = async (name: PersonName, id = sop.id) => (await muster.as(name)).call(sopsApi.remind, { params: { id } })
const delivered = async (name: PersonName) => (await muster.as(name)).call(notificationsApi.list, {})
const renew = async () =>
  (await muster.as('marta')).raw({
    method: 'PUT',
    url: `/api/v1/sops/${sop.id}`,
    ...formOf({ version: '2.0' }, { content: smallPdf() }),
  })

test('a confirmation is noted once, and a new version asks for another', async () => {
  expect(sop.readAt).toBe(null)
  const first = await confirm('uli')
  expect(first.readAt).toEqual(expect.any(String))
  expect((await confirm('uli')).readAt).toBe(first.readAt)
  const log = await muster.services.database.pool.query(
    `select user_id, details from audit_logs where action = 'sop.confirm' and resource_id = $1`,
    [String(sop.id)],
  )
  expect(log.rows).toEqual([{ user_id: muster.fixtures.people.uli.id, details: { version: '1.0', revision: 1 } }])
  await renew()
  const list = await (await muster.as('uli')).call(sopsApi.list, {})
  expect(list).toMatchObject([{ revision: 2, readAt: null }])
  const late = await httpErrorOf(confirm('uli', 1))
  expect([late.status, late.reply?.code]).toEqual([409, 'newer_version'])
  expect((await httpErrorOf(confirm('uli', 3))).status).toBe(409)
  expect((await confirm('uli', 2)).readAt).not.toBe(null)
})

describe('the readers', () => {
  test('say who is on duty now: reading is work', async () => {
    await putSession(muster, 'lea', new Date(Date.now() - 3_600_000).toISOString(), null)
    await putSession(muster, 'uli', new Date(Date.now() - 20 * 3_600_000).toISOString(), null)
    const onDuty = (await readers('marta')).map(({ firstName, isOnDuty }) => [firstName, isOnDuty])
    expect(onDuty).toEqual([
      ['Léa', true],
      ['Marta', false],
      ['Uli', false],
    ])
    await clearSessions(muster)
  })

  test("of a department's SOP are its people except guests", async () => {
    await confirm('uli')
    expect(await readers('marta')).toEqual([
      expect.objectContaining({ firstName: 'Léa', readAt: null, remindedAt: null }),
      expect.objectContaining({ firstName: 'Marta', readAt: null }),
      expect.objectContaining({ firstName: 'Uli', readAt: expect.any(String), department: expect.anything() }),
    ])
    expect((await httpErrorOf(readers('milan'))).status).toBe(403)
  })

  test('of a global SOP are everybody for administrators, and the own department for a manager', async () => {
    const { id } = await putSop(muster, { title: 'Global' })
    const names = async (name: PersonName) => (await readers(name, id)).map(({ firstName }) => firstName)
    expect(await names('adam')).toEqual(['Adam', 'Gita', 'Léa', 'Marta', 'Milan', 'Nora', 'Uli', 'Una'])
    expect(await names('milan')).toEqual(['Milan', 'Una'])
    expect((await httpErrorOf(readers('nora', id))).status).toBe(403)
  })
})

describe('reminding', () => {
  test('notifies the people who have not confirmed, once an hour, except the viewer', async () => {
    await confirm('uli')
    expect(await remind('marta')).toEqual({ reminded: 1 })
    expect(await delivered('lea')).toMatchObject([
      {
        type: 'sop',
        sopId: sop.id,
        title: 'Please read a procedure',
        message: 'Please confirm "Towels", version 1.0',
      },
    ])
    expect(await delivered('uli')).toEqual([])
    expect(await delivered('marta')).toEqual([])
    expect(await remind('adam')).toEqual({ reminded: 1 }) // Marta
    expect(await remind('marta')).toEqual({ reminded: 0 })
    expect((await readers('marta')).find(({ firstName }) => firstName === 'Léa')?.remindedAt).toEqual(
      expect.any(String),
    )
    const later = muster.contextOf('adam', new Date(Date.now() + 61 * 60_000))
    const input = { params: { id: sop.id }, query: undefined, body: undefined }
    expect(await inTransaction(later, (ctx) => remindReaders(ctx as typeof later, input))).toEqual({ reminded: 2 })
  })

  test('by two at once notifies each person once', async () => {
    const counts = await Promise.all(['adam', 'gita', 'adam', 'gita'].map((name) => remind(name as PersonName)))
    expect(counts.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(3)
    expect(await delivered('lea')).toHaveLength(1)
  })

  test('points to the SOP until that is deleted', async () => {
    await remind('marta')
    await (await muster.as('adam')).call(sopsApi.remove, { params: { id: sop.id } })
    expect(await delivered('lea')).toMatchObject([{ type: 'sop', sopId: null }])
  })
})
