import { type FileColumn, type ImportPreview, importColumns } from '../../../shared/import-people.ts'
import { storedText } from '../../store.ts'

export type Assigned = ImportPreview['assigned']

/** The columns that somebody has chosen for files with these headings, for as long as the tab is open. */
const stored = storedText('muster.import-columns', 'sessionStorage')

const headOf = (columns: readonly FileColumn[]) => columns.map(({ name }) => name).join('\n')

export const rememberColumns = (columns: readonly FileColumn[], assigned: Assigned) =>
  stored.set(JSON.stringify({ head: headOf(columns), assigned }))

/** The earlier choice for a file with the same headings. */
export function rememberedColumns(columns: readonly FileColumn[]): Assigned | undefined {
  try {
    const { head, assigned } = JSON.parse(stored.get() ?? '{}') as { head?: string; assigned?: Assigned }
    if (head !== headOf(columns) || !assigned) return undefined
    return importColumns.every((name) => assigned[name] === null || Number.isInteger(assigned[name]))
      ? assigned
      : undefined
  } catch {
    return undefined
  }
}
