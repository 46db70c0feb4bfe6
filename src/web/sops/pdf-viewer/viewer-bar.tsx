import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { useMedia, WIDE } from '../../ui/media.ts'

/** The tools below a document, near the thumb. `children` stands beside, or below on small screens. */
export function ViewerBar({
  page,
  size,
  search,
  note,
  children,
}: {
  /** The page's number. */
  page: ReactNode
  /** Buttons for the size. */
  size: ReactNode
  search: { isOpen: boolean; start: () => void; end: () => void }
  note: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  const isWide = useMedia(WIDE)
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1.5 border-line border-t bg-surface px-3 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] md:grid md:grid-cols-[1fr_auto_1fr] md:px-4 md:py-2 low:md:flex low:md:py-1">
      {note && <div className="col-span-full w-full">{note}</div>}
      {page}
      {size}
      <span className="flex items-center justify-end gap-3 md:min-w-0">
        <IconButton
          label={i18n.t('Find in document')}
          aria-pressed={search.isOpen}
          onClick={search.isOpen ? search.end : search.start}
        >
          <Search aria-hidden="true" className="size-4" />
        </IconButton>
        {isWide && children}
      </span>
      {/* On a phone on its side all of it stands in one line, so that the pages keep their room. */}
      {!isWide && children && <div className="col-span-full w-full low:md:w-auto low:md:flex-1">{children}</div>}
    </div>
  )
}
