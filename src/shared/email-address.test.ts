import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { asciiEmail } from './email-address.ts'
import { email } from './fields.ts'

test.each([
  ['a@münchen.example', 'a@xn--mnchen-3ya.example'],
  ['A.b@MÜNCHEN.Example', 'A.b@xn--mnchen-3ya.example'],
  // A letter with a combining accent is the same letter.
  ['a@mu\u0308nchen.example', 'a@xn--mnchen-3ya.example'],
  ['чай@почта.рф', 'чай@xn--80a1acny.xn--p1ai'],
  ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@ｈｏｔｅｌ.example', 'a@hotel.example'],
  // These are returned unchanged.
  ['a@Hotel.example', 'a@Hotel.example'],
  ['a@xn--mnchen-3ya.example', 'a@xn--mnchen-3ya.example'],
  ['münchen.example', 'münchen.example'],
  ['a@mün chen.example', 'a@mün chen.example'],
  ['a@münchen.example/b', 'a@münchen.example/b'],
  ['a@münchen.example:80', 'a@münchen.example:80'],
  ['a@xn--ü.example', 'a@xn--ü.example'],
  [`a@${'ü'.repeat(300)}.example`, `a@${'ü'.repeat(300)}.example`],
])('%s in ASCII is %s', (address, ascii) => {
  expect(asciiEmail(address)).toBe(ascii)
})

test('Node has the same name for every domain', () => {
  for (const domain of ['münchen.example', 'straße.example', '日本語.jp', 'δοκιμή.gr', 'مثال.example'])
    expect(asciiEmail(`a@${domain}`)).toBe(`a@${domainToASCII(domain)}`)
})

test.each([
  ['  a@münchen.example\n', 'a@xn--mnchen-3ya.example'],
  ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  ['Ann@Hotel.example', 'Ann@Hotel.example'],
])('the contract takes %j as %s', (address, ascii) => {
  expect(email.parse(address)).toBe(ascii)
})

test.each([
  'чай@почта.рф',
  'a@münchen',
  'a@１.２.３.４',
  'a@ü..example',
  'a@-ü.example/',
  'a@hotel.xn--',
  // Longer than an address may be once it is in ASCII.
  `${'a'.repeat(220)}@${'ü'.repeat(25)}.example`,
])('the contract refuses %s', (address) => {
  expect(email.safeParse(address).success).toBe(false)
})
