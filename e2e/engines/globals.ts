import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { childrenOf } from '../../scripts/messages/find.mjs'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))
// biome-ignore lint/suspicious/noExplicitAny: a node of a syntax tree
type Node = any

/**
 * The globals that the built scripts name without asking first whether they are there: each ends the script in an
 * engine that lacks it. The shortest names belong to minified variables.
 */
export async function namedGlobals() {
  const found = new Set<string>()
  const page = await readFile(`${built}index.html`, 'utf8')
  const chunks: { file: string }[] = Object.values(JSON.parse(await readFile(`${built}.vite/manifest.json`, 'utf8')))
  // Files of earlier builds stay beside this one's. pdf.js asks before it uses a global.
  const names = [...(/assets\/first-screen[^"]*/.exec(page) ?? []), ...chunks.map(({ file }) => file)]
  for (const name of new Set(names)) {
    if (!name.endsWith('.js') || /assets\/(pdf|document)/.test(name)) continue
    for (const global of globalsIn(await readFile(built + name, 'utf8'))) if (!/^_\d+$/.test(global)) found.add(global)
  }
  return [...found].filter((name) => !notOfBrowsers.includes(name)).sort()
}

/** Names that packages use only where they are: other places for scripts, and a word of the language. */
const notOfBrowsers = ['ActiveXObject', 'Bun', 'Deno', 'arguments']

/** The globals that one script names. */
export function globalsIn(code: string) {
  const used = new Set<string>()
  const own = new Set<string>()
  const visit = (node: Node, parent?: Node) => {
    if (node.type === 'Identifier' && node.name.length > 2) {
      const isName =
        (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
        (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent?.type) &&
          parent.key === node &&
          !parent.computed &&
          !parent.shorthand) ||
        /^(Labeled|Break|Continue)Statement$|^(Im|Ex)port.*Specifier$|^MetaProperty$/.test(parent?.type)
      const isAsked = parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
      if (isAsked || isDeclared(node, parent)) own.add(node.name)
      else if (!isName) used.add(node.name)
    }
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parseSync('script.js', code).program)
  return [...used].filter((name) => !own.has(name))
}

const isDeclared = (node: Node, parent: Node) =>
  (/^(VariableDeclarator|FunctionDeclaration|FunctionExpression|ClassDeclaration|ClassExpression)$/.test(
    parent?.type,
  ) &&
    parent.id === node) ||
  (/Function/.test(parent?.type ?? '') && parent.params?.includes(node)) ||
  (parent?.type === 'CatchClause' && parent.param === node) ||
  /^Import.*Specifier$/.test(parent?.type ?? '')
