import { createHash } from 'node:crypto'
import { parseSync } from 'vite'
import { childrenOf } from './messages/find.mjs'

/**
 * Makes the script of the first screen a classic one. Chromium compiles the classic scripts that a service worker
 * caches when it is installed, each whole and once, and later visits run the compiled code. It compiles modules anew
 * with each visit, function by function, while somebody waits: on a slow phone a fifth of the time until the cards.
 *
 * All other scripts stay modules. They import the parts that they share with the first script under its old name: a
 * small module there takes them from `globalThis.first`.
 * @typedef {any} Node
 * @typedef {{ local: string, name: string }} Name a name that a module imports or exports, and its name in there
 */

const CHUNK = 'first'
/** Chromium then compiles all functions while the script loads, beside the page, and not at their first call. */
const HINT = '//# allFunctionsCalledOnLoad'

/** @returns {import('vite').Plugin} */
export function classicFirstScript() {
  return {
    name: 'classic-first-script',
    apply: 'build',
    generateBundle: {
      // Vite completes chunks and page before.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const chunks = files.filter((file) => file.type === 'chunk')
        const first = chunks.find(({ name }) => name === CHUNK)
        const page = files.find((file) => file.type === 'asset' && file.fileName === 'index.html')
        if (!first || page?.type !== 'asset') return this.error('There is no chunk for the first screen, or no page')
        const sourceOf = (/** @type {string} */ from) =>
          chunks.find(({ fileName }) => fileName.endsWith(from.replace(/^\./, '')))?.code ?? ''
        const { classic, module } = divide(first.code, sourceOf)
        const hash = createHash('sha256').update(classic).digest('base64url').slice(0, 8)
        const fileName = `assets/${CHUNK}-screen-${hash}.js`
        this.emitFile({ type: 'asset', fileName, source: classic })
        first.code = module
        page.source = String(page.source)
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<script type="module"[^>]*>/, `<script defer src="/${fileName}">`)
      },
    },
  }
}

/**
 * The classic script that runs as a module would, and the module that gives its exports. Throws if the module imports
 * more than can be put into the script, or changes its exports: the other scripts would keep the old ones.
 * @param {string} code
 * @param {(from: string) => string} sourceOf the code of a module that it imports
 */
export function divide(code, sourceOf) {
  const { program, body, imports, exports } = partsOf(code)
  const changed = changedLater(program)
  for (const { local, name } of exports)
    if (changed.has(local)) throw new Error(`The first script changes what it exports as ${name} (${local} in it)`)
  const imported = imports.map(({ from, names }) => {
    const other = partsOf(sourceOf(from))
    if (other.imports.length > 0 || other.exports.length === 0)
      throw new Error(`${from} cannot be put into the first script`)
    return `const{${names.map(({ local, name }) => `${name}:${local}`)}}=(()=>{${other.body};return{${listed(other.exports)}}})();`
  })
  // A classic script has no `import.meta`.
  const own = body.replaceAll('import.meta.resolve', 'undefined').replaceAll('import.meta.url', 'ownAddress')
  if (own.includes('import.meta')) throw new Error('The first script uses more of import.meta than its address')
  const start = `${HINT}\n(function(){"use strict";const ownAddress=document.currentScript.src;${imported.join('')}`
  return {
    classic: `${start}${own};globalThis.first={${listed(exports)}}})()`,
    module: `const{${exports.map(({ name }, at) => `${name}:_${at}`)}}=globalThis.first;export{${exports.map(({ name }, at) => `_${at} as ${name}`)}}`,
  }
}

/** @param {Name[]} names */
const listed = (names) => names.map(({ local, name }) => `${name}:${local}`).join()

/**
 * A module's syntax tree, its text without imports and exports, and these.
 * @param {string} code
 */
function partsOf(code) {
  /** @type {{ from: string, names: Name[] }[]} */
  const imports = []
  /** @type {Name[]} */
  const exports = []
  let [body, end] = ['', 0]
  const { program } = parseSync('module.js', code)
  for (const node of /** @type {Node[]} */ (program.body)) {
    if (node.type === 'ImportDeclaration') {
      const names = node.specifiers.map((/** @type {Node} */ { local, imported }) => ({
        local: local.name,
        name: imported.name,
      }))
      imports.push({ from: node.source.value, names })
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source) {
      for (const { local, exported } of node.specifiers) exports.push({ local: local.name, name: exported.name })
    } else if (node.type.startsWith('Export')) throw new Error(`The first script has ${node.type}`)
    else continue
    body += code.slice(end, node.start)
    end = node.end
  }
  return { program, body: body + code.slice(end), imports, exports }
}

/**
 * The variables of a script that its functions assign to. A function's own variables are not among them.
 * @param {Node} program
 */
function changedLater(program) {
  /** @type {Set<string>} */
  const changed = new Set()
  const visit = (/** @type {Node} */ node, /** @type {Set<string>[]} */ own) => {
    const inner = isFunction(node) ? [...own, new Set(declaredIn(node))] : own
    const target = /^(AssignmentExpression|For(In|Of)Statement)$/.test(node.type)
      ? node.left
      : node.type === 'UpdateExpression' && node.argument
    if (target && inner.length > 0)
      for (const name of namesIn(target)) if (!inner.some((names) => names.has(name))) changed.add(name)
    for (const child of childrenOf(node)) visit(child, inner)
  }
  visit(program, [])
  return changed
}

/** @param {Node} node */
const isFunction = ({ type }) => /Function/.test(type)

/** The names that a function declares, such as parameters. @param {Node} node @returns {Generator<string>} */
function* declaredIn(node) {
  for (const child of childrenOf(node)) {
    if (child.type === 'VariableDeclarator' || /^(Function|Class)Declaration$/.test(child.type))
      yield* namesIn(child.id)
    else if (child.type === 'CatchClause' && child.param) yield* namesIn(child.param)
    else if (isFunction(node) && child !== node.body) yield* namesIn(child)
    if (!isFunction(child)) yield* declaredIn(child)
  }
}

/** The variables in a pattern. @param {Node} node @returns {Generator<string>} */
function* namesIn(node) {
  if (node.type === 'Identifier') yield node.name
  else if (/Pattern|Property|RestElement/.test(node.type)) for (const child of childrenOf(node)) yield* namesIn(child)
}
