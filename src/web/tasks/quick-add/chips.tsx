import { CalendarDays, Hash, X } from 'lucide-react'
import { formatTime, formatWeekdayDate } from '../../../shared/words/formats.ts'
import { PriorityIcon, priorityLabels } from '../../components/labels/priority-icon.tsx'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import type { MentionablePerson, ParsedPart } from './parse.ts'

/** The understood parts, each with a button that takes it back. */
export function Chip({
  part,
  people,
  onRemove,
}: {
  part: ParsedPart
  people: readonly MentionablePerson[]
  onRemove: () => void
}) {
  const i18n = useI18n()
  const { icon, label } = useShown(part, people)
  return (
    <span className="flex h-6 max-w-full items-center gap-1.5 rounded-full bg-accent-soft ps-2 text-accent text-sm touch:h-9 touch:text-md">
      {icon}
      <span dir="auto" className="truncate">
        {label}
      </span>
      <button
        type="button"
        aria-label={i18n.t('Remove {part}', { part: label })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onRemove}
        className="relative grid size-6 shrink-0 place-items-center rounded-full after:absolute hover:bg-hover touch:size-9 touch:after:-inset-1"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  )
}

function useShown(part: ParsedPart, people: readonly MentionablePerson[]) {
  const reader = useReader()
  const { i18n } = reader
  const icon = 'size-3.5 shrink-0'
  switch (part.kind) {
    case 'person': {
      const person = people.find(({ id }) => id === part.id)
      return person
        ? { icon: <Avatar person={person} className="-ms-1.25 size-5!" />, label: fullName(person) }
        : { icon: <NoAvatar className="-ms-1.25 size-5!" />, label: part.raw }
    }
    case 'priority':
      return { icon: <PriorityIcon priority={part.priority} />, label: i18n.t(priorityLabels[part.priority]) }
    case 'tag':
      return { icon: <Hash aria-hidden="true" className={icon} />, label: part.tag }
    default: {
      const moment = `${part.date}T${part.time ?? '12:00'}:00.000Z`
      const asTyped = { i18n, timeZone: 'UTC' }
      const date = formatWeekdayDate(moment, asTyped)
      return {
        icon: <CalendarDays aria-hidden="true" className={icon} />,
        label: part.time === undefined ? date : i18n.t('{date}, {time}', { date, time: formatTime(moment, asTyped) }),
      }
    }
  }
}
