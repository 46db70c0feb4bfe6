import { beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { pdfOf } from '../../../../test/support/pdfs.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { sopsApi } from '../../../shared/sops.ts'

const muster = useTestApp()
beforeEach(() => muster.services.database.pool.query('truncate sops, notifications cascade'))

const file = { content: pdfOf({ pages: ['New'] }) }
const put = async (id: number, fields: Record<string, string>, withFile = true) =>
  (await muster.as('marta')).raw({
    ...{ method: 'PUT', url: `/api/v1/sops/${id}` },
    ...formOf(fields, withFile ? file : undefined),
  })
const start = (version: string) => putSop(muster, { department: 'Housekeeping', version })
const versionsOf = async (id: number) => (await muster.as('uli')).call(sopsApi.versions, { params: { id } })

describe('the version of a new file', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['counts on without one', '1.0', {}, '1.1'],
    ['counts on from the present one', '1.9', { version: '1.9' }, '1.10'],
    ['counts on from an empty one', '3', { version: '' }, '4'],
    ['is the one that was sent', '1.0', { version: '2.0' }, '2.0'],
    ['may be any text', '1.0', { version: '2026-B' }, '2026-B'],
  ])('%s', async (_, before, fields, after) => {
    const { id } = await start(before)
    expect((await put(id, fields)).json).toMatchObject({ version: after, revision: 2 })
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([after, before])
  })

  test('is never one that the SOP has had', async () => {
    const { id } = await start('1.0')
    await put(id, { version: '1.2' })
    const again = await put(id, { version: '1.0' })
    expect([again.status, again.json.issues]).toEqual([
      400,
      [
        expect.objectContaining({
          path: 'version',
          message: 'This procedure has had version 1.0 already. Choose another one.',
        }),
      ],
    ])
    // Nor under another spelling, nor by a new name for the present file.
    await put(id, { version: 'v3' })
    expect((await put(id, { version: 'V 3', title: 'x' })).json).toMatchObject({ version: 'v4' })
    expect((await put(id, { version: 'V3' })).status).toBe(400)
    const renamed = await put(id, { version: '1.2' }, false)
    expect([renamed.status, renamed.json.issues[0].path]).toEqual([400, 'version'])
    expect((await put(id, { version: 'V4' }, false)).json).toMatchObject({ version: 'V4', revision: 4 })
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual(['V4', 'v3', '1.2', '1.0'])
  })

  test('passes over those that were taken', async () => {
    const { id } = await start('1.1')
    await put(id, { version: '1.0' })
    expect((await put(id, {})).json.version).toBe('1.2')
  })

  test('must be named where it cannot be counted on', async () => {
    const { id } = await start('2024-A')
    const refused = await put(id, {})
    expect([refused.status, refused.json.issues]).toEqual([
      400,
      [{ path: 'version', message: 'Give the new file another version' }],
    ])
    expect((await put(id, { version: '2024-B' })).json).toMatchObject({ version: '2024-B', revision: 2 })
  })
})

describe('what changed', () => {
  test('is kept with each file, logged, and told to those who are reminded', async () => {
    const { id, changeNote } = await start('1.0')
    expect(changeNote).toBeNull()
    const note = 'Descaler stays for five minutes'
    expect((await put(id, { changeNote: ` ${note} ` })).json).toMatchObject({ changeNote: note, version: '1.1' })
    const marta = await muster.as('marta')
    await marta.call(sopsApi.remind, { params: { id } })
    const [reminder] = await (await muster.as('uli')).call(notificationsApi.list, {})
    expect(reminder?.message).toBe(`Please confirm "Folding towels", version 1.1. What changed: ${note}`)
    expect((await put(id, {})).json).toMatchObject({ changeNote: null, version: '1.2' })
    expect((await versionsOf(id)).map((version) => version.changeNote)).toEqual([null, note, null])
    const { entries } = await marta.call(sopsApi.history, { params: { id }, query: {} })
    expect(JSON.stringify(entries)).toContain(note)
  })

  test('is of a new file, and of 500 characters at most', async () => {
    const { id } = await start('1.0')
    const without = await put(id, { changeNote: 'x' }, false)
    expect([without.status, without.json.issues]).toEqual([
      400,
      [{ path: 'changeNote', message: 'You can describe a change only with a new file' }],
    ])
    expect((await put(id, { changeNote: '' }, false)).status).toBe(200)
    const long = await put(id, { changeNote: 'x'.repeat(501) })
    expect([long.status, long.json.issues[0].path]).toEqual([400, 'changeNote'])
    expect((await put(id, { changeNote: 'x'.repeat(500) })).status).toBe(200)
  })
})
