import { expect, test } from 'vitest'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { cellsOf, placeAfter, shiftsByRow, shiftsOn } from './grid-cells.ts'
import { OwnVersions, undoOf, withSaved } from './plan-edits.ts'

const shift = (id: number, userId: string | null, date: string, start = '06:00') =>
  ({ id, userId, date, start, end: '14:00', startTime: `${date}T${start}:00.000Z`, plan: null }) as RosterShift

test.each([
  [{ key: 'ArrowDown' }, [5, 2], [6, 2]],
  [{ key: 'ArrowUp' }, [0, 2], undefined],
  [{ key: 'ArrowRight' }, [5, 7], undefined],
  [{ key: 'PageDown' }, [5, 2], [15, 2]],
  [{ key: 'PageDown' }, [495, 2], [499, 2]],
  [{ key: 'Home' }, [5, 2], [5, 0]],
  [{ key: 'End' }, [5, 2], [5, 7]],
  [{ key: 'Home', ctrlKey: true }, [5, 2], [0, 0]],
  [{ key: 'End', metaKey: true }, [5, 2], [499, 7]],
  // These keys are for shifts.
  [{ key: 'ArrowRight', altKey: true }, [5, 2], undefined],
  [{ key: 'ArrowRight', ctrlKey: true }, [5, 2], undefined],
  [{ key: 'n' }, [5, 2], undefined],
] as const)('%j leads from %j to %j', (press, [row, column], expected) => {
  const next = placeAfter(press, { row, column }, { rows: 500, columns: 8 }, false)
  expect(next && [next.row, next.column]).toEqual(expected)
})

test('arrows follow the direction of the page', () =>
  expect(placeAfter({ key: 'ArrowLeft' }, { row: 0, column: 1 }, { rows: 5, columns: 8 }, true)?.column).toBe(2))

test('a row with the same shifts keeps its cells, and others get new ones', () => {
  const [one, late, other, open] = [
    shift(1, 'ana', '2026-12-07'),
    shift(2, 'ana', '2026-12-07', '02:00'),
    shift(3, 'ben', '2026-12-08'),
    shift(4, null, '2026-12-08'),
  ] as [RosterShift, RosterShift, RosterShift, RosterShift]
  const before = shiftsByRow([one, late, other, open])
  expect(shiftsOn(cellsOf(before, 'ana'), '2026-12-07').map(({ id }) => id)).toEqual([2, 1])
  const after = shiftsByRow([one, late, { ...other, end: '15:00' }, open], before)
  expect(cellsOf(after, 'ana')).toBe(cellsOf(before, 'ana'))
  expect(cellsOf(after, null)).toBe(cellsOf(before, null))
  expect(cellsOf(after, 'ben')).not.toBe(cellsOf(before, 'ben'))
  expect(cellsOf(after, 'xi').size).toBe(0)
})

test('saved shifts are shown before the roster is read again, and undone by their former values', () => {
  const [known, made] = [shift(1, 'ana', '2026-12-07'), shift(9, 'ben', '2026-12-07')]
  const saved = [made, { ...known, start: '07:00' }]
  const roster = withSaved({ shifts: [known], people: [], changes: null }, saved)
  expect(roster.shifts.map(({ id, start }) => [id, start])).toEqual([
    [1, '07:00'],
    [9, '06:00'],
  ])
  const edit = {
    create: [{ departmentId: 1, date: '2026-12-07', start: '06:00', end: '14:00' }],
    update: [{ id: 1, start: '07:00' }],
  }
  expect(undoOf(edit, [known], saved)).toMatchObject({ remove: [{ id: 9 }], update: [{ id: 1, start: '06:00' }] })
})

test('an edit of one’s own version before it was read is no conflict, and an edit of another version stays one', () => {
  const version = (updatedAt: string, end: string) =>
    ({ ...shift(1, 'ana', '2026-12-07'), end, plan: { updatedAt } }) as RosterShift
  const [read, first, second] = [version('t1', '14:00'), version('t2', '14:15'), version('t4', '14:30')]
  const own = new OwnVersions()
  own.note(read, first)
  const edited = (updatedAt: string) =>
    own.follow({ update: [{ id: 1, end: '15:00', updatedAt }] }).update?.[0]?.updatedAt
  expect(edited('t1')).toBe('t2')
  expect(own.newest(read).end).toBe('14:15')
  // A colleague has saved t3, which the page has read.
  own.note(version('t3', '13:00'), second)
  expect([edited('t1'), edited('t2'), edited('t3'), edited('t5')]).toEqual(['t2', 't2', 't4', 't5'])
  expect(own.newest(version('t5', '16:00')).end).toBe('16:00')
  // A late reply shows no version older than the page's own.
  const endsIn = (reply: RosterShift) => own.over({ shifts: [reply], people: [], changes: null }).shifts[0]?.end
  expect([endsIn(read), endsIn(version('t5', '16:00'))]).toEqual(['14:30', '16:00'])
})
