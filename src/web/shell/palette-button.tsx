import { Search } from 'lucide-react'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import { openPalette } from './overlay.ts'
import { preparePalette } from './overlays.tsx'

const prepare = { onPointerEnter: preparePalette, onFocus: preparePalette }

/** Opens the command palette, above the navigation. */
export function PaletteButton({ onClick = openPalette, className }: { onClick?: () => void; className?: string }) {
  const i18n = useI18n()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...prepare}
      onClick={onClick}
      className={cx(
        'mb-3 flex h-8.5 w-full shrink-0 items-center gap-2.5 rounded-control border border-line bg-surface px-2 text-muted shadow-card transition-colors duration-120 hover:border-control/50 hover:text-text touch:h-11 touch:px-3 touch:text-md',
        className,
      )}
    >
      <Search aria-hidden="true" className="size-4.25 shrink-0" />
      {i18n.t('Search')}
      <Keys keys="mod+k" className="ms-auto touch:hidden" />
    </button>
  )
}

/** Opens the command palette, in the header of screens that have no sidebar. */
export function PaletteIcon({ className }: { className?: string }) {
  const i18n = useI18n()
  return (
    <IconButton
      label={i18n.t('Search')}
      aria-haspopup="dialog"
      {...prepare}
      onClick={openPalette}
      className={className}
    >
      <Search aria-hidden="true" className="size-4.5" />
    </IconButton>
  )
}
