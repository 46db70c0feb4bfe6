import { expect, test } from 'vitest'
import { isEasyPin, pin } from './pin.ts'

test.each(['000000', '123456', '654321', '012345', '975319', '121212', '112211', '123123', '112233', '890123'])(
  '%s is too easy',
  (digits) => expect(isEasyPin(digits)).toBe(true),
)

test.each(['417283', '902817', '100982', '123457'])('%s is not', (digits) => expect(isEasyPin(digits)).toBe(false))

test('a PIN has six digits, and nothing else', () => {
  expect(pin.safeParse('417283').success).toBe(true)
  for (const wrong of ['41728', '4172833', '41728a', '٤١٧٢٨٣', ' 417283', '417283\n', ''])
    expect(pin.safeParse(wrong).success).toBe(false)
})
