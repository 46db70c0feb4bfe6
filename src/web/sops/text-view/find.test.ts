import { expect, test } from 'vitest'
import type { SopTextPage } from '../../../shared/sops.ts'
import { findMatches } from './find.ts'

const pageOf = (page: number, ...texts: string[]): SopTextPage => ({
  page,
  blocks: texts.map((text) => ({ kind: 'paragraph', text })),
})

/** The marked parts of a text. */
function marked(text: string, ...words: string[]) {
  const [matches] = findMatches([pageOf(1, text)], words).pages.values()
  return matches?.get(0)?.map(({ begin, end }) => text.slice(begin, end)) ?? []
}

test.each([
  ['The Towels and towels', 'towel', ['Towel', 'towel']],
  ['Ask Herrn Müller', 'muller', ['Müller']],
  ['Ask Herrn Müller', 'mueller', ['Müller']],
  ['Ask Herrn Mu\u0308ller twice', 'müller', ['Mu\u0308ller']],
  ['Straße', 'strasse', ['Straße']],
  ['The of\ufb01ce', 'office', ['of\ufb01ce']],
  ['Sheets\t120', 'sheets 120', ['Sheets\t120']],
  ['pool  filter', ' Pool filter ', ['pool  filter']],
  ["з'їзд", 'зїзд', ["з'їзд"]],
  ['المنشَفة', 'المنشفه', ['المنشَفة']],
  ['客室のタオルを', 'タオル', ['タオル']],
  ['😀 towel', 'towel', ['towel']],
  ['towels', 'owe', ['owe']],
  ['towels', ' ', []],
  ['towels', 'sheets', []],
])('in %j, %j marks %j', (text, words, expected) => {
  expect(marked(text, words)).toEqual(expected)
})

test('several words are each marked, and matches are numbered through the pages', () => {
  expect(marked('The filter of the dryer', 'dry', 'filter')).toEqual(['filter', 'dry'])
  const found = findMatches([pageOf(1, 'Lint', 'no'), pageOf(4, 'no', 'lint lint')], ['lint'])
  expect(found.total).toBe(3)
  expect(found.pageOf).toEqual([1, 4, 4])
  expect(
    found.pages
      .get(4)
      ?.get(1)
      ?.map(({ at }) => at),
  ).toEqual([1, 2])
})

test('there is an end to the matches', () => {
  expect(findMatches([pageOf(1, 'e'.repeat(1_500)), pageOf(2, 'e'.repeat(1_500))], ['e']).total).toBe(2_000)
})
