import { expect, test } from 'vitest'
import type { Sop } from '../../shared/sops.ts'
import { changeReaders, changeSops, changeText, changeVersions, patchSop } from './sop-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const person = { id: 'x', firstName: 'Marta', lastName: 'Oliveira' }
const sop = (id: number, fields: Partial<Sop> = {}): Sop => ({
  ...{
    id,
    title: `SOP ${id}`,
    departmentId: 1,
    visibleTo: 'department',
    fileUrl: '',
    fileName: null,
    mimeType: '',
    version: '1.0',
    revision: 1,
    changeNote: null,
  },
  ...{ size: 1, pages: 1, textState: 'done', createdBy: 'x', createdAt: '2026-05-01T00:00:00.000Z' },
  ...{ updatedAt: '2026-05-01T00:00:00.000Z', department: { id: 1, name: 'Spa' }, creator: person, uploader: person },
  ...{ uploadedAt: '2026-05-01T00:00:00.000Z', readAt: null, ...fields },
})
const changeOf = (row: Sop | null, id = row?.id ?? 0) => {
  if (!row) return { resource: 'sops' as const, id, row }
  const { readAt: _, ...shared } = row
  return { resource: 'sops' as const, id, row: shared }
}
const LATER = '2026-05-02T00:00:00.000Z'
const read = sop(1, { readAt: LATER })
const list = [read, sop(2)]

test('the viewer has still read the file that they had read, and not a newer one', () => {
  expect(changeSops(list, changeOf(sop(1, { pages: 3 })), {})).toEqual([{ ...read, pages: 3 }, sop(2)])
  const newFile = sop(1, { revision: 2, updatedAt: LATER })
  expect(changeSops(list, changeOf(newFile), {})).toEqual([newFile, sop(2)])
  expect(patchSop(read, changeOf(sop(1, { version: '1.1' })))).toEqual({ ...read, version: '1.1' })
  expect(patchSop(read, changeOf(newFile))).toEqual(newFile)
})

test('an older row changes nothing', () => {
  const newer = [sop(1, { updatedAt: LATER })]
  expect(changeSops(newer, changeOf(sop(1, { title: 'Old' })), {})).toBe(newer)
  expect(patchSop(newer[0] as Sop, changeOf(sop(1)))).toBe(newer[0])
})

test('a place by title is for the server to find', () => {
  expect(changeSops(list, changeOf(sop(3)), {})).toBe(READ_AGAIN)
  expect(changeSops(list, changeOf(sop(2, { title: 'Åpne' })), {})).toBe(READ_AGAIN)
})

test('an SOP that is gone, or belongs elsewhere, is taken out', () => {
  expect(changeSops(list, changeOf(null, 2), {})).toEqual([read])
  expect(changeSops(list, changeOf(null, 3), {})).toBe(list)
  expect(changeSops(list, changeOf(sop(2, { departmentId: 2 })), { departmentId: 1 })).toEqual([read])
  expect(changeSops(list, changeOf(sop(3, { departmentId: 2 })), { department: 1 })).toBe(list)
  expect(patchSop(read, changeOf(null, 1))).toBe(READ_AGAIN)
  expect(patchSop(read, changeOf(null, 2))).toBe(read)
})

test('files are read again when there is another, readers at each change, and those of other SOPs never', () => {
  const versions = [
    {
      ...{ revision: 1, version: '1.0', changeNote: null, fileName: 'a.pdf', size: 1, pages: 1 },
      ...{ uploader: person, createdAt: LATER },
    },
  ]
  const of = (param: number) => ({ timeZone: 'UTC', viewerId: 'x', param })
  expect(changeVersions(versions, changeOf(sop(1, { pages: 2 })), {}, of(1))).toBe(versions)
  expect(changeVersions(versions, changeOf(sop(1, { revision: 2 })), {}, of(1))).toBe(READ_AGAIN)
  expect(changeVersions(versions, changeOf(sop(1, { version: '2.0' })), {}, of(1))).toBe(READ_AGAIN)
  expect(changeVersions(versions, changeOf(sop(1, { revision: 2 })), {}, of(2))).toBe(versions)
  const text = { revision: 1, state: 'ready' as const, isCut: false, pages: [] }
  expect(changeText(text, changeOf(sop(1, { pages: 2 })), {}, of(1))).toBe(text)
  expect(changeText(text, changeOf(sop(1, { revision: 2 })), {}, of(1))).toBe(READ_AGAIN)
  expect(changeText(text, changeOf(sop(1, { revision: 2 })), { version: 1 }, of(1))).toBe(text)
  expect(changeText(text, changeOf(null, 1), { version: 1 }, of(1))).toBe(READ_AGAIN)
  expect(changeText({ ...text, state: 'waiting' }, changeOf(sop(1)), { version: 1 }, of(1))).toBe(READ_AGAIN)
  expect(changeText({ ...text, state: 'waiting' }, changeOf(sop(2)), {}, of(1))).toMatchObject({ state: 'waiting' })
  const readers: object[] = []
  expect(changeReaders(readers, changeOf(sop(1)), {}, of(1))).toBe(READ_AGAIN)
  expect(changeReaders(readers, changeOf(sop(1)), {}, of(2))).toBe(readers)
})
