import { csvLine } from '../../shared/csv.ts'

type Cell = string | number | null

/** Saves rows as a CSV file, by the browser's download. */
export function saveCsv(name: string, head: string[], rows: Cell[][]) {
  const text = `\uFEFF${[head, ...rows].map(csvLine).join('')}`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  // Later, because the download has to begin first.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
