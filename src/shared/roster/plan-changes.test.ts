import { describe, expect, test } from 'vitest'
import { changeOf, hasBegun, isLateChange, needsReason, needsYes, type ShiftCopy } from './plan-changes.ts'

const now = Date.parse('2026-12-07T08:00:00.000Z')
const copy = (changes: Partial<ShiftCopy> = {}): ShiftCopy => ({
  userId: 'uli',
  startTime: '2026-12-10T05:00:00.000Z',
  endTime: '2026-12-10T13:00:00.000Z',
  ...{ breakMinutes: 30, title: null, note: null, templateId: null },
  ...changes,
})
/** It begins in three days. The notice is four. */
const rules = { noticeHours: 96, late: 'ask' as const }
const inTime = { startTime: '2026-12-20T05:00:00.000Z', endTime: '2026-12-20T13:00:00.000Z' }

test.each([
  ['nothing', { draft: copy(), published: copy() }, null],
  ['an added shift', { draft: copy(), published: null }, 'added'],
  ['a removed shift', { draft: null, published: copy() }, 'removed'],
  ['another person', { draft: copy({ userId: 'lea' }), published: copy() }, 'changed'],
  ['nobody', { draft: copy({ userId: null }), published: copy() }, 'changed'],
  ['another end', { draft: copy({ endTime: '2026-12-10T14:00:00.000Z' }), published: copy() }, 'changed'],
  ['a note', { draft: copy({ note: 'Lobby' }), published: copy() }, 'changed'],
  ['a template', { draft: copy({ templateId: 3 }), published: copy() }, 'changed'],
] as const)('%s', (_, copies, change) => expect(changeOf(copies)).toBe(change))

describe('a change is late', () => {
  test.each([
    ['if the shift begins within the notice', { draft: copy(), published: null }, true],
    ['not after it', { draft: copy(inTime), published: null }, false],
    ['if it is moved away from a time within it', { draft: copy(inTime), published: copy() }, true],
    ['if it is removed', { draft: null, published: copy() }, true],
    ['also of an open shift', { draft: copy({ userId: null }), published: null }, true],
    ['not for words alone', { draft: copy({ title: 'Late', note: 'Lobby' }), published: copy() }, false],
  ])('%s', (_, copies, late) => {
    expect(isLateChange(copies, rules, now)).toBe(late)
    expect(needsReason(copies, rules, now)).toBe(late)
    expect(isLateChange(copies, { ...rules, late: 'allow' }, now)).toBe(false)
  })

  test('not once the shift has begun: then it is a correction, which needs a reason', () => {
    const begun = { startTime: '2026-12-07T05:00:00.000Z' }
    const copies = { draft: copy({ ...begun, endTime: '2026-12-07T14:00:00.000Z' }), published: copy(begun) }
    expect(hasBegun(copies, now)).toBe(true)
    expect([isLateChange(copies, rules, now), needsReason(copies, rules, now), needsYes(copies, rules, now)]).toEqual([
      ...[false, true, false],
    ])
    expect(needsReason(copies, { ...rules, late: 'allow' }, now)).toBe(true)
  })

  test('if one that has not begun goes to a time that has passed', () => {
    const copies = { draft: copy({ startTime: '2026-12-07T05:00:00.000Z' }), published: copy() }
    expect([hasBegun(copies, now), isLateChange(copies, rules, now), needsYes(copies, rules, now)]).toEqual([
      ...[false, true, false],
    ])
  })
})

describe('a late change needs a yes', () => {
  test.each([
    ['if it adds a shift', copy(), null, true],
    [
      'if it moves it',
      copy({ startTime: '2026-12-10T06:00:00.000Z', endTime: '2026-12-10T14:00:00.000Z' }),
      copy(),
      true,
    ],
    ['if it makes it longer', copy({ endTime: '2026-12-10T13:15:00.000Z' }), copy(), true],
    ['if it gives it to somebody else', copy({ userId: 'lea' }), copy(), true],
    ['if it takes it from the open ones', copy(), copy({ userId: null }), true],
    ['not if it makes it shorter', copy({ startTime: '2026-12-10T06:00:00.000Z' }), copy(), false],
    ['not if it removes it', null, copy(), false],
    ['not if nobody has it', copy({ userId: null }), copy(), false],
    ['not if it is in time', copy(inTime), null, false],
  ])('%s', (_, draft, published, yes) => {
    expect(needsYes({ draft, published }, rules, now)).toBe(yes)
    expect(needsYes({ draft, published }, { ...rules, late: 'tell' }, now)).toBe(false)
    expect(needsYes({ draft, published }, { ...rules, late: 'allow' }, now)).toBe(false)
  })
})
