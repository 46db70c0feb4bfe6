import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../src/server/base/project-root.ts'
import { api } from '../src/shared/api.ts'
import { API_PREFIX } from '../src/shared/api-prefix.ts'
import { useTestApp } from './support/test-app.ts'

/** The dashboard and the alert rules in `deploy/` name real metrics. `promtool check rules` knows their grammar. */

const muster = useTestApp({ BACKUP_EVERY: '03:00', BACKUP_TO: '/backups' })
const fileOf = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8')

/** The expressions of a file, by the name of their panel or alert. */
function dashboardExpressions(): [string, string][] {
  const { panels, templating, annotations } = JSON.parse(fileOf('grafana-dashboard.json'))
  return [
    ...panels.flatMap(({ title, targets }: { title: string; targets: { expr: string }[] }) =>
      targets.map(({ expr }) => [title, expr]),
    ),
    ...annotations.list.map(({ name, expr }: { name: string; expr: string }) => [name, expr]),
    ...templating.list.map(({ name, definition = '' }: { name: string; definition?: string }) => [name, definition]),
  ]
}
const ruleExpressions = (): [string, string][] =>
  [...fileOf('prometheus-rules.yml').matchAll(/- alert: (\w+)\n {8}expr: (?:>-\n)?(.*?)\n {8}(?=for|labels)/gs)].map(
    ([, name = '', expression = '']) => [name, expression],
  )

/** Each series that an expression names, with its labels and their values. */
const SERIES = /\b((?:muster|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g
const LABEL = /(\w+)(=~|=)"([^"]*)"/g
/** Prometheus puts these to every series. */
const OF_PROMETHEUS = new Set(['job', 'instance'])

test.each([
  ['the dashboard', dashboardExpressions, 15],
  ['the alert rules', ruleExpressions, 14],
])('%s names only metrics, labels and values that there are', async (_, expressionsOf, count) => {
  const marta = await muster.as('marta')
  expect(marta.cookie).not.toBe('')
  const { text } = await muster.stranger().raw({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } })
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const series = new Map<string, Record<string, string>[]>([['up', [{}]]])
  for (const line of lines) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const known = series.get(name) ?? []
    known.push(Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, , value]) => [label, value])))
    series.set(name, known)
  }
  const expressions = expressionsOf()
  expect(expressions.length).toBeGreaterThanOrEqual(count)
  const routes = Object.values(api).flatMap((noun) => Object.values(noun).map(({ path }) => `${API_PREFIX}${path}`))
  for (const [name, expression] of expressions) {
    for (const [, metric = '', labels = ''] of expression.matchAll(SERIES)) {
      const known = series.get(metric)
      expect(known, `${name}: ${metric}`).toBeDefined()
      for (const [, label = '', , value = ''] of labels.matchAll(LABEL)) {
        if (OF_PROMETHEUS.has(label)) continue
        expect(
          known?.some((each) => label in each),
          `${name}: ${metric}{${label}}`,
        ).toBe(true)
        if (label === 'state') expect(known?.map((each) => each.state)).toContain(value)
        if (label === 'route' && !value.includes('*')) expect(routes).toContain(value)
      }
    }
  }
})

test('each panel has a place of its own', () => {
  const { panels } = JSON.parse(fileOf('grafana-dashboard.json'))
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }: { gridPos: Record<'x' | 'y' | 'w' | 'h', number> }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
})
