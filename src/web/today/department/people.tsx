import { MessageSquare } from 'lucide-react'
import type { DepartmentToday, PersonHere } from '../../../shared/today-department.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { formatSince } from '../../clock/format.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { OnBreak } from '../../components/people/on-break.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { useTicking } from '../../ui/now.ts'
import { DepartmentGroup, Line, Way } from './group.tsx'

/** The people on duty, with a button to write to each of them. Below stand the people who have not clocked out. */
export function People({
  day: { department, onDuty, notClockedOut },
  onWrite,
}: {
  day: DepartmentToday
  onWrite: (person: PersonHere) => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { choose } = useDepartmentFilter()
  const maySend = useCan('message:send', { departmentId: department.id })
  return (
    <>
      {onDuty.total === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{i18n.t('Nobody is on duty now')}</p>
      ) : (
        <DepartmentGroup
          title={i18n.t('On duty now')}
          total={onDuty.total}
          more={
            onDuty.total > onDuty.people.length && (
              <Way to="/on-duty" onClick={() => choose(department.id)}>
                {i18n.t('All {total, number}', { total: onDuty.total })}
              </Way>
            )
          }
        >
          {onDuty.people.map((person) => (
            <PersonLine
              key={person.id}
              person={person}
              onWrite={maySend && person.id !== viewer.id ? () => onWrite(person) : undefined}
            />
          ))}
        </DepartmentGroup>
      )}
      <DepartmentGroup title={i18n.t('Have not clocked out')} total={notClockedOut.total} isAlarming>
        {notClockedOut.people.map((person) => (
          <PersonLine key={person.id} person={person} isForgotten />
        ))}
      </DepartmentGroup>
    </>
  )
}

function PersonLine({
  person,
  isForgotten = false,
  onWrite,
}: {
  person: PersonHere
  isForgotten?: boolean
  onWrite?: (() => void) | undefined
}) {
  const reader = useReader()
  const { i18n } = reader
  const viewer = useViewer()
  const since = useTicking((now) => formatSince(person.since, now, reader))
  const name = fullName(person)
  return (
    <Line
      words={
        <p className="flex min-w-0 items-center gap-2">
          <Avatar person={person} />
          <span dir="auto" className="min-w-0 truncate font-medium">
            {name}
          </span>
          <span className="tabular shrink-0 text-muted text-sm">{i18n.t('since {time}', { time: since })}</span>
        </p>
      }
      details={person.onBreakSince && <OnBreak since={person.onBreakSince} />}
      action={
        isForgotten && person.id !== viewer.id ? (
          <Way to="/clock" search={{ view: 'team', person: person.id } as never}>
            {i18n.t('Correct the hours')}
          </Way>
        ) : (
          onWrite && (
            <IconButton label={i18n.t('Message to {name}', { name })} onClick={onWrite}>
              <MessageSquare aria-hidden="true" className="size-4" />
            </IconButton>
          )
        )
      }
    />
  )
}
