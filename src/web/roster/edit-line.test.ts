import { expect, test } from 'vitest'
import type { ManyShifts, NewShift, RosterShift } from '../../shared/roster/shapes.ts'
import { CallError } from '../api/call-endpoint.ts'
import { countTogether, EditLine, type SavedEdit } from './edit-line.ts'

const newShift = (date: string) => ({ date, start: '06:00', end: '14:00' }) as NewShift
const makes = (...dates: string[]): ManyShifts => ({ create: dates.map(newShift) })
const moves = (...ids: number[]): ManyShifts => ({ update: ids.map((id) => ({ id, start: '07:00' })) })
const removes = (...ids: number[]): ManyShifts => ({ remove: ids.map((id) => ({ id })) })

/** A server that answers when it is let, and that knows the calls. */
function heldServer({ refuses = () => false }: { refuses?: (edit: ManyShifts) => boolean } = {}) {
  const calls: ManyShifts[] = []
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  const send = async (edit: ManyShifts): Promise<SavedEdit> => {
    calls.push(edit)
    await gate
    if (refuses(edit)) throw new CallError({ status: 409, statusText: 'Conflict', text: '' })
    const created = (edit.create ?? []).map(({ date }) => ({ id: Number(date.slice(-2)) }))
    return { befores: [], saved: [...created, ...(edit.update ?? []).map(({ id }) => ({ id }))] as RosterShift[] }
  }
  return { calls, send, answer }
}
const idsOf = ({ saved }: SavedEdit) => saved.map(({ id }) => id)

test.each([
  ['different shifts', [makes('2027-06-01'), moves(1, 2), removes(3)], 3],
  ['a shift twice', [moves(1), makes('2027-06-01'), removes(1), moves(2)], 2],
  ['more than one call takes', [makes(...Array(499).fill('2027-06-01')), moves(1), moves(2)], 2],
  ['a single edit that is too long', [makes(...Array(501).fill('2027-06-01')), moves(1)], 1],
])('of %s so many go together', (_, edits, count) => {
  expect(countTogether(edits)).toBe(count)
})

test('edits that wait during a call are saved by the next one, and each gets its own shifts', async () => {
  const { calls, send, answer } = heldServer()
  const line = new EditLine(send)
  const first = line.save(makes('2027-06-01'))
  await Promise.resolve()
  await Promise.resolve()
  const rest = [line.save(moves(40)), line.save(makes('2027-06-02', '2027-06-03')), line.save(removes(41))]
  answer()
  await line.settle()
  expect(calls.map((edit) => (edit.create?.length ?? 0) + (edit.update?.length ?? 0))).toEqual([1, 3])
  expect(idsOf(await first)).toEqual([1])
  expect((await Promise.all(rest)).map(idsOf)).toEqual([[40], [2, 3], []])
})

test('a refused edit does not take others with it', async () => {
  const { calls, send, answer } = heldServer({ refuses: ({ update = [] }) => update.some(({ id }) => id === 2) })
  answer()
  const line = new EditLine(send)
  const saved = await Promise.allSettled([line.save(moves(1)), line.save(moves(2)), line.save(moves(3))])
  expect(saved.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(calls.map(({ update = [] }) => update.length)).toEqual([3, 1, 1, 1])
})

test('without a network nothing is sent a second time', async () => {
  let calls = 0
  const line = new EditLine(async () => {
    calls += 1
    throw new TypeError('Failed to fetch')
  })
  const saved = await Promise.allSettled([line.save(moves(1)), line.save(moves(2))])
  expect(saved.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toBe(1)
  await line.settle()
})
