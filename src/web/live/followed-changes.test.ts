import { describe, expect, test } from 'vitest'
import type { ChangeWithRow } from '../../shared/changes.ts'
import { FollowedChanges } from './followed-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const change = (position: number, fields: Partial<ChangeWithRow> = {}): ChangeWithRow => ({
  ...{ resource: 'tasks', id: 1, position, floor: 10, row: null },
  ...fields,
})
const following = () => {
  const followed = new FollowedChanges()
  followed.notePosition(10, 'log')
  return followed
}

describe('what a page has received', () => {
  test('is told to the server when the page returns: up to where everything has come', () => {
    const followed = following()
    followed.receive(change(13))
    expect(followed.resumeFrom()).toEqual({ epoch: 'log', position: 10 })
    followed.receive(change(12, { floor: 11 }))
    expect(followed.resumeFrom()).toEqual({ epoch: 'log', position: 11 })
    followed.notePosition(9)
    expect(followed.resumeFrom()).toEqual({ epoch: 'log', position: 11 })
    followed.notePosition(3, 'restored')
    expect(followed.resumeFrom()).toEqual({ epoch: 'restored', position: 3 })
  })

  test('comes once', () => {
    const followed = following()
    expect([13, 12, 13, 9].map((position) => followed.receive(change(position)))).toEqual([true, true, false, false])
    followed.notePosition(13)
    expect(followed.receive(change(12))).toBe(false)
  })

  test('and came while a reply was on its way is worked into it', () => {
    const followed = following()
    followed.receive(change(11))
    const asked = performance.now()
    const [own, bulk, other] = [change(12), change(13, { id: null }), change(14, { resource: 'sops' })]
    for (const each of [own, bulk, other]) followed.receive(each)
    expect(followed.since(asked, ['tasks'])).toEqual([own, bulk])
    followed.noteLost()
    expect(followed.since(asked, ['tasks'])).toBe(READ_AGAIN)
    expect(followed.since(performance.now(), ['tasks'])).toEqual([])
  })

  test('and is no longer remembered makes a reply on its way read again', () => {
    const followed = following()
    const asked = performance.now()
    for (let position = 11; position < 2_100; position += 1) followed.receive(change(position))
    expect(followed.since(asked, ['tasks'])).toBe(READ_AGAIN)
  })
})

test('a change without its row, or of what no page follows, is read again', () => {
  const followed = following()
  const reply = { endpoint: undefined, reply: {}, query: {}, snapshot: undefined }
  expect(followed.apply(reply, change(11))).toBe(READ_AGAIN)
  expect(followed.apply(reply, { resource: 'tasks', id: null })).toBe(READ_AGAIN)
})
