import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from '../src/server/db/connect.ts'

/** What is found, as Markdown. */

const folder = fileURLToPath(new URL('results', import.meta.url))

export const table = (heads: string[], rows: (string | number)[][]) =>
  [
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

/** The value below which so large a part of all lies. */
export function quantile(values: number[], part: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
export const median = (values: number[]) => quantile(values, 0.5)

export const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

/** The machine and the versions, without anything that names it. */
export async function machine(pool: Pool) {
  const { rows } = await pool.query('show server_version')
  const cores = cpus()
  return [
    `${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB,`,
    `${process.platform} ${process.arch}, Node ${process.versions.node}, PostgreSQL ${rows[0].server_version}`,
  ].join(' ')
}

/** Writes the report; gives where. */
export function writeReport(text: string) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().slice(0, 16).replaceAll(':', '-')}.md`)
  writeFileSync(path, text)
  return path
}
