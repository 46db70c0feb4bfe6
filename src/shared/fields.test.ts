import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../test/support/processor-time.ts'
import { email, personName, requiredText, username } from './fields.ts'
import { NewReminder } from './reminders.ts'
import { usernameBase } from './usernames.ts'

/** Texts that look like nothing, and names that look like others. */

const passes = (schema: ReturnType<typeof requiredText>, value: string) => schema.safeParse(value).success
const codesOf = (values: string[]) => values.map((value) => [...value].map((sign) => sign.codePointAt(0)?.toString(16)))
const label = requiredText(100, 'Missing')
const name = personName('Missing')

/**
 * Hangul fillers, Khmer vowels, joiners, selectors, a blank of Braille, marks without a letter, and other invisible
 * ones.
 */
const blanks = [
  ...['', ' ', '\u00a0', '\u3000', '\u2003', '\u3164', '\u115f', '\u1160', '\uffa0', '\u17b4', '\u17b5', '\u034f'],
  ...['\u2800', '\u180b', '\u180f', '\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u2060', '\u2064', '\ufeff'],
  ...['\ufe0f', '\u{e0001}', '\u{e0100}', '\u{1d159}', '\u{1d173}', '\u0301', '\u0007', '\u202e'],
  ...['\u3164\u3164', ' \u034f \u2800 ', '\u200d\ufe0f'],
]
const words = [
  'Zoë',
  'Nguyễn',
  '王',
  'محمد',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d🍳',
  '❤\ufe0f',
  '한글',
  '1',
  '?',
  '–',
]

describe('a text that must be there', () => {
  test('has something to see', () => {
    expect(codesOf(blanks.filter((value) => passes(label, value)))).toEqual([])
    expect(words.filter((value) => !passes(label, value))).toEqual([])
  })

  test('is said to be missing once', () => {
    for (const value of ['', '\u3164'])
      expect(label.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['Missing'])
  })
})

describe('a name', () => {
  test('has something to see', () => {
    expect(codesOf(blanks.filter((value) => passes(name, value)))).toEqual([])
    expect(words.filter((value) => !passes(name, value))).toEqual([])
  })

  test('has nothing by which it looks like another', () => {
    const hidden = [
      ...[
        '\u3164',
        '\u115f',
        '\u1160',
        '\uffa0',
        '\u17b4',
        '\u17b5',
        '\u034f',
        '\u2800',
        '\u180b',
        '\u180f',
        '\u{1d159}',
      ],
      ...['\u{1d173}', '\u200b', '\u00ad', '\ufeff', '\u2064', '\u{e0100}'],
    ]
    expect(codesOf(hidden.filter((sign) => passes(name, `An${sign}na`)))).toEqual([])
  })
})

test('a name and an e-mail address hold no line break, and so no further header of an e-mail', () => {
  for (const line of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
    expect(passes(name, `Ana${line}Bcc: b@evil.example`), JSON.stringify(line)).toBe(false)
    expect(email.safeParse(`a@hotel.example${line}Bcc: b@evil.example`).success, JSON.stringify(line)).toBe(false)
  }
})

test('a text of a million characters is too long, and nothing else of it is looked at', () => {
  const reminder = { title: 'Towels', nextRun: '2026-11-28T09:00:00.000Z', cronRule: `* * * * ${'1,'.repeat(500_000)}` }
  const issues: unknown[] = []
  const time = processorTimeOf(() => issues.push(...(NewReminder.safeParse(reminder).error?.issues ?? [])))
  expect(issues).toEqual([expect.objectContaining({ path: ['cronRule'], code: 'too_big' })])
  expect(time).toBeLessThan(120)
})

describe('a user name', () => {
  test('is never an e-mail address, and no address is a user name', () => {
    const signs = [...'aZ09._-@ +é\u0130\u212a\uff20']
    const pick = (random: () => number) => signs[Math.floor(random() * signs.length)] ?? ''
    // A linear congruential generator: the same texts at each run.
    let state = 42
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state / 2 ** 31
    }
    const tails = ['', '@hotel.example', '@b.co']
    for (let round = 0; round < 20_000; round += 1) {
      const head = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(random)).join('')
      const text = head + (tails[Math.floor(random() * tails.length)] ?? '')
      const [isName, isAddress] = [username.safeParse(text), email.safeParse(text)]
      expect(isName.success && isAddress.success, text).toBe(false)
      if (isName.success) expect(isName.data).toMatch(/^[a-z0-9._-]{3,40}$/)
      if (isAddress.success) expect(isAddress.data).toContain('@')
    }
  })

  test.each([
    ['Rosa', 'Díaz', 'rosa.diaz'],
    ['Jean-Luc', 'O’Brien', 'jean-luc.obrien'],
    ['Łukasz', 'Żak', 'lukasz.zak'],
    ['Юлія', 'Шевченко', 'iuliia.shevchenko'],
    ['محمد', 'علي', 'mhmd.aly'],
    ['İbrahim', 'Işık', 'ibrahim.isik'],
    ['Bo', '', 'person'],
    ['李', '娜', 'person'],
    ['Room', '12', 'room'],
    ['A'.repeat(100), 'B'.repeat(100), 'a'.repeat(34)],
  ])('is made of %s %s', (firstName, lastName, made) => {
    expect(usernameBase({ firstName, lastName })).toBe(made)
    expect(username.safeParse(made).success).toBe(true)
  })
})
