import { X } from 'lucide-react'
import { routinesApi } from '../../../shared/routines.ts'
import { tagsIn } from '../../../shared/task-query.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { useProjects } from '../../components/choice/use-projects.ts'
import { outcomeLabels } from '../../components/labels/outcome-labels.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { usePeople } from '../../components/people/use-people.ts'
import { useI18n } from '../../language.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { taskKindLabels } from '../task-kind-labels.ts'
import { dueChoices } from './due-choices.ts'

/** The filters that are set and have no menu beside the search, each with a button that removes it. */
export function FilterChips() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const { project, assignee, due, dueFrom, dueTo, kind, place } = search
  const tags = tagsIn(search.tags ?? '')
  return (
    <>
      {assignee !== undefined && <AssigneeChip id={assignee} />}
      {due !== undefined && (
        <Chip
          label={i18n.t('Due date')}
          value={dueChoices(i18n).find(({ value }) => value === due)?.label ?? ''}
          onRemove={() => change({ due: undefined })}
        />
      )}
      {(dueFrom ?? dueTo) && (
        <Chip
          label={i18n.t('Due date')}
          value={formatDays(dueFrom, dueTo, { i18n })}
          onRemove={() => change({ dueFrom: undefined, dueTo: undefined })}
        />
      )}
      {kind !== undefined && (
        <Chip
          label={i18n.t('Kind')}
          value={i18n.t(taskKindLabels[kind])}
          onRemove={() => change({ kind: undefined })}
        />
      )}
      {place !== undefined && (
        <Chip label={i18n.t('Place')} value={place} onRemove={() => change({ place: undefined })} />
      )}
      {tags.map((tag) => (
        <Chip
          key={tag}
          label={i18n.t('Tag')}
          value={tag}
          onRemove={() => change({ tags: tags.filter((other) => other !== tag).join() || undefined })}
        />
      ))}
      {project !== undefined && <ProjectChip id={project} />}
      <LinkedChips />
    </>
  )
}

/** The filters that only a link sets. */
export function LinkedChips() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const { completedFrom, completedTo, createdFrom, createdTo } = search
  const { routine, outcome, occurredFrom, occurredTo } = search
  return (
    <>
      {routine !== undefined && <RoutineChip id={routine} />}
      {outcome !== undefined && (
        <Chip
          label={i18n.t('Outcome')}
          value={i18n.t(outcomeLabels[outcome])}
          onRemove={() => change({ outcome: undefined })}
        />
      )}
      {(occurredFrom ?? occurredTo) && (
        <Chip
          label={i18n.t('Opened ##routines')}
          value={formatDays(occurredFrom, occurredTo, { i18n })}
          onRemove={() => change({ occurredFrom: undefined, occurredTo: undefined })}
        />
      )}
      {(completedFrom ?? completedTo) && (
        <Chip
          label={i18n.t('Completed')}
          value={formatDays(completedFrom, completedTo, { i18n })}
          onRemove={() => change({ completedFrom: undefined, completedTo: undefined })}
        />
      )}
      {(createdFrom ?? createdTo) && (
        <Chip
          label={i18n.t('Created')}
          value={formatDays(createdFrom, createdTo, { i18n })}
          onRemove={() => change({ createdFrom: undefined, createdTo: undefined })}
        />
      )}
    </>
  )
}

function ProjectChip({ id }: { id: number | 'none' }) {
  const i18n = useI18n()
  const projects = useProjects()
  const { change } = useTaskSearch()
  const name = id === 'none' ? i18n.t('No project') : projects.data?.find((project) => project.id === id)?.name
  return (
    <Chip
      mayArriveLate={id !== 'none'}
      label={i18n.t('Project')}
      value={name ?? (projects.isPending ? '…' : i18n.t('unknown ##a project'))}
      onRemove={() => change({ project: undefined })}
    />
  )
}

function RoutineChip({ id }: { id: number }) {
  const i18n = useI18n()
  const { data, isPending } = useReply(routinesApi.list, { query: {} })
  const { change } = useTaskSearch()
  const title = data?.routines.find((routine) => routine.id === id)?.title
  return (
    <Chip
      mayArriveLate
      label={i18n.t('Routine')}
      value={title ?? (isPending ? '…' : i18n.t('unknown ##a routine'))}
      onRemove={() => change({ routine: undefined })}
    />
  )
}

function AssigneeChip({ id }: { id: string }) {
  const i18n = useI18n()
  const isPerson = id !== 'me' && id !== 'none'
  const mayList = useCan('person:list')
  const people = usePeople(mayList && isPerson)
  const { change } = useTaskSearch()
  const person = people.data?.find((candidate) => candidate.id === id)
  const name = person ? fullName(person) : i18n.t('one person')
  return (
    <Chip
      mayArriveLate={isPerson}
      label={i18n.t('Assignee')}
      value={isPerson ? name : id === 'me' ? i18n.t('Mine ##tasks') : i18n.t('Nobody ##assignee')}
      onRemove={() => change({ assignee: undefined })}
    />
  )
}

function Chip({
  label,
  value,
  mayArriveLate = false,
  onRemove,
}: {
  label: string
  value: string
  /** The value may still be loading. The chip has the same width before and after. */
  mayArriveLate?: boolean
  onRemove: () => void
}) {
  const i18n = useI18n()
  return (
    <Button
      aria-label={i18n.t('{filter}: {value}. Remove this filter', { filter: label, value })}
      onClick={onRemove}
      title={value}
      className={cx(
        'min-w-0 max-w-full border-accent! bg-accent-soft! text-accent md:max-w-80',
        mayArriveLate && 'justify-between! max-md:w-full md:w-60',
      )}
    >
      <span className="truncate">{i18n.t('{filter}: {value}', { filter: label, value })}</span>
      <X aria-hidden="true" className="size-3.5" />
    </Button>
  )
}
