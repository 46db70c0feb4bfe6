import { describe, expect, test } from 'vitest'
import { hitsIn, queryOf, vectorOf, wordsOf } from './words.ts'

describe('a vector', () => {
  test.each([
    ['The Lint filter, the', `'the':1,4 'lint':2 'filter':3`],
    ['東京都 B12', `'東京':1 '京都':2 '都':3 'b12':4`],
    ['東\n京、都', `'東京':1 '京':2 '都':3`],
    ['수건을', `'수건':1 '건을':2 '을':3`],
    ['ผ้า', `'ผา':1 'า':2`],
    ["it's; <-> \\ 'x':*", `'it':1 's':2 'x':3`],
    ['?!', ''],
    ['Öl für Müller', `'ol':1 'oel':1 'fur':2 'fuer':2 'muller':3 'mueller':3`],
    ["п’ять п'єс", `'пять':1 'пес':2`],
    ['مَسْبَح، الغرفـــة ٣', `'مسبح':1 'الغرفه':2 '3':3`],
  ])('of %j is %s', (text, vector) => {
    expect(vectorOf(text)).toBe(vector)
  })

  test('of a word without end is cut between characters', () => {
    const [word] = wordsOf(`x${'𝒳'.repeat(60)}${'\u{10900}'.repeat(80)}`)
    const characters = Array.from(word?.text ?? '')
    expect(characters).toHaveLength(100)
    expect(characters.at(-1)).toBe('\u{10900}')
  })
})

test.each([
  ['lint Filter lint', `'lint':* & 'filter':*`],
  ['東京都 b12', `('東京' <-> '京都') & 'b12':*`],
  ['東', `'東':*`],
  ['Müller mueller', `('muller':* | 'mueller':*) & 'mueller':*`],
  ["l'öl", `'l':* & ('ol':* | 'oel':*)`],
])('a search for %j asks for %s', (q, query) => {
  expect(queryOf(wordsOf(q))).toBe(query)
})

test.each([
  ['The Lint filter', 'lint', ['Lint']],
  ['新しい東京 都庁', '東京都 京都', ['東京 都']],
  ['ガスとカス', 'ガス', ['ガス', 'カス']],
  ['𠮷野家と𠮷野', '野家', ['野家']],
  ['㈱東京', '東', ['東']],
  ['Herr Müller, Frau Mueller', 'mueller', ['Müller', 'Mueller']],
  ['Herr Müller, Frau Mueller', 'müll', ['Müller', 'Mueller']],
  ['Herr Müller, Frau Mueller', 'mull', ['Müller']],
  ['Рівно пʼять п’ятниць, п', 'пять', ['пʼять']],
  ['Рівно пʼять п’ятниць', "п'ят", ['пʼять', 'п’ятниць']],
  ['dell’hotel', 'hotel', ['hotel']],
  ['أُخِذَتْ المفاتيحُ إلى الغُرفة', 'الغرفه اخذت', ['أُخِذَتْ', 'الغُرفة']],
])('in %j a search for %j marks %j', (text, q, marked) => {
  expect(hitsIn(text, wordsOf(q)).map(({ begin, end }) => text.slice(begin, end))).toEqual(marked)
})
