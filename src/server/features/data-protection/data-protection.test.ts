import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { putBreak, putSession } from '../../../../test/support/clock.ts'
import { putComment } from '../../../../test/support/comments.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { putPhoto } from '../../../../test/support/photos.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { type Browser, useTestApp } from '../../../../test/support/test-app.ts'
import { dataKinds, dataProtectionApi } from '../../../shared/data-protection.ts'
import { urlOf } from '../../../web/api/call-endpoint.ts'
import { leftOut, sections } from './sections.ts'

const AUDIT_DAYS = 200
const COPIES_AT_ONCE = 5
const muster = useTestApp({ AUDIT_DAYS: String(AUDIT_DAYS) })
const ask = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: 'uli' | 'marta') => muster.fixtures.people[name].id

beforeEach(() => ask('delete from rate_limits'))

/** The files of a copy by their paths. */
async function copyBy(
  browser: Browser,
  userId?: string,
): Promise<{ status: number; headers: Record<string, unknown>; files: Record<string, Buffer> }> {
  const reply = await browser.raw({ method: 'GET', url: urlOf(dataProtectionApi.copy, {}, { userId }) })
  const { status, headers } = reply
  if (status !== 200) return { status, headers, files: {} }
  const files = Object.entries(unzipSync(reply.bytes))
  return { status, headers, files: Object.fromEntries(files.map(([path, bytes]) => [path, Buffer.from(bytes)])) }
}
const listIn = (files: Record<string, Buffer>, name: string) => JSON.parse(String(files[`${name}.json`]))

describe('a copy', () => {
  test("holds the person's rows and photos, and nothing of others", async () => {
    const own = await putTask(muster, { assignee: 'uli', title: 'Make the beds', description: 'As Marta says' })
    const other = await putTask(muster, { assignee: 'marta', title: 'Count the money' })
    await putComment(muster, own.id, { author: 'uli', text: 'Done, all of them' })
    await putComment(muster, own.id, { author: 'marta', text: 'Thank you' })
    const session = await putSession(muster, 'uli', '2026-05-04T06:00:00.000Z', '2026-05-04T14:00:00.000Z')
    await putBreak(muster, session.id, '2026-05-04T10:00:00.000Z', '2026-05-04T10:30:00.000Z')
    await putSession(muster, 'marta', '2026-05-04T06:00:00.000Z', '2026-05-04T14:00:00.000Z')
    const photo = await putPhoto(muster, { uploader: 'uli', taskId: own.id })
    await putPhoto(muster, { uploader: 'marta', taskId: own.id })

    const uli = await muster.as('uli')
    const { headers, files } = await copyBy(uli)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="personal-data.zip"',
    })
    expect(Object.keys(files).sort()).toEqual(
      ['read-me.txt', `photos/${photo}.jpg`, ...sections.map(({ name }) => `${name}.json`)].sort(),
    )
    expect(listIn(files, 'account')).toMatchObject([{ id: idOf('uli'), first_name: 'Uli' }])
    expect(listIn(files, 'hours')).toMatchObject([
      { id: session.id, start_time: expect.stringContaining('2026-05-04') },
    ])
    expect(listIn(files, 'breaks')).toMatchObject([{ session_id: session.id }])
    expect(listIn(files, 'tasks')).toMatchObject([{ id: own.id, title: 'Make the beds', description: null }])
    expect(listIn(files, 'comments')).toMatchObject([{ task_id: own.id, text: 'Done, all of them' }])
    const all = Object.values(files).map(String).join()
    for (const text of [other.title, 'Thank you', 'As Marta says']) expect(all).not.toContain(text)
    expect(files[`photos/${photo}.jpg`]?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  })

  test('holds no secret', async () => {
    const adam = await muster.as('adam')
    const { files } = await copyBy(adam)
    const secrets = await ask(
      `select password_hash as secret from users where id = $1 union all select sid from sessions where user_id = $1
      union all select token_hash from known_devices where user_id = $1`,
      [muster.fixtures.people.adam.id],
    )
    expect(secrets.length).toBeGreaterThan(1)
    const all = Object.values(files).map(String).join()
    for (const { secret } of secrets) expect(all).not.toContain(secret)
  })

  test('has every page of a long list, once', async () => {
    const { id } = await putPerson(muster.services)
    await ask(
      `insert into notifications (user_id, kind, params) select $1, 'task_assigned', jsonb_build_object('number', n)
      from generate_series(1, 1200) as n`,
      [id],
    )
    const { files } = await copyBy(await muster.as('adam'), id)
    const numbers = listIn(files, 'notifications').map(({ params }: { params: { number: number } }) => params.number)
    expect(numbers).toEqual(Array.from({ length: 1200 }, (_, at) => at + 1))
  })

  test('is for the person and for administrators, also of a deleted account, and is in the audit log', async () => {
    const { id } = await putPerson(muster.services, { deletedAt: new Date().toISOString(), isActive: false })
    const adam = await muster.as('adam')
    const { files } = await copyBy(adam, id)
    expect(listIn(files, 'account')).toMatchObject([{ id }])
    expect((await copyBy(await muster.as('marta'), idOf('uli'))).status).toBe(403)
    expect((await copyBy(await muster.as('uli'), idOf('marta'))).status).toBe(404)
    expect(
      await ask(`select user_id, resource_id from audit_logs where action = 'user.copy-data' order by id desc limit 1`),
    ).toEqual([{ user_id: muster.fixtures.people.adam.id, resource_id: id }])
  })

  test('is made a few times only', async () => {
    const uli = await muster.as('uli')
    for (let count = 0; count < COPIES_AT_ONCE; count += 1) expect((await copyBy(uli)).status).toBe(200)
    const { status, headers } = await copyBy(uli)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('leaves no table with a person unmentioned', async () => {
    const rows = await ask(`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`)
    const copied = sections.map(({ table }) => String(Reflect.get(table, Symbol.for('drizzle:Name'))))
    expect(rows.map(({ name }) => name).filter((name) => !copied.includes(name) && !(name in leftOut))).toEqual([])
    expect(Object.keys(leftOut).filter((name) => copied.includes(name))).toEqual([])
  })
})

describe('the facts', () => {
  test('come from the settings by which data are deleted', async () => {
    const uli = await muster.as('uli')
    const { kinds, destinations } = await uli.call(dataProtectionApi.read, {})
    expect(kinds.map(({ kind }) => kind)).toEqual(dataKinds.filter((kind) => kind !== 'backups'))
    expect(kinds.find(({ kind }) => kind === 'exports')).toEqual({ kind: 'exports', stays: 'days', days: AUDIT_DAYS })
    expect(kinds.find(({ kind }) => kind === 'messages')).toMatchObject({ days: 365 })
    expect(kinds.find(({ kind }) => kind === 'notifications')).toMatchObject({ days: 90 })
    expect(kinds.find(({ kind }) => kind === 'sessions')).toMatchObject({ days: 90 })
    // Nothing is set up here, so nothing leaves the house.
    expect(destinations).toEqual([])
  })

  test('name what somebody has set up', async () => {
    await ask(`insert into calendar_feeds (user_id, token_hash) values ($1, 'x')`, [idOf('uli')])
    const { destinations } = await (await muster.as('uli')).call(dataProtectionApi.read, {})
    expect(destinations).toEqual(['calendars'])
  })
})
