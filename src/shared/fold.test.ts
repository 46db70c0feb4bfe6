import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['Ångström', 'angstrom'],
  ['A\u030angstro\u0308m', 'angstrom'],
  ['CRÈME BRÛLÉE', 'creme brulee'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ærø, Łódź, Đà Nẵng', 'aero, lodz, da nang'],
  ['İstanbul ve Iğdır', 'istanbul ve igdir'],
  ['ΟΔΌΣ οδός', 'οδοσ οδοσ'],
  ['ﬁnal № ℡ ㎒ ᴬ', 'final no tel mhz a'],
  ['한국', '한국'.normalize('NFKD')],
  ['🧹 50%', '🧹 50%'],
  ['', ''],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(folded)).toBe(folded)
})

test('every letter that is folded stays as it is when folded again', () => {
  for (let code = 0; code < 0x2_00_00; code += 1) {
    const letter = String.fromCodePoint(code)
    const once = fold(letter)
    if (fold(once) !== once) expect.fail(`U+${code.toString(16)} folds to ${once}, and that to ${fold(once)}`)
  }
})
