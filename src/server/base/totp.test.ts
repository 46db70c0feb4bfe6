import { expect, test } from 'vitest'
import { base32Of, bytesOfBase32, codeOf, stepAt, stepOfCode } from './totp.ts'

/** The secret of the RFC's vectors for SHA-1. */
const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1000), 8)).toBe(code)
  expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code.slice(2))
})

test('a code counts in its half minute, in the one before and in the one after', () => {
  const at = 1_111_111_111_000
  const own = stepAt(at)
  for (const [step, found] of [
    [own - 2, null],
    [own - 1, own - 1],
    [own, own],
    [own + 1, own + 1],
    [own + 2, null],
  ] as const)
    expect(stepOfCode(secret, codeOf(secret, step), at)).toBe(found)
})

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %s in base32', (plain, encoded) => {
  expect(base32Of(Buffer.from(plain))).toBe(encoded)
  expect(bytesOfBase32(encoded).toString()).toBe(plain)
})

test('another letter is no base32', () => {
  expect(() => bytesOfBase32('A1')).toThrow('This is not base32')
})
