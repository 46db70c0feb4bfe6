import type { Routine } from '../../shared/routines.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { PrintSheet, PrintTable } from '../components/files/print-sheet.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { byDepartment } from './matching.ts'
import { describeRoutine, expectedOf } from './words.ts'

/** The routines on paper, by department, with their times and assignees. */
export function PrintedRoutines({
  routines,
  words,
  onDone,
}: {
  routines: readonly Routine[]
  /** The words that the list was searched for. */
  words: string | undefined
  onDone: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const { label } = useDepartmentFilter()
  return (
    <PrintSheet
      title={i18n.t('Routines')}
      facts={[
        label,
        words && i18n.t('“{text}”', { text: words }),
        i18n.t('{count, plural, one {# routine} other {# routines}}', { count: routines.length }),
      ]}
      ready
      onDone={onDone}
    >
      {byDepartment(routines, reader).map(({ department, routines: own }) => (
        <section key={department?.id ?? 'none'} className="not-first-of-type:mt-6">
          <h2 className="break-after-avoid font-semibold text-md">
            <bdi>{department?.name ?? i18n.t('No department')}</bdi>{' '}
            <span className="font-normal text-muted tabular">{formatCount(own.length, { i18n })}</span>
          </h2>
          <PrintTable heads={[i18n.t('Title'), i18n.t('Rule'), i18n.t('Who is expected')]}>
            {own.map((routine) => (
              <tr key={routine.id}>
                <td dir="auto" className="w-1/3">
                  {routine.title}
                  {routine.place && <span className="block text-muted text-xs">{routine.place}</span>}
                </td>
                <td>
                  {describeRoutine(routine, i18n)}
                  {!routine.isActive && <span className="block text-muted text-xs">{i18n.t('Off ##switched')}</span>}
                </td>
                <td dir="auto">{expectedOf(routine, i18n)}</td>
              </tr>
            ))}
          </PrintTable>
        </section>
      ))}
    </PrintSheet>
  )
}
