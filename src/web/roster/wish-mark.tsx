import { Ban, Heart } from 'lucide-react'
import type { PlannersWish } from '../../shared/roster/wish-shapes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { shortWishTimes, wishInWords } from './wish-words.ts'

export const wishIcons = { unavailable: Ban, preferred: Heart } as const

/** Wishes about a day in the cell of a person: a small mark, with words for screen readers and in a tooltip. */
export function WishMarks({
  wishes,
  isBroken,
}: {
  wishes: readonly PlannersWish[]
  /** A shift goes against one of them. */
  isBroken: boolean
}) {
  const reader = useReader()
  const { i18n } = reader
  return wishes.map((wish, at) => {
    const words = wishInWords(wish, reader)
    const Icon = wishIcons[wish.kind]
    const isAgainst = isBroken && wish.kind === 'unavailable'
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: wishes of planners have no id, and two may say the same
        key={at}
        title={words}
        className={cx(
          'mb-0.5 flex min-w-0 items-center gap-1 px-0.5 text-xs leading-tight',
          isAgainst ? 'font-semibold text-overdue' : 'text-muted',
        )}
      >
        <Icon aria-hidden="true" className="size-3 shrink-0" />
        <span aria-hidden="true" className="tabular truncate">
          {shortWishTimes(wish) ??
            (wish.kind === 'unavailable' ? i18n.t('cannot ##work on a day') : i18n.t('would like to ##work on a day'))}
        </span>
        <span className="sr-only">{words}</span>
      </span>
    )
  })
}
