import { expect, test } from 'vitest'
import { processorTimeOf } from '../../../../test/support/processor-time.ts'
import { safeFileName } from './file-name.ts'

test.each([
  ['towels.pdf', 'towels.pdf'],
  ['C:\\rooms\\ . towels. .pdf', 'towels.pdf'],
  ['towels. . ', 'towels.pdf'],
  ['. .', 'document.pdf'],
  ['a. .b', 'a. .b.pdf'],
])('the name of %s', (sent, name) => {
  expect(safeFileName(sent)).toBe(name)
})

test.each(['.', '. ', '"', '%22', '/', '\u202e'])('a long name of nothing but %s costs little', (part) => {
  const name = `x${part.repeat(20_000)}x`
  expect(processorTimeOf(() => safeFileName(name))).toBeLessThan(100)
})
