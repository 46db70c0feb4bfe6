import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parseSync } from 'vite'

/**
 * Finds the texts of a source file: marked for translation, and unmarked ones that people would read. CONTRIBUTING.md,
 * "A new text", has the marks.
 *
 * @typedef {{ id: string, line: number, numbers: string[] }} FoundMessage `numbers`: values that are numbers
 * @typedef {{ line: number, text: string }} Fault
 * @typedef {Record<string, unknown> & { type: string, start: number, end: number }} Node
 */

/** Attributes and properties whose text people read. */
const READ = new Set([
  'action',
  'alt',
  'altText',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'empty',
  'heading',
  'hint',
  'label',
  'message',
  'placeholder',
  'summary',
  'text',
  'title',
  'tooltip',
])
/** Functions whose arguments people read. */
const READ_CALLS = new Set(['toastError'])
const MARKS = new Set(['msg', 'english'])
/** On the line of a text that stays as it is, or the line above it, with the reason after it. */
const EXCEPTION = /untranslated: \S/
const hasLetters = (/** @type {string} */ text) => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''))

/**
 * @param {string} file its path; texts outside of marks are faults in `src/web` alone
 * @param {string} code
 * @returns {{ messages: FoundMessage[], faults: Fault[] }}
 */
export function findTexts(file, code) {
  const { program, errors } = parseSync(file, code)
  const broken = errors.find(({ severity }) => severity === 'Error')
  if (broken) throw new Error(`${file}: ${broken.message}`)
  const lines = code.split('\n')
  const starts = lineStarts(code)
  const lineOf = (/** @type {Node} */ node) => starts.findLastIndex((start) => start <= node.start) + 1
  /** @type {FoundMessage[]} */
  const messages = []
  /** @type {Fault[]} */
  const faults = []
  const fault = (/** @type {Node} */ node, /** @type {string} */ text) => {
    const line = lineOf(node)
    if (!EXCEPTION.test(`${lines[line - 2]}\n${lines[line - 1]}`)) faults.push({ line, text })
  }
  const isScreen = /(^|\/)src\/web\//.test(file) && !/\.test\.tsx?$/.test(file)

  /** A text that people read must not be written as it is. @param {any} node */
  const mustNotBeText = (node) => {
    if (!isScreen || !node) return
    if (node.type === 'Literal' && typeof node.value === 'string' && hasLetters(node.value)) fault(node, node.value)
    if (node.type === 'TemplateLiteral' && node.quasis.some((/** @type {any} */ part) => hasLetters(part.value.raw)))
      fault(node, code.slice(node.start, node.end))
    if (node.type === 'JSXExpressionContainer') mustNotBeText(node.expression)
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(mustNotBeText)
    if (node.type === 'LogicalExpression') [node.left, node.right].forEach(mustNotBeText)
    if (node.type === 'BinaryExpression' && node.operator === '+') [node.left, node.right].forEach(mustNotBeText)
  }

  /** @param {any} node @param {any} text @param {any} values */
  const take = (node, text, values) => {
    const id = stringOf(text)
    if (id === undefined) return fault(node, 'The text of a mark must be written out')
    const given = values?.type === 'ObjectExpression' ? values.properties : []
    const numbers = given.filter((/** @type {any} */ each) => isNumber(each.value)).map(nameOf)
    messages.push({ id, line: lineOf(node), numbers })
    if (values?.type !== 'ObjectExpression') return
    if (given.some((/** @type {any} */ each) => each.type === 'SpreadElement')) return
    const names = given.map(nameOf)
    const needed = valuesOf(id)
    for (const name of needed) if (!names.includes(name)) fault(node, `“${id}” lacks the value ${name}`)
    for (const name of names) if (!needed.has(name)) fault(node, `“${id}” has no place for ${name}`)
  }

  /** @param {any} node */
  const visit = (node) => {
    if (node.type === 'CallExpression') {
      const { callee, arguments: args } = node
      if (MARKS.has(callee.name)) take(node, args[0], args[1])
      else if (isTranslate(callee) && stringOf(args[0]) !== undefined) take(node, args[0], args[1])
      else if (isTranslate(callee) && args[0]?.type === 'TemplateLiteral') take(node, args[0], args[1])
      else if (READ_CALLS.has(callee.name)) args.forEach(mustNotBeText)
    }
    if (node.type === 'JSXOpeningElement' && node.name.name === 'Trans') {
      const id = node.attributes.find((/** @type {any} */ { name }) => name?.name === 'id')?.value
      // `id={message.id}` draws a text that `msg` has marked.
      if (id?.expression?.property?.name !== 'id') take(node, id?.expression ?? id, undefined)
    }
    if (node.type === 'JSXText' && isScreen && hasLetters(node.value)) fault(node, node.value.trim())
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') mustNotBeText(child)
    if (node.type === 'JSXAttribute' && READ.has(node.name.name)) mustNotBeText(node.value)
    if (node.type === 'Property' && READ.has(node.key.name ?? node.key.value)) mustNotBeText(node.value)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return { messages, faults }
}

/** The names of the values that a message takes: `{n, plural, …}`, `{name}`. @param {string} text */
export function valuesOf(text) {
  /** @type {Set<string>} */
  const names = new Set()
  const visit = (/** @type {unknown} */ tokens) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      names.add(token[0])
      const branches = typeof token[2] === 'object' && token[2] !== null ? Object.values(token[2]) : []
      branches.forEach(visit)
    }
  }
  visit(compileMessage(text))
  names.delete('#')
  return names
}

/** The forms that a message lacks in a language: "few" of Polish. @param {string} text @param {string} locale */
export function missingPlurals(text, locale) {
  // "Many" is for millions in Romance languages, and "zero" of Arabic is said as "other".
  const optional = new Set(['zero', ...(/^(es|fr|it|pt)/.test(locale) ? ['many'] : [])])
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((form) => !optional.has(form))
  /** @type {Set<string>} */
  const missing = new Set()
  const visit = (/** @type {unknown} */ tokens) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token) || typeof token[2] !== 'object' || token[2] === null) continue
      if (token[1] === 'plural') for (const form of needed) if (!(form in token[2])) missing.add(form)
      Object.values(token[2]).forEach(visit)
    }
  }
  visit(compileMessage(text))
  return [...missing]
}

/** The numbers of the elements in a text of `<Trans>`. @param {string} text */
export const elementsOf = (text) => new Set([...text.matchAll(/<(\d+)\/?>/g)].map(([element]) => element))

/** @param {any} node */
function stringOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return /** @type {string} */ (node.value)
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return /** @type {string} */ (node.quasis[0].value.cooked)
  return undefined
}

/** The name of a property. @param {any} property @returns {string} */
const nameOf = ({ key }) => key.name ?? key.value

/** Whether an expression is seen to be a number: `5`, `MAX_DAYS`, `rooms.length`, `count - 1`. @param {any} node */
function isNumber(node) {
  if (node?.type === 'Literal') return typeof node.value === 'number'
  if (node?.type === 'Identifier') return /^(MAX|MIN)_/.test(node.name)
  if (node?.type === 'MemberExpression') return ['length', 'size'].includes(node.property.name)
  return node?.type === 'BinaryExpression' && ['-', '*', '/', '%'].includes(node.operator)
}

/** A call of `t`, whatever the `I18n` is called. @param {any} callee */
const isTranslate = ({ type, property }) => type === 'MemberExpression' && property.name === 't'

/** @param {string} code */
function lineStarts(code) {
  const starts = [0]
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The nodes directly below a node of a syntax tree. @param {any} node @returns {Generator<any>} */
export function* childrenOf(node) {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') yield child
    }
  }
}
