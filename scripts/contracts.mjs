import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { parseSync } from 'vite'
import { root } from './run.mjs'

/**
 * Divides the contracts in `src/shared` for the browser. A screen needs an endpoint's address and what it reads and
 * changes; only forms need its schemas, and zod. So each contract becomes two modules in the build: `tasks.ts` without
 * schemas, and `tasks.ts?schemas` with nothing else, which loads with the first form. Imports are rewritten. The
 * sources stay one definition.
 *
 * @typedef {Record<string, any> & { type: string, start: number, end: number }} Node
 */

const SCHEMAS = '?schemas'
const ZOD = 'zod/mini'
/** The parts of an endpoint that only the server reads: schemas, the words of the document, its own checks. */
const SERVER_PARTS = new Set([
  'params',
  'query',
  'body',
  'form',
  'reply',
  'files',
  'summary',
  'allow',
  'limit',
  'tokens',
  'auditAction',
  'status',
  'cookie',
])
const shared = resolve(root, 'src/shared') + sep
const own = resolve(root, 'src') + sep

/** @returns {import('vite').Plugin} */
export function contractsWithoutSchemas() {
  return {
    name: 'contracts-without-schemas',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return id.endsWith(SCHEMAS) ? readFile(id.slice(0, -SCHEMAS.length), 'utf8') : null
    },
    transform(code, id) {
      const file = id.endsWith(SCHEMAS) ? id.slice(0, -SCHEMAS.length) : id
      if (!file.startsWith(own) || !/\.tsx?$/.test(file)) return null
      return divide(file, code, id.endsWith(SCHEMAS) ? 'schemas' : 'rest')
    },
  }
}

/**
 * One of the two modules of a source file. A file that is no contract only gets its imports rewritten.
 *
 * @param {string} file
 * @param {string} code
 * @param {'schemas' | 'rest'} part
 */
export function divide(file, code, part) {
  const { statements, schemas } = analyse(file, code)
  const needed = part === 'schemas' ? neededBySchemas(statements, schemas) : null
  /** The parts that are left out or replaced, in order. @type {{ start: number, end: number, text: string }[]} */
  const cuts = []
  for (const statement of statements) {
    const { node, isSchema, parts } = statement
    const { start, end } = node
    if (node.type === 'ImportDeclaration') cuts.push({ start, end, text: importsOf(file, statement, part) })
    else if (needed ? !needed.has(statement) : isSchema) cuts.push({ start, end, text: '' })
    else for (const cut of parts) cuts.push({ start: cut.start, end: endWithComma(code, cut.end), text: '' })
  }
  let text = ''
  let from = 0
  for (const cut of cuts) {
    text += code.slice(from, cut.start) + cut.text
    from = cut.end
  }
  return text + code.slice(from)
}

/** @param {string} code @param {number} end */
const endWithComma = (code, end) => end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)

/**
 * @typedef {{ node: Node, names: string[], uses: Set<string>, isSchema: boolean, isType: boolean, parts: Node[] }}
 *   Statement
 */

/** @type {Map<string, Set<string>>} */
const known = new Map()

/** The names that a module of `src/shared` declares with the help of zod. @param {string} file */
function schemasOf(file) {
  const before = known.get(file)
  if (before) return before
  known.set(file, new Set())
  const { schemas } = analyse(file, readFileSync(file, 'utf8'))
  known.set(file, schemas)
  return schemas
}

/** @param {string} file @param {string} code */
function analyse(file, code) {
  const { program } = parseSync(file, code)
  const statements = /** @type {Node[]} */ (program.body).map(statementOf)
  /** @type {Set<string>} */
  const schemas = new Set()
  if (!file.startsWith(shared)) return { statements, schemas }
  /** Names from zod, and of schemas in other contracts. */
  const imported = new Set()
  for (const { node } of statements) {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue
    const contract = contractAt(file, node.source.value)
    for (const specifier of node.specifiers) {
      const isSchema = contract && schemasOf(contract).has(specifier.imported?.name)
      if (node.source.value === ZOD || (isSchema && specifier.importKind !== 'type')) imported.add(specifier.local.name)
    }
  }
  for (let size = -1; size !== schemas.size; ) {
    size = schemas.size
    for (const statement of statements) {
      if (statement.node.type === 'ImportDeclaration' || statement.isType) continue
      statement.isSchema = [...statement.uses].some((name) => imported.has(name) || schemas.has(name))
      if (statement.isSchema) for (const name of statement.names) schemas.add(name)
    }
  }
  const mixed = statements.find(({ isSchema, uses }) => isSchema && uses.has('endpoint'))
  if (mixed) throw new Error(`${file}: ${mixed.names[0]} needs zod outside of its endpoints' schemas`)
  return { statements, schemas }
}

/** The statements that the schemas are made of. @param {Statement[]} statements @param {Set<string>} schemas */
function neededBySchemas(statements, schemas) {
  const needed = new Set(statements.filter(({ isSchema }) => isSchema))
  for (const statement of needed) {
    for (const other of statements) {
      if (!other.isType && other.names.some((name) => statement.uses.has(name) && !schemas.has(name))) needed.add(other)
    }
  }
  return needed
}

/**
 * An import, with schemas taken from the modules that have them.
 * @param {string} file
 * @param {Statement} statement
 * @param {'schemas' | 'rest'} part
 */
function importsOf(file, { node }, part) {
  const source = node.source.value
  const isContract = file.startsWith(shared)
  if (node.importKind === 'type') return ''
  if (source === ZOD)
    return isContract && part === 'rest' ? '' : `import * as ${node.specifiers[0].local.name} from '${ZOD}';`
  const contract = contractAt(file, source)
  const named = node.specifiers.every((/** @type {Node} */ specifier) => specifier.type === 'ImportSpecifier')
  const before = { rest: /** @type {string[]} */ ([]), schemas: /** @type {string[]} */ ([]) }
  if (!named || node.specifiers.length === 0) return original(node)
  for (const specifier of node.specifiers) {
    if (specifier.importKind === 'type') continue
    const { name } = specifier.imported
    const text = name === specifier.local.name ? name : `${name} as ${specifier.local.name}`
    const isSchema = contract !== null && schemasOf(contract).has(name)
    before[isSchema ? 'schemas' : 'rest'].push(text)
  }
  // The rest of a contract needs no schema.
  if (isContract && part === 'rest') before.schemas = []
  const line = (/** @type {string[]} */ names, /** @type {string} */ from) =>
    names.length > 0 ? `import { ${names.join(', ')} } from '${from}';` : ''
  return line(before.rest, source) + line(before.schemas, source + SCHEMAS)
}

/** @param {Node} node */
function original({ specifiers, source, attributes }) {
  if (attributes?.length) throw new Error(`An import of ${source.value} has attributes`)
  if (specifiers.length === 0) return `import '${source.value}';`
  const [first, ...others] = specifiers.map((/** @type {Node} */ { type, local, imported }) =>
    type === 'ImportNamespaceSpecifier'
      ? `* as ${local.name}`
      : type === 'ImportDefaultSpecifier'
        ? local.name
        : `{ ${imported.name} as ${local.name} }`,
  )
  return `import ${[first, ...others].join(', ')} from '${source.value}';`
}

/** The contract that an import is from; null for another module. @param {string} file @param {string} source */
function contractAt(file, source) {
  if (!source.startsWith('.')) return null
  const path = resolve(dirname(file), source)
  return path.startsWith(shared) && path.endsWith('.ts') ? path : null
}

/** @param {Node} node @returns {Statement} */
function statementOf(node) {
  const declaration = node.declaration ?? node
  const isType =
    /^TS(TypeAlias|Interface)/.test(declaration.type) || node.exportKind === 'type' || declaration.declare === true
  /** @type {Node[]} */
  const parts = []
  const names = isType ? [] : namesOf(declaration)
  const uses = new Set()
  if (!isType && node.type !== 'ImportDeclaration') collect(declaration, uses, parts)
  return { node, names, uses, isSchema: false, isType, parts }
}

/** @param {Node} declaration @returns {string[]} */
function namesOf(declaration) {
  if (declaration.id?.name) return [declaration.id.name]
  return (declaration.declarations ?? []).flatMap((/** @type {Node} */ { id }) => patternNames(id))
}

/** @param {Node} pattern @returns {string[]} */
function patternNames(pattern) {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((/** @type {Node} */ { value, argument }) => patternNames(value ?? argument))
  if (pattern.type === 'ArrayPattern') return pattern.elements.filter(Boolean).flatMap(patternNames)
  return pattern.left ? patternNames(pattern.left) : []
}

/**
 * Collects the names that a node uses as values, without those in an endpoint's schemas, and these parts of endpoints.
 * @param {Node} node
 * @param {Set<string>} uses
 * @param {Node[]} parts
 * @returns {void}
 */
function collect(node, uses, parts) {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, uses, parts)
    return
  }
  if (!node || typeof node.type !== 'string') return
  if (node.type === 'Identifier') return void uses.add(node.name)
  // Types, but not `x as T`, whose expression counts.
  if (node.type.startsWith('TS')) return collect(node.expression, uses, parts)
  if (node.type === 'CallExpression' && node.callee.name === 'endpoint') {
    uses.add('endpoint')
    for (const property of node.arguments[0].properties) {
      // A value spread into an endpoint is part of its schemas, as in `...history`.
      if (property.type === 'SpreadElement' || SERVER_PARTS.has(property.key?.name)) parts.push(property)
      else collect(property, uses, parts)
    }
    return
  }
  for (const [key, value] of Object.entries(node)) {
    const isName =
      (key === 'property' && node.type === 'MemberExpression') || (key === 'key' && node.type === 'Property')
    if (value && typeof value === 'object' && !(isName && !node.computed)) collect(value, uses, parts)
  }
}
