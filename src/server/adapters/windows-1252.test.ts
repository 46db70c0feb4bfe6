import { expect, test } from 'vitest'
import { windows1252 } from './windows-1252.ts'

test('ASCII and Latin-1 keep their codes', () => {
  const codes = Array.from({ length: 256 }, (_, code) => code).filter((code) => code < 0x80 || code >= 0xa0)
  expect([...windows1252(String.fromCodePoint(...codes))]).toEqual(codes)
})

test('the signs between have the codes of Windows', () => {
  const signs = '\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d'
  expect([...windows1252(signs)]).toEqual([
    0x80,
    ...[0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c],
    0x8e,
  ])
  const others = '\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178'
  const codes = [0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f]
  expect([...windows1252(others)]).toEqual(codes)
})

test('other letters lose their accents, and other signs become question marks', () => {
  const ascii = (text: string) => Buffer.from(windows1252(text)).toString('latin1')
  expect(ascii('Mari\u0107 \u0141ukasz \u674e \u{1f600}!')).toBe('Maric ?ukasz ? ?!')
  // Composed, however it was typed.
  expect([...windows1252('u\u0308')]).toEqual([0xfc])
})
