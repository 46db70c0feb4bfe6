import { problemsApi } from '../../shared/problems.ts'
import { Earlier } from '../components/history/earlier.tsx'
import { useI18n } from '../language.ts'
import { ReportItem } from './report-item.tsx'

/** The reports before this one, page by page, as somebody asks for them. */
export function EarlierReports({ before }: { before: number }) {
  const i18n = useI18n()
  const label = i18n.t('Earlier reports')
  return (
    <Earlier endpoint={problemsApi.list} args={{ query: { before } }} label={label}>
      {({ problems, next }) => (
        <>
          <ul aria-label={label} className="flex flex-col gap-2">
            {problems.map((task) => (
              <ReportItem key={task.id} task={task} />
            ))}
          </ul>
          {next !== null && <EarlierReports before={next} />}
        </>
      )}
    </Earlier>
  )
}
