import type { I18n } from '@lingui/core'
import { useEffect, useRef } from 'react'
import type { Routine } from '../../shared/routines.ts'
import { priorityLabels } from '../components/priority-icon.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { fieldGroups, type GroupName } from './field-groups.ts'
import type { Conflict } from './use-editing.ts'
import { describeRoutine, expectedOf } from './words.ts'

const box = 'flex flex-col gap-3 rounded-control border p-3.5 outline-none'

/** What somebody else has saved where the viewer has changed something as well, and the choice between the two. */
export function ConflictNotice({
  conflict: { groups, theirs },
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const i18n = useI18n()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={cx(box, 'border-accent/40 bg-accent-soft')}>
      <p className="font-semibold">{i18n.t('Somebody else has changed this routine meanwhile')}</p>
      <p className="text-pretty">{i18n.t('Nothing you typed is lost: it stands in the form below. They have set:')}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {groups.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{i18n.t(fieldGroups[name].label)}</dt>
            <dd className="line-clamp-4 whitespace-pre-wrap font-medium wrap-anywhere">{words[name](theirs, i18n)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>{i18n.t('Keep mine')}</Button>
        <Button onClick={onTakeTheirs}>{i18n.t('Take theirs')}</Button>
      </div>
    </div>
  )
}

/** The routine was deleted, or is not visible to the viewer any more, while its form was open. */
export function GoneNotice() {
  const i18n = useI18n()
  return (
    <p role="alert" className={cx(box, 'border-overdue/40 bg-overdue-soft')}>
      {i18n.t(
        'This routine does not exist any more, or you may not see it now. Copy what you want to keep before you close the form.',
      )}
    </p>
  )
}

const yesOrNo = (value: boolean, i18n: I18n) => (value ? i18n.t('Yes') : i18n.t('No'))

/** How the notice shows what somebody has set. */
const words: Record<GroupName, (routine: Routine, i18n: I18n) => string> = {
  title: ({ title }) => title,
  owner: (routine, i18n) => expectedOf(routine, i18n),
  when: (routine, i18n) => describeRoutine(routine, i18n),
  description: ({ description }, i18n) => description || i18n.t('None ##no description'),
  priority: ({ priority }, i18n) => i18n.t(priorityLabels[priority]),
  place: ({ place }, i18n) => place || i18n.t('None ##no place'),
  tags: ({ tags }, i18n) => tags.join(', ') || i18n.t('None ##no tags'),
  procedure: ({ sopId, sopPage }, i18n) =>
    sopId === null ? i18n.t('None ##no procedure') : i18n.t('Page {page}', { page: sopPage ?? 1 }),
  steps: ({ steps }, i18n) => steps.map(({ text }) => text).join('\n') || i18n.t('None ##no steps'),
  eachCounts: ({ eachCounts }, i18n) => yesOrNo(eachCounts, i18n),
  isActive: ({ isActive }, i18n) => yesOrNo(isActive, i18n),
}
