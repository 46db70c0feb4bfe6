import { compileMessage } from '@lingui/message-utils/compileMessage'

/**
 * A word that is counted has several forms: two in English, four in Polish, six in Arabic. So a number that stands
 * before a word is written with `plural`: `{count, plural, one {# task} other {# tasks}}`.
 */

/** Words after a number that need no forms, each with the reason. */
const UNCOUNTED = new Set([
  // The word that is counted comes later: "3 of 5 tasks". It has its forms there.
  ...['of', 'more'],
  // From one number to another: "between 1 and 12".
  ...['to', 'and', 'through'],
  // Abbreviated units.
  ...['min', 'h', 's', 'KB', 'MB'],
])

/**
 * The names of the values that are numbers. A name has one meaning in all texts: if one text counts with it, it is a
 * number in all.
 * @param {Iterable<string>} texts
 */
export function numbersIn(texts) {
  /** @type {Set<string>} */
  const names = new Set()
  for (const text of texts)
    eachValue(compileMessage(text), ([name, format]) => {
      if (format === 'plural' || format === 'number') names.add(name)
    })
  names.delete('#')
  return names
}

/**
 * The numbers that a text puts before a word without the word's forms: `max` of "At most {max} days".
 * @param {string} text
 * @param {Set<string>} numbers the names of the values that are numbers
 */
export function numbersWithoutPlural(text, numbers) {
  /** @type {string[]} */
  const found = []
  eachValue(compileMessage(text), ([name, format], after) => {
    if (format === 'plural' || !numbers.has(name) || typeof after !== 'string') return
    const [, word] = after.match(/^(?:<\/?\d+\/?>|[\s+])*(\p{L}+)/u) ?? []
    if (word && !UNCOUNTED.has(word)) found.push(name)
  })
  return [...new Set(found)]
}

/**
 * Calls back for each value of a compiled message, with the text after it.
 * @param {unknown} tokens
 * @param {(value: [name: string, format?: string], after: unknown) => void} callBack
 */
function eachValue(tokens, callBack) {
  if (!Array.isArray(tokens)) return
  for (const [at, token] of tokens.entries()) {
    if (!Array.isArray(token)) continue
    callBack([token[0], token[1]], tokens[at + 1])
    if (typeof token[2] === 'object' && token[2] !== null)
      for (const branch of Object.values(token[2])) eachValue(branch, callBack)
  }
}
