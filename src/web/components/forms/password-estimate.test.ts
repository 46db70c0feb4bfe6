import { expect, test } from 'vitest'
import { strengthOf } from './password-estimate.ts'

test.each([
  ['', 'Weak'],
  ['123456', 'Weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'Weak'],
  ['qwertyuiopasdfghjkl', 'Weak'],
  ['Password1!', 'Weak'],
  ['hotel2026', 'Weak'],
  ['Cavalcanti-1984', 'Weak'],
  ['green-Lamp7', 'Fair'],
  ['inescavalcanti', 'Weak'],
  ['muster-demo', 'Weak'],
  ['correct horse', 'Fair'],
  ['k7mp-x3qd-h9wt', 'Strong'],
  ['a long passphrase of words', 'Strong'],
])('%j is judged as %s', (password, strength) => {
  expect(strengthOf(password, ['ines.cavalcanti@hotel.example', 'Inês', 'Cavalcanti'])).toBe(strength)
})
