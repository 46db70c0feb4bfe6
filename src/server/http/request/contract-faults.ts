import type * as z from 'zod/mini'
// These two by themselves: `z.core` and `z.locales` would bring the words of all fifty languages.
import { util } from 'zod/v4/core'
import zodsEnglish from 'zod/v4/locales/en.js'
import { english } from '../../../shared/words/message.ts'

/**
 * Messages for faults that a contract has no words of its own for. Programs cause them rather than people. The words
 * are zod's. They depend on the contracts and on the kinds of values that there are, so that there are few of them.
 */

const { parsedType, stringifyPrimitive, joinValues } = util
/** Zod's words for all other faults. */
const { localeError: zodsWords } = zodsEnglish()

type Issue = z.core.$ZodRawIssue

const kindOf = (value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : parsedType(value)

const words: { [C in Issue['code']]?: (issue: Extract<Issue, { code: C }>) => string | undefined } = {
  invalid_type: ({ expected, input }) =>
    english('Invalid input: expected {expected}, received {received}', { expected, received: kindOf(input) }),
  invalid_value: ({ values: [first, ...more] }) =>
    more.length === 0
      ? english('Invalid input: expected {value}', { value: stringifyPrimitive(first) })
      : english('Invalid option: expected one of {values}', { values: joinValues([first, ...more], '|') }),
  too_big({ origin, maximum, inclusive }) {
    const limit = { limit: `${inclusive ? '<=' : '<'}${maximum}` }
    if (origin === 'string') return english('Too big: expected string to have {limit} characters', limit)
    if (origin === 'array') return english('Too big: expected array to have {limit} items', limit)
    return english('Too big: expected {type} to be {limit}', { type: origin, ...limit })
  },
  too_small({ origin, minimum, inclusive }) {
    const limit = { limit: `${inclusive ? '>=' : '>'}${minimum}` }
    if (origin === 'string') return english('Too small: expected string to have {limit} characters', limit)
    if (origin === 'array') return english('Too small: expected array to have {limit} items', limit)
    return english('Too small: expected {type} to be {limit}', { type: origin, ...limit })
  },
  invalid_format({ format, pattern }) {
    if (format === 'uuid') return english('Invalid UUID')
    return format === 'regex'
      ? english('Invalid string: must match pattern {pattern}', { pattern: pattern ?? '' })
      : undefined
  },
}

/** The message of a fault, in English. */
export const describeContractFault: z.core.$ZodErrorMap = (issue) => {
  const inWords = words[issue.code as keyof typeof words] as ((issue: Issue) => string | undefined) | undefined
  return inWords?.(issue) ?? zodsWords(issue) ?? english('Invalid input')
}
