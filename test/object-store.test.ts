import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { openDiskFiles } from '../src/server/adapters/disk-files.ts'
import { openFileStore } from '../src/server/adapters/file-store.ts'
import { copyFiles } from '../src/server/backup/copy-files.ts'
import { restoreBackup } from '../src/server/backup/restore.ts'
import { folderSource } from '../src/server/backup/source.ts'
import { writeFolder } from '../src/server/backup/write.ts'
import { readConfig } from '../src/server/base/config.ts'
import { contextFor } from '../src/server/core/context.ts'
import { removeOrphans } from '../src/server/core/files/file-cleanup.ts'
import { commentsApi } from '../src/shared/comments.ts'
import { sopsApi } from '../src/shared/sops.ts'
import { formOf } from './support/forms.ts'
import { databaseUrl } from './support/global-setup.ts'
import { finishJobs } from './support/jobs.ts'
import { smallPdf } from './support/pdfs.ts'
import { sendPhoto } from './support/photos.ts'
import { jpegOf } from './support/pictures.ts'
import { startS3 } from './support/s3-server.ts'
import { runCommand, startServer } from './support/server-process.ts'
import { putSop } from './support/sops.ts'
import { putTask } from './support/tasks.ts'
import { useTestApp } from './support/test-app.ts'

/** A Muster whose files are in an object store. */

const s3 = await startS3()
const scratch = mkdtempSync(join(tmpdir(), 'muster-in-a-store-'))
const made: string[] = []
afterAll(async () => {
  await s3.close()
  rmSync(scratch, { recursive: true, force: true })
  for (const name of made) await asAdmin(`drop database ${name} with (force)`)
})
const muster = useTestApp({ FILES_URL: s3.url })
const HOUR = 3_600_000

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
const filesOnDisk = () => {
  const folder = join(muster.services.config.dataDir, 'files')
  try {
    return readdirSync(folder, { recursive: true }).filter((name) => name !== 'incoming')
  } catch {
    return []
  }
}
const stored = () => [...s3.objects.keys()].filter((name) => name !== 'owner').sort()
const storedAsOf = async (sopId: number) => {
  const { rows } = await muster.services.database.pool.query('select stored_as from files where subject_id = $1', [
    String(sopId),
  ])
  return String(rows[0].stored_as)
}

test('a procedure is uploaded into the store, and read by those alone who may', async () => {
  const marta = await muster.as('marta')
  const pdf = smallPdf()
  const form = formOf(
    { title: 'Towels', departmentId: String(muster.fixtures.departments.Housekeeping) },
    { content: pdf },
  )
  const { status, json } = await marta.raw({ method: 'POST', url: '/api/v1/sops', ...form })
  expect(status).toBe(201)
  const url = `/api/v1/sops/${json.id}/file`
  const whole = await marta.raw({ method: 'GET', url })
  expect(whole.status).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-security-policy':
      "default-src 'none'; object-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringContaining('attachment'),
  })
  // Nothing of the store is seen.
  expect(Object.keys(whole.headers).filter((name) => name.startsWith('x-amz'))).toEqual([])
  const part = await marta.raw({ method: 'GET', url, headers: { range: 'bytes=1-3' } })
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'PDF', `bytes 1-3/${pdf.length}`])
  expect((await marta.raw({ method: 'GET', url, headers: { range: 'bytes=999999-' } })).status).toBe(416)
  const { etag } = whole.headers
  expect((await marta.raw({ method: 'GET', url, headers: { 'if-none-match': String(etag) } })).status).toBe(304)
  const elsewhere = await putSop(muster, { department: 'Maintenance' })
  const before = s3.requests.length
  expect((await (await muster.as('uli')).raw({ method: 'GET', url: `/api/v1/sops/${elsewhere.id}/file` })).status).toBe(
    404,
  )
  expect((await muster.stranger().raw({ method: 'GET', url })).status).toBe(401)
  expect(s3.requests).toHaveLength(before)
  await finishJobs(muster.services)
  const { rows } = await muster.services.database.pool.query('select text_state from sop_versions where sop_id = $1', [
    json.id,
  ])
  expect(rows).toEqual([{ text_state: 'done' }])
  expect(filesOnDisk()).toEqual([])
  for (const { id } of [json, elsewhere]) await (await muster.as('gita')).call(sopsApi.remove, { params: { id } })
  await finishJobs(muster.services)
  expect(stored()).toEqual([])
})

test('what is refused never reaches the store', async () => {
  const marta = await muster.as('marta')
  const before = s3.requests.length
  const page = formOf({ title: 'Towels' }, { content: '<html>' })
  expect((await marta.raw({ method: 'POST', url: '/api/v1/sops', ...page })).status).toBe(415)
  expect(s3.requests.slice(before)).toEqual([])
  expect(filesOnDisk()).toEqual([])
})

test('a comment carries a photo out of the store', async () => {
  const uli = await muster.as('uli')
  const { id: taskId } = await putTask(muster, { department: 'Housekeeping' })
  const { json } = await sendPhoto(uli, jpegOf(), { thumbnail: jpegOf({ width: 12, height: 8 }) })
  await uli.call(commentsApi.create, { params: { id: taskId }, body: { text: 'Like this', photoIds: [json.id] } })
  const photo = await uli.raw({ method: 'GET', url: `/api/v1/photos/${json.id}` })
  expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await uli.raw({ method: 'GET', url: `/api/v1/photos/${json.id}/thumbnail` })).status).toBe(200)
  expect(stored()).toHaveLength(2)
  expect(filesOnDisk()).toEqual([])
})

test('if the store fails, people are asked to try again, and learn nothing of it', async () => {
  const { id } = await putSop(muster)
  s3.faults = Array.from({ length: 4 }, () => ({ method: 'GET', fault: 500 as const }))
  const { status, json, headers } = await (await muster.as('gita')).raw({
    method: 'GET',
    url: `/api/v1/sops/${id}/file`,
  })
  expect([status, json.code, headers['retry-after']]).toEqual([503, 'files_away', '2'])
  expect(json.message).toBe('Something went wrong on the server. Please try again.')
  s3.faults = []
  s3.objects.delete(await storedAsOf(id))
  expect((await (await muster.as('gita')).raw({ method: 'GET', url: `/api/v1/sops/${id}/file` })).status).toBe(404)
  await (await muster.as('gita')).call(sopsApi.remove, { params: { id } })
})

test('the clean-up removes from the store what has no row, if it is old and the store is ours', async () => {
  const { files } = muster.services
  const put = async () => (await files.put(Readable.from(['x']), { maxBytes: 1 })).storedAs
  const [old, young] = [await put(), await put()]
  const kept = await storedAsOf((await putSop(muster)).id)
  const age = (name: string) => Object.assign(s3.objects.get(name) ?? {}, { modified: new Date(Date.now() - 2 * HOUR) })
  age(old)
  const cleanUp = () => removeOrphans(contextFor(muster.services, null, new Date()), new AbortController().signal)
  // No file of ours is old enough to show whose the store is.
  await cleanUp()
  expect(stored()).toContain(old)
  age(kept)
  await cleanUp()
  expect(stored()).not.toContain(old)
  expect(stored()).toEqual(expect.arrayContaining([young, kept]))
  expect(s3.objects.get('owner')?.content.toString()).toMatch(/^[0-9a-f-]{36}$/)
  await files.remove(young)
})

test('a backup takes the files out of the store, and a restore puts them into another', async () => {
  const { database, files } = muster.services
  const folder = join(scratch, 'backup')
  const manifest = await writeFolder({ url: database.url, files }, folder, new Date())
  expect(manifest.missing).toEqual([])
  expect(manifest.files.map(({ name }) => name)).toEqual(stored())
  const other = await startS3()
  const name = `restored_store_${process.pid}`
  made.push(name)
  await asAdmin(`create database ${name}`)
  const config = readConfig({ FILES_URL: other.url, DATA_DIR: join(scratch, 'restored') })
  const to = { url: databaseUrl(inject('databaseServer'), name), files: await openFileStore(config) }
  await restoreBackup(folderSource(folder), to)
  expect([...other.objects.keys()].sort()).toEqual(stored())
  for (const [key, { content }] of other.objects) expect(content).toEqual(s3.objects.get(key)?.content)
  await expect(restoreBackup(folderSource(folder), { ...to, url: database.url })).rejects.toThrow(
    'The database is not empty',
  )
  // Files of another Muster are in the way.
  await to.files.put(Readable.from(['x']), { maxBytes: 1 })
  await expect(restoreBackup(folderSource(folder), to)).rejects.toThrow('Name another, empty one with FILES_URL.')
  await other.close()
})

test('files are copied from the store to the disk and back, as often as one likes', async () => {
  const { database, files } = muster.services
  const disk = openDiskFiles(join(scratch, 'moved'))
  const copy = (to = disk, options = {}) => copyFiles(database.orm, to === disk ? files : disk, to, options)
  const all = stored()
  expect(await copy()).toEqual({ copied: all.length, present: 0, missing: [], wrong: [] })
  const onDisk: string[] = []
  for await (const names of disk.list()) onDisk.push(...names)
  expect(onDisk.sort()).toEqual(all)
  expect(await copy()).toMatchObject({ copied: 0, present: all.length })
  // Bytes that have changed on the disk are noticed with this option, and copied again.
  const [first = '', second = '', third = ''] = all
  const { content } = s3.objects.get(first) ?? { content: Buffer.of() }
  writeFileSync(join(scratch, 'moved', first), Buffer.alloc(content.length))
  expect(await copy()).toMatchObject({ copied: 0 })
  expect(await copy(disk, { check: true })).toMatchObject({ copied: 1, present: all.length - 1 })
  // Wrong or missing files are named, and stop no other.
  await disk.remove(first)
  await disk.remove(second)
  await disk.remove(third)
  const [lost, changed] = [s3.objects.get(first), s3.objects.get(second)]
  s3.objects.delete(first)
  if (changed) s3.objects.set(second, { ...changed, content: Buffer.alloc(changed.content.length) })
  expect(await copy()).toEqual({ copied: 1, present: all.length - 3, missing: [first], wrong: [second] })
  expect(await disk.stat(second)).toBeUndefined()
  if (changed) s3.objects.set(second, changed)
  if (lost) s3.objects.set(first, lost)
  expect(await copy()).toMatchObject({ copied: 2 })
  // Back, into a store that was emptied.
  for (const name of all) s3.objects.delete(name)
  expect(await copy(files)).toEqual({ copied: all.length, present: 0, missing: [], wrong: [] })
  expect(stored()).toEqual(all)
  await disk.disown()
  await disk.belongsTo('another', true)
  await expect(copy()).rejects.toThrow('belongs to another Muster. Name another, empty one with DATA_DIR.')
})

test('the built server and its commands use the store', { tags: 'long' }, async () => {
  const other = await startS3()
  const { database } = muster.services
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(scratch, 'process') }
  const named = { ...settings, FILES_URL: other.url }
  const { code, output } = await runCommand('copy-files', settings, ['to-store'])
  expect([code, output]).toEqual([1, 'Name the object store, in both directions. For example: FILES_URL=s3://…'])
  const wrong = { ...settings, FILES_URL: other.url.replace('muster-files', 'nowhere') }
  const failing = startServer(wrong)
  expect(await failing.ended).toBe(1)
  expect(failing.output()).toMatch(/The object store http:\S+\/nowhere failed: status 404 \(NoSuchBucket/)
  expect(failing.output()).not.toContain('    at ')
  // From the store of the tests to the disk, and from there to the other one.
  const down = await runCommand('copy-files', { ...settings, FILES_URL: s3.url }, ['to-disk', '--check'])
  expect([down.code, down.output]).toEqual([0, expect.stringMatching(/^Copied \d+ files to /)])
  const up = await runCommand('copy-files', named, ['to-store'])
  expect([up.code, up.output]).toEqual([
    0,
    expect.stringMatching(/^Copied \d+ files to http:\S+\/muster-files\. It had 0 /),
  ])
  expect([...other.objects.keys()].filter((name) => name !== 'owner').sort()).toEqual(stored())
  const backup = await runCommand('backup', named, [join(scratch, 'second')])
  expect([backup.code, backup.output]).toEqual([0, expect.stringMatching(/^Backed up \d+ rows and \d+ files/)])
  const server = startServer(named)
  expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  await server.ended
  await other.close()
})
