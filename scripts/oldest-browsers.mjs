import { parseSync } from 'vite'
import { childrenOf } from './messages/find.mjs'

/**
 * The oldest browsers that Muster works in. The build translates newer syntax and styles for them (docs/browsers.md).
 */
export const oldest = ['chrome109', 'edge109', 'firefox115', 'safari15.4', 'ios15.4']

/** @typedef {any} Node */

/** Methods that one of the oldest browsers lacks. No build translates them: ask before calling them. */
const methods = new Set([
  ...['checkVisibility', 'showPopover', 'hidePopover', 'togglePopover', 'startViewTransition', 'moveBefore', 'setHTML'],
  ...['withResolvers', 'fromAsync', 'isWellFormed', 'toWellFormed', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ...['symmetricDifference', 'toBase64', 'fromBase64', 'toHex', 'fromHex', 'getWeekInfo', 'transferToFixedLength'],
])
const functions = new Set([
  ...['Object.groupBy', 'Map.groupBy', 'Promise.try', 'URL.parse', 'URL.canParse', 'AbortSignal.any', 'RegExp.escape'],
  ...['AbortSignal.timeout', 'Error.isError', 'Math.sumPrecise', 'Intl.Segmenter', 'Intl.DurationFormat'],
])
/** Methods that `start.js` adds to pages, but not to workers. */
const added = new Set(['toReversed', 'toSorted', 'toSpliced', 'with'])

/**
 * The methods in a built script that one of the oldest browsers lacks.
 * @param {string} code
 * @param {boolean} [isWorker]
 */
export function tooNewIn(code, isWorker = false) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @type {Set<string>} names that the script asks for before it calls them */
  const asked = new Set()
  const visit = (/** @type {Node} */ node) => {
    if (/^(Call|New)Expression$/.test(node.type) && node.callee.type === 'MemberExpression' && !node.optional) {
      const name = nameOf(node.callee)
      const whole = `${node.callee.object.name}.${name}`
      if (methods.has(name) || (isWorker && added.has(name))) found.add(name)
      if (functions.has(whole)) found.add(whole)
      if (
        /^(map|filter|flatMap|reduce|toArray|some|every|find|take|drop|forEach)$/.test(name) &&
        isIterator(node.callee.object)
      )
        found.add(`${name} of an iterator`)
    }
    if (node.type === 'Literal' && node.regex) {
      if (/\(\?<[=!]/.test(node.regex.pattern)) found.add(`/${node.regex.pattern}/`)
      if (node.regex.flags.includes('v')) found.add('the flag v of expressions')
    }
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') asked.add(nameOf(node.argument))
    if (node.type === 'BinaryExpression' && node.operator === 'in') asked.add(node.left.value)
    if (/^(If|Conditional)/.test(node.type)) asked.add(nameOf(node.test))
    if (node.type === 'LogicalExpression') asked.add(nameOf(node.left))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync('script.js', code).program)
  return [...found].filter((name) => !asked.has(name.replace(/^.*\./, '')))
}

/** @param {Node} node */
const nameOf = (node) => (node.type === 'MemberExpression' ? (node.property.name ?? node.property.value) : undefined)

/** Whether something is the iterator of a list, a map or a set. @param {Node} node */
const isIterator = (node) =>
  node.type === 'CallExpression' &&
  node.arguments.length === 0 &&
  /^(values|keys|entries)$/.test(nameOf(node.callee)) &&
  node.callee.object.name !== 'Object'

/** The parts of a built style sheet that would make one of the oldest browsers drop the rule. @param {string} style */
export const tooNewInStyle = (style) =>
  [
    [/@media[^{]*\b(width|height)\s*[<>]/, 'a range in @media'],
    [/[{;]\s*&/, 'a nested rule'],
    [/@scope|@starting-style|@position-try/, 'a new @-rule'],
  ].flatMap(([pattern, name]) => (/** @type {RegExp} */ (pattern).test(style) ? [String(name)] : []))

/**
 * Fails the build if a script or a style of it needs more than the oldest browsers have.
 * @returns {import('vite').Plugin}
 */
export function oldestBrowsers() {
  return {
    name: 'oldest-browsers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const source = file.type === 'chunk' ? file.code : String(file.source)
          // pdf.js brings a build for older browsers, with additions for them.
          const isOwn = file.type === 'asset' || !file.moduleIds.some((id) => id.includes('pdfjs-dist'))
          const found =
            file.fileName.endsWith('.js') && isOwn
              ? tooNewIn(source, file.fileName === 'service-worker.js')
              : file.fileName.endsWith('.css')
                ? tooNewInStyle(source)
                : []
          if (found.length > 0) this.error(`${file.fileName} is too new for ${oldest}: ${found.join(', ')}`)
        }
      },
    },
  }
}
