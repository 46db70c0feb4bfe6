import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../src/server/base/project-root.ts'
import { type SettingName, settings } from '../src/server/base/settings.ts'

/** Compares the settings in files for deployment, and in documents, with the settings that there are. */

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const names = Object.keys(settings).sort() as SettingName[]
const unique = (found: string[]) => [...new Set(found)].sort()

/** The service `muster` of compose.yaml: each variable with its value. */
const compose = read('compose.yaml')
const muster = compose.slice(compose.indexOf('\n  muster:'), compose.indexOf('\n  database:'))
const passed = Object.fromEntries(
  [...muster.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

test('compose.yaml passes on every setting of .env, but for those that its own services decide', () => {
  const { PGPASSWORD, DATABASE_URL, ...others } = passed
  const decided = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR', 'HOST', 'PORT']
  expect(Object.keys(others).sort()).toEqual(names.filter((name) => !decided.includes(name)))
  expect([PGPASSWORD, DATABASE_URL]).toEqual([expect.stringContaining('${DATABASE_PASSWORD:?'), expect.anything()])
  // One that is absent has the default of the server, which need not be repeated.
  const wrong = Object.entries(others).filter(
    ([name, value]) => value !== `\${${name}:-}` && !value.startsWith(`\${${name}:?`),
  )
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is how a compose file reads a variable
  expect(wrong).toEqual([['TRUST_PROXY', '${TRUST_PROXY:-1}']])
})

/** The rows of the tables of docs/settings.md: their variables, and the default as it is written there. */
const rows = [...read('docs/settings.md').matchAll(/^\| (`[A-Z][^|]*) \|([^|]*)\|/gm)].map(
  ([, cell = '', byDefault = '']) => ({
    variables: [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name as SettingName),
    byDefault: byDefault.trim(),
  }),
)

test('docs/settings.md has every setting, and no other', () => {
  expect(rows.flatMap(({ variables }) => variables).sort()).toEqual(names)
})

test('docs/settings.md says the defaults', () => {
  const wrong = rows.flatMap(({ variables, byDefault }) => {
    const values = [...byDefault.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value)
    // Others are said in words.
    if (values.length !== variables.length || !/^(`[^`]+`(, )?)+$/.test(byDefault)) return []
    return variables.filter((name, at) => {
      const { schema, byDefault: real } = settings[name]
      return real !== undefined && JSON.stringify(schema.parse(values[at])) !== JSON.stringify(real)
    })
  })
  expect(wrong).toEqual([])
})

test('docs/asvs.md names each setting that leads to another machine', () => {
  const page = read('docs/asvs.md')
  const text = page.slice(page.indexOf('### Connections'), page.indexOf('## V1 '))
  const leading = names.filter(
    (name) => /(_URL|_HOSTS|_ISSUER|_ENDPOINT|BACKUP_TO)$/.test(name) && name !== 'PUBLIC_URL',
  )
  expect(leading.length).toBeGreaterThan(8)
  expect(leading.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('docs name no setting that there is not', () => {
  const pages = ['README.md', 'docs/operations.md', 'docs/observability.md', 'docs/scale.md', 'docs/sign-in.md']
  const prefixes = unique(names.map((name) => name.split('_')[0] ?? '')).join('|')
  const found = pages.flatMap((page) =>
    [...read(page).matchAll(new RegExp(`\\b(?:${prefixes})_[A-Z_]+\\b`, 'g'))].map(([name]) => name),
  )
  const others = ['DATABASE_PASSWORD', 'OIDC_']
  expect(unique(found).filter((name) => !(name in settings) && !others.includes(name))).toEqual([])
})

test('every package that Muster runs with is made for the oldest Node that it names', () => {
  const { engines } = JSON.parse(read('package.json'))
  const oldest = Number(/\d+/.exec(engines.node)?.[0])
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; engines?: { node?: string } }>
  }
  const wrong = Object.entries(packages).filter(([, { dev, engines }]) => {
    const ranges = engines?.node?.split('||') ?? []
    return !dev && ranges.length > 0 && !ranges.some((range) => Number(/\d+/.exec(range)?.[0] ?? 0) <= oldest)
  })
  expect(wrong.map(([path]) => path)).toEqual([])
})
