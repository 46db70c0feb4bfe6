import { expect, test } from 'vitest'
import { csvLine } from '../../test/support/csv.ts'
import { isLongRun } from '../../test/support/long-run.ts'
import { processorTimeOf } from '../../test/support/processor-time.ts'
import { plainCell, withoutApostrophes } from './csv.ts'

const SIGNS = [...'=+-@＝＋－＠']
/** By their code points, so that this test does not share a pattern with the code under test. */
const INVISIBLE = [
  0x20, 0xa0, 0xad, 0x61c, 0x180e, 0x200b, 0x200d, 0x200f, 0x2060, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xe0020, 1,
]
const LINE_ENDS = ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
const invisible = INVISIBLE.map((code) => String.fromCodePoint(code))

/** A spreadsheet's cells of a file: cut at these separators and line ends, even within quotes if it ignores them. */
function piecesOf(text: string, separators: string, respectsQuotes: boolean) {
  const pieces = ['']
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    const isEnd = separators.includes(letter) || LINE_ENDS.includes(letter)
    if (isEnd && !(respectsQuotes && isQuoted)) pieces.push('')
    else pieces[pieces.length - 1] += letter
  }
  return pieces
}

const ignored = new Set([...invisible, ...LINE_ENDS, '"', '\t'])
const firstVisible = (piece: string) => [...piece].find((letter) => !ignored.has(letter)) ?? ''

/** Random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test('no cell begins like a formula, wherever a spreadsheet cuts the file', () => {
  const random = randomOf(18)
  const oneOf = (from: string[]) => from[Math.floor(random() * from.length)] ?? ''
  const parts = [
    SIGNS,
    SIGNS,
    invisible,
    invisible,
    LINE_ENDS,
    [',', ';', '\t'],
    ['"', '""', "'"],
    ['a', '1', 'Mozilla', ' '],
  ]
  const cell = () =>
    Array.from({ length: Math.floor(random() * 9) }, () =>
      oneOf(parts[Math.floor(random() * parts.length)] ?? []),
    ).join('')
  for (let round = 0; round < (isLongRun ? 20_000 : 2_000); round++) {
    const texts = Array.from({ length: 3 }, cell)
    for (const line of [csvLine(texts), csvLine(texts, ';')]) {
      for (const separators of [',', ';', '\t', ',;\t']) {
        for (const respectsQuotes of [true, false]) {
          const bad = piecesOf(line, separators, respectsQuotes).filter((piece) => SIGNS.includes(firstVisible(piece)))
          expect(bad, JSON.stringify(line)).toEqual([])
        }
      }
    }
  }
})

test.each([
  ["Mozilla;=1+cmd|' /C calc'!A0;x", "Mozilla;'=1+cmd|' /C calc'!A0;x"],
  ['+34 600 123 456', "'+34 600 123 456"],
  ['-5', "'-5"],
  ['\tindented', "'\tindented"],
  ['\u200b=1+1', "\u200b'=1+1"],
  ['a\t＝1', "a\t'＝1"],
  ['Buy:\n- milk\n- 2 eggs', '"Buy:\n\'- milk\n\'- 2 eggs"'],
  ['x;"=1', '"x;""\'=1"'],
  ['one, -two', '"one, \'-two"'],
])('of %j it makes %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('text that is no formula stays as it is', () => {
  for (const text of [
    'a+b = c',
    'me@hotel.example',
    'Room 12-14',
    'Tom & Jerry; Anna',
    "it's",
    'Évora – São Brás',
    '9:00-17:00',
    '=)'.slice(1),
  ]) {
    expect(csvLine([text])).toBe(`${text}\r\n`)
  }
})

test('the apostrophes of a file can be removed', () => {
  for (const text of ['+34 600', 'Mozilla;=1', '\u200b=1', '\tx', '- a\n- b', "O'Hara", "'quoted'", 'x;"=1']) {
    const cell = csvLine([text]).slice(0, -2)
    const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(withoutApostrophes(read)).toBe(text)
  }
})

test('between semicolons a text stays in one cell, also where commas and tabs divide too', () => {
  const line = csvLine(['Tom, Jerry', 'a;b', 'a\tb', 'a "b"', 'a b'], ';')
  expect(line).toBe('"Tom, Jerry";"a;b";"a\tb";"a ""b""";a b\r\n')
  expect(piecesOf(line.trimEnd(), ',;\t', true)).toHaveLength(5)
})

test('a number never has an apostrophe', () => {
  expect(plainCell('-0.50', ',')).toBe('-0.50')
  expect(plainCell('-0,50', ';')).toBe('"-0,50"')
})

test('a long cell of nothing but separators takes little time', () => {
  const cells = [';\t '.repeat(200_000), `${'\u200b'.repeat(500_000)}x`, ';='.repeat(200_000)]
  expect(processorTimeOf(() => csvLine(cells))).toBeLessThan(2_000)
})
