import { expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/support/processor-time.ts'
import { mailboxOf } from './seen-text.ts'

test.each([
  ['ada@hotel.example', { name: '', email: 'ada@hotel.example' }],
  ['Ada Lovelace <ada@hotel.example>;', { name: 'Ada Lovelace', email: 'ada@hotel.example' }],
  ['ada@hotel.example;,;', { name: '', email: 'ada@hotel.example' }],
  ['a;b,@hotel.example,', { name: '', email: 'a;b,@hotel.example' }],
])('the mailbox of %s', (cell, mailbox) => {
  expect(mailboxOf(cell)).toEqual(mailbox)
})

// A file of people may have a cell of 400,000 characters.
test.each([';', ',', '<', '>', '<a', 'a>', ' <a>', '"', '?body=', 'mailto:', '; ,.', '@', 'a '])(
  'a cell of nothing but %s takes no time that grows with the square of its length',
  (part) => {
    const cell = `${part.repeat(100_000)}x`
    expect(processorTimeOf(() => mailboxOf(cell))).toBeLessThan(200)
  },
)
