import { tasksApi } from '../../../shared/tasks.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { ExportLink } from '../../components/files/export.tsx'
import { useI18n } from '../../language.ts'
import type { RowQuery } from './use-rows.ts'

/** How many tasks match the filters, and how many there are. */
export function Showing({ total, filtered }: { total: number; filtered: boolean }) {
  const i18n = useI18n()
  const { chosen, departmentId } = useDepartmentFilter()
  const all = useReply(tasksApi.list, { query: { departmentId, limit: 1 } }, { keepPrevious: true, total: true })
  // Without filters both totals mean the same, but one may be older.
  const allTotal = filtered ? Math.max(total, all.data?.total ?? total) : total
  const values = { shown: total, total: allTotal }
  return (
    <p className="min-w-0 tabular wrap-anywhere">
      {chosen === undefined
        ? i18n.t(
            '{total, plural, one {Showing {shown, number} of # tasks} other {Showing {shown, number} of # tasks}}',
            values,
          )
        : i18n.t(
            '{total, plural, one {Showing {shown, number} of # tasks in selected department} other {Showing {shown, number} of # tasks in selected department}}',
            values,
          )}
    </p>
  )
}

/** Downloads the filtered list. */
export function ExportTasks({ query, className }: { query: RowQuery; className?: string }) {
  if (!useCan('task:export')) return null
  return <ExportLink endpoint={tasksApi.export} query={query} className={className} />
}

/** The line below the table. Above cards the same stands in their head, where no button floats over it. */
export const Footer = ({ query, ...showing }: { query: RowQuery; total: number; filtered: boolean }) => (
  <footer className="flex min-h-11 shrink-0 items-center gap-3 px-3 text-muted text-sm">
    <Showing {...showing} />
    <ExportTasks query={query} className="ms-auto" />
  </footer>
)
