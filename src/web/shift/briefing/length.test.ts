import { expect, test } from 'vitest'
import type { Section } from '../../../shared/briefing.ts'
import { MAX_SECONDS, secondsOf, unfolded } from './length.ts'

const tasks = (kind: 'overdue' | 'due_today' | 'routines_now', count: number, words: number) =>
  ({
    kind,
    items: Array.from({ length: count }, (_, id) => ({ id, title: 'towels '.repeat(words) })),
    more: 0,
  }) as unknown as Section

test('what fits into two minutes comes unfolded, from the first section on', () => {
  const sections = [tasks('overdue', 5, 30), tasks('routines_now', 5, 4), tasks('due_today', 5, 40)]
  expect(unfolded(sections)).toEqual(['overdue', 'routines_now'])
  const seconds = sections.slice(0, 2).reduce((sum, section) => sum + secondsOf(section), 0)
  expect(seconds).toBeLessThanOrEqual(MAX_SECONDS)
})

test('the first section is always open, however long it is', () => {
  expect(unfolded([tasks('overdue', 5, 200), tasks('due_today', 1, 1)])).toEqual(['overdue'])
})
