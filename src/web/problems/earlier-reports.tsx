import { useState } from 'react'
import { problemsApi } from '../../shared/problems.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { ReportItem } from './report-item.tsx'

/** The reports before this one, page by page, as somebody asks for them. */
export function EarlierReports({ before }: { before: number }) {
  const i18n = useI18n()
  const [isWanted, setWanted] = useState(false)
  const { data, isFetching, isError, refetch } = useReply(
    problemsApi.list,
    { query: { before } },
    { enabled: isWanted },
  )
  if (!data) {
    return (
      <Button
        variant="ghost"
        pending={isFetching}
        onClick={() => (isError ? void refetch() : setWanted(true))}
        className="self-center"
      >
        {isError ? i18n.t('Try again') : i18n.t('Earlier reports')}
      </Button>
    )
  }
  return (
    <>
      <ul aria-label={i18n.t('Earlier reports')} className="flex flex-col gap-2">
        {data.problems.map((task) => (
          <ReportItem key={task.id} task={task} />
        ))}
      </ul>
      {data.next !== null && <EarlierReports before={data.next} />}
    </>
  )
}
