import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test.each([
  ['See https://hotel.example/menu.', 'https://hotel.example/menu'],
  ['https://de.example/wiki/Muster_(Begriff)', 'https://de.example/wiki/Muster_(Begriff)'],
  ['(see https://de.example/wiki/Muster_(Begriff))', 'https://de.example/wiki/Muster_(Begriff)'],
  ['(https://hotel.example/menu)', 'https://hotel.example/menu'],
  ['“https://hotel.example/menu”', 'https://hotel.example/menu'],
  ['„https://hotel.example/menu“', 'https://hotel.example/menu'],
  ['«https://hotel.example/menu»', 'https://hotel.example/menu'],
  ['‘https://hotel.example/menu’, please', 'https://hotel.example/menu'],
  ["'https://hotel.example/menu'", 'https://hotel.example/menu'],
  ['https://hotel.example/?q=[a]', 'https://hotel.example/?q=[a]'],
  ['https://hotel.example/it’s', 'https://hotel.example/it’s'],
])('the address in %j', (text, address) => {
  expect(addressesIn(text)).toEqual([{ address, index: text.indexOf('http') }])
})

test.each(['javascript:alert(1)', 'data:text/html,<script>', 'vbscript:x', 'file:///etc/passwd', '//evil.example'])(
  'no link of %s',
  (text) => expect(addressesIn(`see ${text} there`)).toEqual([]),
)

test('no address without a name', () => expect(addressesIn('https://) or http://.')).toEqual([]))
