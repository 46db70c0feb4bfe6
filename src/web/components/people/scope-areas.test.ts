import { expect, test } from 'vitest'
import { scopes } from '../../../shared/token-scopes.ts'
import { areas, presets, touchedBy } from './scope-areas.ts'

test('every scope stands in one area', () => {
  expect(areas.flatMap(({ read, change }) => [...read, ...change]).sort()).toEqual([...scopes].sort())
})

test('what is only read changes nothing', () => {
  expect(touchedBy(presets['read-all'].scopes).filter(({ changes }) => changes)).toEqual([])
  expect(touchedBy(['task:report']).map(({ label }) => label.id)).toEqual(['Problems and places'])
})
