import { Trash2 } from 'lucide-react'
import type { Wish } from '../../shared/roster/wish-shapes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { IconButton } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import type { useWishes } from './use-wishes.ts'
import { wishIcons } from './wish-mark.tsx'
import { wishDaysInWords, wishKindInWords } from './wish-words.ts'

/** The wishes of a person, each with a button that removes it. `none` stands in place of no wishes. */
export function WishList({
  label,
  none,
  again,
  of: { query, wishes, isSaving, remove },
}: {
  label: string
  none: string
  /** Where a removed wish can be added again. */
  again: string
  of: ReturnType<typeof useWishes>
}) {
  const { i18n } = useReader()
  if (!wishes)
    return (
      <NotLoaded query={query} failure={i18n.t('The wishes could not be loaded.')}>
        <LoadingBars bars="h-12" count={2} />
      </NotLoaded>
    )
  if (wishes.length === 0) return <p className="text-muted text-sm">{none}</p>
  return (
    <ul aria-label={label} className="grid gap-1.5">
      {wishes.map((wish) => (
        <WishRow key={wish.id} wish={wish} isSaving={isSaving} onRemove={() => void remove(wish, again)} />
      ))}
    </ul>
  )
}

function WishRow({ wish, isSaving, onRemove }: { wish: Wish; isSaving: boolean; onRemove: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const Icon = wishIcons[wish.kind]
  const days = wishDaysInWords(wish, reader)
  return (
    <li className={cx(card, 'flex items-center gap-3 py-1.5 ps-3 pe-1')}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block text-muted text-sm">{wishKindInWords(wish.kind, reader)}</span>
        <span className="tabular block font-medium text-pretty">{days}</span>
        {wish.note && (
          <span dir="auto" className="block text-sm">
            {wish.note}
          </span>
        )}
      </span>
      <IconButton
        label={i18n.t('Remove {name}', { name: days })}
        aria-disabled={isSaving}
        onClick={() => !isSaving && onRemove()}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </li>
  )
}
