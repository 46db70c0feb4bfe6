import { Minus, MoveHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import type { Pdf, PdfState } from './pdf.ts'

/** The current page's number, and a field to go to another. */
export function PageNumber({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number) => void }) {
  const i18n = useI18n()
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const number = Number(typed)
    if (typed && Number.isInteger(number) && number > 0) onGo(Math.min(number, pages))
    setTyped(undefined)
  }
  return (
    <span dir="ltr" className="flex items-center gap-1.5 whitespace-nowrap tabular">
      <input
        aria-label={i18n.t('Page')}
        inputMode="numeric"
        value={typed ?? String(page)}
        disabled={pages === 0}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 5))}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
        className="h-8.5 w-12 rounded-control border border-control bg-surface px-1 text-center focus-visible:border-accent touch:h-11 touch:text-lg"
      />
      <span className="text-muted">/ {pages === 0 ? '…' : formatCount(pages, { i18n })}</span>
    </span>
  )
}

/** The zoom in percent, and the buttons to change it. */
export function Zoom({
  scale,
  onZoom,
}: {
  scale: PdfState['scale']
  onZoom: (how: Parameters<Pdf['zoom']>[0]) => void
}) {
  const i18n = useI18n()
  return (
    <span className="flex items-center">
      <IconButton label={i18n.t('Zoom out')} onClick={() => onZoom('out')}>
        <Minus aria-hidden="true" className="size-4" />
      </IconButton>
      <output
        dir="ltr"
        aria-label={i18n.t('Zoom')}
        className="min-w-12 whitespace-nowrap text-center text-sm tabular max-md:hidden"
      >
        {i18n.t('{percent} %', { percent: Math.round(scale * 100) })}
      </output>
      <IconButton label={i18n.t('Zoom in')} onClick={() => onZoom('in')}>
        <Plus aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={i18n.t('Fit width')} onClick={() => onZoom('width')}>
        <MoveHorizontal aria-hidden="true" className="size-4" />
      </IconButton>
    </span>
  )
}
