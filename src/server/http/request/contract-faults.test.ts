import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contractMessage, translate } from '../../../shared/words/message.ts'
import { i18nFor } from '../../base/texts.ts'
import { describeContractFault } from './contract-faults.ts'

const { localeError } = z.locales.en()
const faultOf = (schema: z.ZodMiniType, value: unknown, error: z.core.$ZodErrorMap) =>
  schema.safeParse(value, { error }).error?.issues[0]?.message ?? ''

test.each<[z.ZodMiniType, unknown]>([
  [z.string(), undefined],
  [z.int(), '1'],
  [z.int(), 1.5],
  [z.number(), Number.POSITIVE_INFINITY],
  [z.array(z.string()), {}],
  [z.literal('true'), 'yes'],
  [z.enum(['a', 'b']), 'c'],
  [z.string().check(z.maxLength(2)), 'abc'],
  [z.string().check(z.minLength(2)), 'a'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b']],
  [z.array(z.string()).check(z.minLength(1)), []],
  [z.int().check(z.maximum(3)), 4],
  [z.int().check(z.positive()), 0],
  [z.int().check(z.nonnegative()), -1],
  [z.uuid(), 'x'],
  [z.string().check(z.regex(/^a$/)), 'b'],
])('a fault has the words of zod, and words in other languages: %#', (schema, value) => {
  const words = faultOf(schema, value, describeContractFault)
  expect(words).toBe(faultOf(schema, value, localeError))
  expect(translate(i18nFor('en'), contractMessage(words))).toBe(words)
  expect(translate(i18nFor('en-XA'), contractMessage(words))).toMatch(/^⟦Íñválíd|^⟦Tóó/)
})

test('any other fault has the words of zod', () => {
  const even = z.number().check(z.multipleOf(2))
  expect(faultOf(even, 3, describeContractFault)).toBe('Invalid number: must be a multiple of 2')
})
