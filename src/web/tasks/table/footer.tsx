import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { queryString } from '../../../shared/call.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { ExportLink } from '../../components/export-link.tsx'
import { countOf } from '../counts.ts'
import type { RowQuery } from './use-rows.ts'

/** How many tasks there are, of how many. */
export function Showing({ total, filtered }: { total: number; filtered: boolean }) {
  const { chosen, departmentId } = useDepartmentFilter()
  const all = useReply(tasksApi.list, { query: { departmentId, limit: 1 } }, { keepPrevious: true, total: true })
  // Without filters the two are the same, and of different age.
  const of = filtered ? Math.max(total, all.data?.total ?? total) : total
  const place = chosen === undefined ? '' : ' in selected department'
  return <p className="min-w-0 tabular">{`Showing ${countOf(total)} of ${countOf(of)} tasks${place}`}</p>
}

/** The filtered list as a file. */
export function ExportTasks({ query, className }: { query: RowQuery; className?: string }) {
  if (!useCan('task:export')) return null
  const { path, download } = tasksApi.export
  return <ExportLink href={`${API_PREFIX}${path}${queryString(query)}`} fileName={download} className={className} />
}

/** Below the table; over cards the same stands in their head, where nothing floats over it. */
export const Footer = ({ query, ...showing }: { query: RowQuery; total: number; filtered: boolean }) => (
  <footer className="flex min-h-11 shrink-0 items-center gap-3 px-3 text-muted text-sm">
    <Showing {...showing} />
    <ExportTasks query={query} className="ml-auto" />
  </footer>
)
