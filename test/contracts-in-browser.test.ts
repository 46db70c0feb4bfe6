import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { divide } from '../scripts/contracts.mjs'

const shared = fileURLToPath(new URL('../src/shared/', import.meta.url))
const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name),
)
const byDepth = (a: string, b: string) => b.split(sep).length - a.split(sep).length
const partsOf = (name: string) => {
  const [file, code] = [join(shared, name), readFileSync(join(shared, name), 'utf8')]
  return { rest: divide(file, code, 'rest'), schemas: divide(file, code, 'schemas') }
}

test('for the browser no contract needs zod, but keeps its endpoints', () => {
  for (const name of files) expect(partsOf(name).rest, name).not.toMatch(/\bfrom 'zod|\?schemas/)
  const { rest } = partsOf('tasks.ts')
  expect(rest).toMatch(/board: endpoint\(\{\s+method: 'GET',\s+path: '\/tasks\/board',\s+reads: \[/)
  expect(rest).not.toMatch(/reply:|body:|summary:/)
})

test('for the browser each endpoint keeps its address, what it reads and what it changes', async () => {
  const contracts = files.filter((name) => readFileSync(join(shared, name), 'utf8').includes(': endpoint({'))
  /** Those that a file takes over from another one count there. */
  const counted = new Set<object>()
  for (const name of contracts.sort(byDepth)) {
    const module = (await import(join(shared, name))) as Record<string, unknown>
    const endpoints = Object.entries(module)
      .filter(([exported]) => /(Api|Calls)$/.test(exported))
      .flatMap(([, verbs]) => Object.values(verbs as Record<string, object>))
      .filter((each) => !counted.has(each))
    for (const each of endpoints) counted.add(each)
    const { rest } = partsOf(name)
    for (const [part, beginning] of Object.entries({ method: "'", path: "'/", reads: '', changes: '' })) {
      const kept = rest.match(new RegExp(`[\\s{]${part}(?:: |,)${beginning}`, 'g'))?.length ?? 0
      expect({ name, part, kept }).toEqual({ name, part, kept: endpoints.filter((each) => part in each).length })
    }
  }
})

test('its schemas are in the other part, with what they are made of', () => {
  const { schemas } = partsOf('tasks.ts')
  expect(schemas).toContain("import * as z from 'zod/mini'")
  expect(schemas).toMatch(/import \{ [^}]*\btitle\b[^}]* \} from '.\/fields.ts\?schemas'/)
  expect(schemas).toContain('export const NewTask = z.strictObject(')
  expect(schemas).toContain('const taskFields =')
  expect(schemas).not.toContain('endpoint({')
})

test('a screen imports schemas from the one part, and everything else from the other', () => {
  const file = join(shared, '../web/tasks/dialog/form-values.ts')
  const code =
    "import { NewTask, type Task, tasksApi as api } from '../../../shared/tasks.ts'\nconsole.log(NewTask, api)"
  expect(divide(file, code, 'rest')).toBe(
    "import { tasksApi as api } from '../../../shared/tasks.ts';import { NewTask } from '../../../shared/tasks.ts?schemas';\nconsole.log(NewTask, api)",
  )
})

test('an endpoint that needs zod outside of its schemas is refused', () => {
  const code =
    "import * as z from 'zod/mini'\nimport { endpoint } from './endpoint.ts'\nexport const api = { a: endpoint({ method: 'GET', path: '/a' }), b: z.string() }"
  expect(() => divide(join(shared, 'made-up.ts'), code, 'rest')).toThrow('api needs zod outside')
})
