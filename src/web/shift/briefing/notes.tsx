import { useState } from 'react'
import type { HandoverNote } from '../../../shared/briefing.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'

/** Colleagues' notes to the department at the end of their shifts. Nobody has to answer them. */
export function HandoverNotes({ notes }: { notes: readonly HandoverNote[] }) {
  const i18n = useI18n()
  const [areAllShown, setAllShown] = useState(false)
  if (notes.length === 0) return null
  const shown = areAllShown ? notes : notes.slice(0, NEWEST)
  const more = notes.length - shown.length
  return (
    <>
      <ul aria-label={i18n.t('Notes to your department')} className="mt-4 flex flex-col gap-2">
        {shown.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          variant="ghost"
          onClick={() => setAllShown(true)}
          className="mt-1 self-start px-1! font-semibold text-accent! text-sm"
        >
          {i18n.t('{count, plural, one {# more note} other {# more notes}}', { count: more })}
        </Button>
      )}
    </>
  )
}

/** Older notes come folded. */
const NEWEST = 2
/** Characters and lines that somebody reads at a glance; a longer note comes folded. */
const LONG = 240
const LINES = 5

function Note({ note: { giver, createdAt, note } }: { note: HandoverNote }) {
  const i18n = useI18n()
  const [isWhole, setWhole] = useState(false)
  const isFolded = !isWhole && (note.length > LONG || note.split('\n').length > LINES)
  return (
    <li className={cx(card, 'px-3.5 py-3')}>
      <div className="flex items-center gap-2 text-muted text-sm">
        <Avatar person={giver} size="sm" />
        <span className="min-w-0 truncate">
          <bdi className="font-semibold text-text">{fullName(giver)}</bdi>
          {' · '}
          <Ago iso={createdAt} />
        </span>
      </div>
      <p dir="auto" className={cx('mt-1.5 whitespace-pre-wrap text-md wrap-anywhere', isFolded && 'line-clamp-5')}>
        {note}
      </p>
      {isFolded && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="-mb-2 min-h-11 rounded-control font-semibold text-accent text-sm hover:underline"
        >
          {i18n.t('Show more')}
        </button>
      )}
    </li>
  )
}
