import { expect, test } from 'vitest'
import type { BusMessage } from '../../db/events/bus.ts'
import { rememberTaskJson } from './remembered-json.ts'

function remember(size: number) {
  const listeners: ((messages: BusMessage[]) => void)[] = []
  const held = rememberTaskJson({ subscribe: (listener) => void listeners.push(listener) }, size)
  return { held, tell: (message: BusMessage) => listeners[0]?.([message]) }
}

test('holds what is asked for again, and drops the rest', () => {
  const { held } = remember(10_000)
  held.keep('1 100', '{"id":1}')
  for (let id = 2; id < 200; id += 1) {
    held.keep(`${id} 100`, `{"id":${id}}`)
    expect(held.get('1 100')?.toString()).toBe('{"id":1}')
  }
  const versions = Array.from({ length: 200 }, (_, id) => `${id} 100`)
  const kept = versions.filter((version) => held.get(version))
  expect(kept.length).toBeLessThan(2 * (10_000 / 400) + 1)
  expect(held.get('1 101')).toBeUndefined()
})

test('JSON that is kept twice takes no place from others', () => {
  const { held } = remember(10_000)
  held.keep('1 100', '{"id":1}')
  for (let time = 0; time < 1_000; time += 1) held.keep('2 100', '{"id":2,"title":"Wäsche"}')
  expect(held.get('1 100')?.toString()).toBe('{"id":1}')
  expect(held.get('2 100')?.toString()).toBe('{"id":2,"title":"Wäsche"}')
})

test('forgets all when the connection of the bus was away', () => {
  const { held, tell } = remember(10_000)
  held.keep('1 100', '{"id":1}')
  tell({ type: 'progress', userId: '1', tab: '1', progress: { done: 1, total: 2 } })
  expect(held.get('1 100')).toBeDefined()
  tell({ type: 'wake' })
  expect(held.get('1 100')).toBeUndefined()
})
