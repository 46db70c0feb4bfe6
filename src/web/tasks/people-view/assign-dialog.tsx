import { useMemo } from 'react'
import { isOnDutyUntil } from '../../../shared/duty.ts'
import type { Task } from '../../../shared/tasks.ts'
import { type Choice, FinderList, useFinder } from '../../components/choice/finder.tsx'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { useShiftPeople } from '../../components/people/use-shift-people.ts'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Input } from '../../ui/field.tsx'
import { assign, type PlannedPerson } from './assign.ts'

interface PersonChoice extends Choice {
  person: PlannedPerson | null
  note: string
}

/** Chooses an assignee: people on duty first, or nobody. */
export function AssignDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const { data, isError, isFetching, refetch } = useShiftPeople()
  const choices = useMemo((): PersonChoice[] => {
    const now = serverNow()
    const people = (data ?? []).map((person) => {
      const duty = isOnDutyUntil(person.onDutyUntil, now) ? i18n.t('On duty') : i18n.t('Off duty')
      const department = person.department?.name
      return {
        id: person.id,
        label: fullName(person),
        words: department ?? '',
        person,
        note: department ? `${duty} · ${department}` : duty,
      }
    })
    return [{ id: '', label: i18n.t('Unassigned'), person: null, note: '' }, ...people]
  }, [data, i18n])
  const finder = useFinder(choices, task.assigneeId ?? '', ({ person }) => {
    void assign(task, person, true)
    onClose()
  })
  return (
    <Dialog open size="sm" title={i18n.t('Assign to…')} description={task.title} onClose={onClose} closesOnBack>
      {isError && !data ? (
        <FailedState
          message={i18n.t('The list of people could not be loaded.')}
          onRetry={refetch}
          pending={isFetching}
        />
      ) : (
        <div className="flex flex-col gap-2 md:h-96">
          <Input
            {...finder.fieldProps(true)}
            aria-label={i18n.t('People')}
            placeholder={i18n.t('Search people')}
            value={finder.typed}
            maxLength={200}
            onChange={({ target }) => finder.type(target.value)}
            onKeyDown={finder.onKeyDown}
            className="shrink-0"
          />
          <FinderList
            finder={finder}
            label={i18n.t('People')}
            emptyText={i18n.t('Nobody matches')}
            note={!data && i18n.t('Loading people...')}
          >
            {({ label, person, note }) => (
              <>
                {person ? <Avatar person={person} /> : <NoAvatar />}
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate">
                    {label}
                  </span>
                  {note && <span className="block truncate text-muted text-xs">{note}</span>}
                </span>
              </>
            )}
          </FinderList>
        </div>
      )}
    </Dialog>
  )
}
