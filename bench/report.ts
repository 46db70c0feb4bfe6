import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from '../src/server/db/connect/connect.ts'

/** Makes the report, in Markdown. */

const folder = fileURLToPath(new URL('results', import.meta.url))

export const table = (headings: string[], rows: (string | number)[][]) =>
  [
    `| ${headings.join(' | ')} |`,
    `|${headings.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

/** The value below which this part (0 to 1) of the values lies. */
export function quantile(values: number[], part: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
export const median = (values: number[]) => quantile(values, 0.5)

/** A figure with about three digits. */
export const format = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

/** The machine's hardware and the versions, without its name. */
export async function machine(pool: Pool) {
  const { rows } = await pool.query('show server_version')
  const cores = cpus()
  return [
    `${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB,`,
    `${process.platform} ${process.arch}, Node ${process.versions.node}, PostgreSQL ${rows[0].server_version}`,
  ].join(' ')
}

/** Writes the report. Returns its path. */
export function writeReport(text: string) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().slice(0, 16).replaceAll(':', '-')}.md`)
  writeFileSync(path, text)
  return path
}
