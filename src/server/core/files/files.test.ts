import { createHash } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { smallPdf } from '../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { httpErrorOf, type TestApp, useTestApp } from '../../../../test/support/test-app.ts'
import type { ReceivedFile } from '../../../shared/endpoint.ts'
import { sopsApi } from '../../../shared/sops.ts'
import { files } from '../../db/tables/files.ts'
import { contextFor } from '../context.ts'
import { deleteUnattached, hashOlderFiles, removeOrphans } from './file-cleanup.ts'
import { addFile, fileFor, keepFiles, withStored } from './files.ts'

const muster = useTestApp()
const pool = { query: (...args: [string, unknown[]?]) => muster.services.database.pool.query(...args) }
beforeEach(() => pool.query('truncate files, sops, jobs cascade'))

const HOUR = 3_600_000
const never = new AbortController().signal
const systemContext = (at = new Date()) => contextFor(muster.services, null, at)

async function receive(content = 'x', { services }: TestApp = muster): Promise<ReceivedFile> {
  const bytes = await services.files.put(Readable.from([content]), { maxBytes: 100 })
  return { ...bytes, fileName: 'x.txt', isKept: false }
}

/** Makes stored bytes look older. */
function age(storedAs: string, hours: number, { services }: TestApp = muster) {
  const then = new Date(Date.now() - hours * HOUR)
  utimesSync(join(services.config.dataDir, 'files', storedAs), then, then)
}

async function storedAsOf(sopId: number, { services }: TestApp = muster) {
  const { rows } = await services.database.pool.query(`select stored_as from files where subject_id = $1`, [
    String(sopId),
  ])
  return String(rows[0].stored_as)
}

const areStored = (names: string[]) =>
  Promise.all(names.map(async (name) => (await muster.services.files.stat(name)) !== undefined))

/** Stores a file that belongs to nothing, and returns its id and its name in the store. */
async function putUnattached(name: PersonName, at = new Date()) {
  const file = await receive()
  const id = await keepFiles(muster.contextOf(name, at), [file], (ctx) => addFile(ctx, file, 'text/plain'))
  return { id, storedAs: file.storedAs }
}

describe('a file is read', () => {
  const read = (name: PersonName, id: number) => fileFor(muster.contextOf(name), sql`${files.id} = ${id}`)
  const readers = async (id: number) => {
    const people = Object.keys(muster.fixtures.people) as PersonName[]
    const found = await Promise.all(people.map((name) => read(name, id).catch(({ status }) => status)))
    for (const result of found) expect(result === 404 || result.id === id).toBe(true)
    return people.filter((_, index) => found[index] !== 404).sort()
  }
  const fileOf = async (sopId: number) => {
    const { rows } = await pool.query('select id from files where subject_id = $1', [String(sopId)])
    return Number(rows[0].id)
  }
  /** The people who get the SOP itself from the API. */
  const readersOfSop = async (id: number) => {
    const people = Object.keys(muster.fixtures.people) as PersonName[]
    const replies = await Promise.all(
      people.map(async (name) => (await muster.as(name)).raw({ method: 'GET', url: `/api/v1/sops/${id}` })),
    )
    return people.filter((_, index) => replies[index]?.status === 200).sort()
  }

  test.each(['Housekeeping', 'Maintenance', null] as const)('by the readers of its SOP: %s', async (department) => {
    const { id } = await putSop(muster, { department })
    const expected = await readersOfSop(id)
    expect(expected.length).toBeGreaterThan(2)
    expect(await readers(await fileOf(id))).toEqual(expected)
  })

  test('by its creator alone while it belongs to nothing', async () => {
    expect(await readers((await putUnattached('uli')).id)).toEqual(['uli'])
  })

  test('by nobody if its SOP is gone', async () => {
    const { id } = await putSop(muster)
    const file = await fileOf(id)
    await pool.query('truncate sops cascade')
    expect(await readers(file)).toEqual([])
  })
})

describe('the row of a received file', () => {
  test('is not written if the work throws, and the file is removed with the form', async () => {
    const file = await receive()
    const failing = keepFiles(muster.contextOf('uli'), [file], async (ctx) => {
      await addFile(ctx, file, 'text/plain')
      expect(file.isKept).toBe(true)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(file.isKept).toBe(false)
    expect((await pool.query('select from files')).rowCount).toBe(0)
  })

  test('is written for one that was in memory, and the file goes again if it is not', async () => {
    const ctx = muster.contextOf('uli')
    const bytes = Buffer.from('x')
    const stored: string[] = []
    const store = <T>(use: (file: ReceivedFile) => Promise<T>) =>
      withStored(ctx, [{ bytes, fileName: 'x.txt' }], ([{ file }]) => {
        stored.push(file.storedAs)
        return use(file)
      })
    await store((file) => keepFiles(ctx, [file], (within) => addFile(within, file, 'text/plain')))
    await store(async () => {})
    await expect(store(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await areStored(stored)).toEqual([true, false, false])
    expect((await pool.query('select stored_as, file_name from files')).rows).toEqual([
      { stored_as: stored[0], file_name: 'x.txt' },
    ])
  })

  test('is kept if the commit gets no answer', async () => {
    const { database } = muster.services
    const { transaction } = database
    database.transaction = async (work) => {
      await transaction(work)
      throw new Error('Connection terminated unexpectedly')
    }
    const file = await receive()
    const keeping = keepFiles(muster.contextOf('uli'), [file], (ctx) => addFile(ctx, file, 'text/plain'))
    await expect(keeping)
      .rejects.toThrow('terminated')
      .finally(() => {
        database.transaction = transaction
      })
    expect(file.isKept).toBe(true)
    expect((await pool.query('select sha256, size from files')).rows).toEqual([
      { sha256: createHash('sha256').update('x').digest('hex'), size: 1 },
    ])
  })
})

test('deleting an SOP deletes the rows of its files in the same transaction, and their bytes after it', async () => {
  const { id } = await putSop(muster)
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before delete on files for each row execute function refuse()`)
  const adam = await muster.as('adam')
  const call = () => adam.call(sopsApi.remove, { params: { id } })
  const removals = () => pool.query(`select from jobs where kind = 'file-remove'`)
  expect((await httpErrorOf(call())).status).toBe(500)
  expect((await pool.query('select from sops')).rowCount).toBe(1)
  expect((await removals()).rowCount).toBe(0)
  await pool.query('drop trigger refuse on files; drop function refuse')
  const name = await storedAsOf(id)
  await call()
  expect((await pool.query('select from files')).rowCount).toBe(0)
  // The server that was asked runs no jobs here, as if it was killed after the commit.
  expect([(await removals()).rowCount, await areStored([name])]).toEqual([1, [true]])
  await finishJobs(muster.services)
  expect([(await removals()).rowCount, await areStored([name])]).toEqual([0, [false]])
})

describe('the clean-up', () => {
  test('removes bytes without a row after an hour, and no others', async () => {
    const name = await storedAsOf((await putSop(muster)).id)
    const [fresh, old] = [await receive(), await receive()]
    for (const each of [old.storedAs, name]) age(each, 2)
    await removeOrphans(systemContext(), never)
    expect(await areStored([fresh.storedAs, old.storedAs, name])).toEqual([true, false, true])
  })

  test('removes what belongs to nothing after a day, with its row', async () => {
    const now = new Date()
    const sop = await putSop(muster)
    const fresh = await putUnattached('uli', new Date(now.getTime() - 23 * HOUR))
    const old = await putUnattached('uli', new Date(now.getTime() - 25 * HOUR))
    await deleteUnattached(systemContext(now), never)
    expect((await pool.query('select id from files where subject_id is null')).rows).toEqual([{ id: fresh.id }])
    await finishJobs(muster.services)
    const names = [fresh.storedAs, old.storedAs, await storedAsOf(sop.id)]
    expect(await areStored(names)).toEqual([true, false, true])
  })

  test('leaves a file alone that is being given to a subject at this moment', async () => {
    const { storedAs } = await putUnattached('uli', new Date(0))
    const other = await muster.services.database.pool.connect()
    await other.query(`begin; update files set subject_type = 'sop', subject_id = '1'`)
    await deleteUnattached(systemContext(), never)
    await other.query('commit')
    other.release()
    await deleteUnattached(systemContext(), never)
    await finishJobs(muster.services)
    expect(await areStored([storedAs])).toEqual([true])
  })

  test('hashes files from before, except those that are gone from the disk', async () => {
    const [gone, there] = [await putSop(muster), await putSop(muster)]
    await muster.services.files.remove(await storedAsOf(gone.id))
    await pool.query('update files set sha256 = null')
    await hashOlderFiles(systemContext(), never)
    const { rows } = await pool.query('select subject_id, sha256 from files order by id')
    expect(rows).toEqual([
      { subject_id: String(gone.id), sha256: null },
      { subject_id: String(there.id), sha256: createHash('sha256').update(smallPdf()).digest('hex') },
    ])
  })
})

describe('a server with the settings of another database', () => {
  const mistaken = useTestApp()

  test('removes no file of the database whose store it is', async () => {
    const name = await storedAsOf((await putSop(muster)).id)
    age(name, 2)
    const store = muster.services.files
    const cleanUp = ({ services }: TestApp) =>
      removeOrphans(contextFor({ ...services, files: store }, null, new Date()), never)
    await cleanUp(mistaken)
    expect(await areStored([name])).toEqual([true])
    // It removes none either if the store is known to be the other's, and holds files of its own.
    await cleanUp(muster)
    mistaken.services.files = store
    const later = await storedAsOf((await putSop(mistaken)).id, mistaken)
    age(later, 2)
    await cleanUp(mistaken)
    expect(await areStored([name, later])).toEqual([true, true])
  })
})
