import { memo } from 'react'
import type { Person } from '../../shared/person.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { useViewer } from '../api/viewer.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { DepartmentName } from '../components/people/department-name.tsx'
import { RoleBadge } from '../components/people/role-badge.tsx'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { cx } from '../ui/class-names.ts'
import { PersonActions, useMayManage } from './person-actions.tsx'

/** Name, e-mail, role, department, status, actions. With less room the e-mail stands below the name. */
export const personRowColumns =
  'grid grid-cols-[minmax(9rem,1.7fr)_7rem_minmax(6.5rem,1fr)_7.5rem] items-center gap-x-3 xl:grid-cols-[minmax(9rem,1.3fr)_minmax(9rem,1.4fr)_7rem_minmax(7rem,1fr)_6.5rem_7.5rem]'

interface Choosing {
  /** Undefined while nobody chooses. */
  isChosen: boolean | undefined
  onChoose: (id: string, isChosen: boolean) => void
}

/** The person's picture. While the viewer chooses people, a managed person has a box to tick in its place. */
function AvatarOrBox({ person, isChosen, onChoose, className }: Choosing & { person: Person; className: string }) {
  const i18n = useI18n()
  const { manage } = useMayManage()(person)
  if (isChosen === undefined || !manage) return <Avatar person={person} size="lg" className={className} />
  return (
    <Checkbox
      label={i18n.t('Choose {name}', { name: fullName(person) })}
      checked={isChosen}
      onChange={({ target }) => onChoose(person.id, target.checked)}
      className={cx('size-8 shrink-0', className)}
    />
  )
}

/** Cells beside the name when the e-mail stands below it. */
const bothLines = 'max-xl:row-span-2 max-xl:row-start-1'

/** A person as a row of the table. */
export const PersonRow = memo(function PersonRow({
  person,
  place,
  top,
  isChosen,
  onChoose,
}: Choosing & {
  person: Person
  place: number
  top: number
}) {
  const i18n = useI18n()
  const { role, department, isActive, hasPassword } = person
  return (
    <tr
      aria-rowindex={place}
      style={{ transform: `translateY(${top}px)` }}
      className={cx(
        personRowColumns,
        'absolute inset-x-0 top-0 h-12 border-line border-b pe-1.5 ps-4 text-sm hover:bg-sunken max-xl:grid-rows-[1fr_1fr]',
        !isActive && 'text-muted',
      )}
    >
      <td className="flex min-w-0 items-center gap-2.5 max-xl:self-end max-xl:ps-10">
        <AvatarOrBox
          {...{ person, isChosen, onChoose }}
          className={cx('max-xl:absolute max-xl:top-2 max-xl:inset-s-4', !isActive && 'opacity-85 grayscale')}
        />
        <span dir="auto" className="truncate font-medium" title={fullName(person)}>
          {fullName(person)}
        </span>
        <You person={person} />
        {(!isActive || hasPassword === false) && <Status person={person} className="xl:hidden" />}
      </td>
      <td
        className="min-w-0 max-xl:col-start-1 max-xl:row-start-2 max-xl:self-start max-xl:ps-10 max-xl:text-muted max-xl:text-xs"
        title={signInName(person)}
      >
        <span dir="ltr" className="block truncate">
          {signInName(person)}
        </span>
      </td>
      <td className={bothLines}>
        <RoleBadge role={role} />
      </td>
      <td className={cx(bothLines, !department && 'text-muted')}>
        <span dir="auto" className="line-clamp-2 wrap-anywhere" title={department?.name}>
          {department?.name ?? i18n.t('No department')}
        </span>
      </td>
      <td className="max-xl:hidden">
        <Status person={person} />
      </td>
      <td className={cx('flex justify-end', bothLines)}>
        <PersonActions person={person} />
      </td>
    </tr>
  )
})

/** A person as a card, on phones. */
export const PersonCard = memo(function PersonCard({
  person,
  place,
  size,
  top,
  isChosen,
  onChoose,
}: Choosing & {
  person: Person
  place: number
  size: number
  top: number
}) {
  const i18n = useI18n()
  const { role, department, isActive, hasPassword } = person
  return (
    <li
      aria-posinset={place}
      aria-setsize={size}
      style={{ transform: `translateY(${top}px)` }}
      className="absolute inset-x-0 top-0 grid h-21 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-card border border-line bg-surface ps-3.5 shadow-card"
    >
      <AvatarOrBox {...{ person, isChosen, onChoose }} className={cx('size-9!', !isActive && 'opacity-85 grayscale')} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span dir="auto" className="truncate font-medium text-md">
            {fullName(person)}
          </span>
          <You person={person} />
        </p>
        <p dir="ltr" className="truncate text-muted text-sm">
          {signInName(person)}
        </p>
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          <RoleBadge role={role} />
          {(!isActive || hasPassword === false) && <Status person={person} />}
          <DepartmentName name={department?.name ?? i18n.t('No department')} />
        </p>
      </div>
      <PersonActions person={person} compact />
    </li>
  )
})

function Status({ person: { isActive, hasPassword, hasPin }, className }: { person: Person; className?: string }) {
  const i18n = useI18n()
  if (!isActive) return <Badge className={className}>{i18n.t('Inactive ##account')}</Badge>
  return hasPassword === false ? (
    <Badge tone={hasPin ? 'neutral' : 'medium'} className={className}>
      {hasPin ? i18n.t('PIN only') : i18n.t('No password')}
    </Badge>
  ) : (
    <span className="text-muted">{i18n.t('Active ##account')}</span>
  )
}

function You({ person }: { person: Person }) {
  const i18n = useI18n()
  return useViewer().id === person.id && <Badge>{i18n.t('You ##badge of the viewer')}</Badge>
}
