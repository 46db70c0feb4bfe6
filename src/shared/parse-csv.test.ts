import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'

const cells = (text: string) => parseCsv(text).map((row) => row.cells)

test.each<[why: string, text: string, rows: string[][]]>([
  ['nothing', '', []],
  [
    'plain lines',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'no end of the last line',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'old line ends',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'semicolons and a byte order mark',
    '\ufeffa;b\nc,x;d',
    [
      ['a', 'b'],
      ['c,x', 'd'],
    ],
  ],
  [
    'tabs',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'bars',
    'a|b\nc, x|d',
    [
      ['a', 'b'],
      ['c, x', 'd'],
    ],
  ],
  [
    'bars within headings in two languages',
    'a | A;b | B\nc;d',
    [
      ['a | A', 'b | B'],
      ['c', 'd'],
    ],
  ],
  [
    'quotes around everything',
    'a,b\n"c, ""x""\n2",d',
    [
      ['a', 'b'],
      ['c, "x"\n2', 'd'],
    ],
  ],
  [
    'empty cells at the ends',
    ',a,\n,,b',
    [
      ['', 'a', ''],
      ['', '', 'b'],
    ],
  ],
  [
    'empty lines',
    'a,b\n\n , \nc,d\n\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a quote that is never closed',
    'a,b\n"c,d\ne,f',
    [
      ['a', 'b'],
      ['"c', 'd'],
      ['e', 'f'],
    ],
  ],
  [
    'a quote in the middle',
    'a,b\nO"Hara,"x"y',
    [
      ['a', 'b'],
      ['O"Hara', '"x"y'],
    ],
  ],
])('reads %s', (_, text, rows) => {
  expect(cells(text)).toEqual(rows)
})

test('knows at which line each row begins', () => {
  expect(parseCsv('a,b\n"1\r\n2",x\n\nc,d').map(({ line }) => line)).toEqual([1, 2, 5])
})

test('goes through quotes that make no sense once: with the square of their number it would take hours', () => {
  const rows = ['"a\n'.repeat(130_000), '"'.repeat(399_999), `"${'a,'.repeat(200_000)}`].map((text) => parseCsv(text))
  expect(rows.map(({ length }) => length)).toEqual([130_000, 1, 1])
})
