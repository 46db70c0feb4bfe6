import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { useI18n } from '../language.ts'
import { Backdrop } from '../ui/backdrop.tsx'
import { useGuardedClosing } from '../ui/guarded-closing.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { PaletteSearch } from './palette-search.tsx'

/** The command palette: opens any screen, command or task by typing a part of its name. Load it on demand. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const chosen = useRef<() => unknown>(undefined)
  const returnFocus = useReturnFocus(open, () => {
    chosen.current?.()
    chosen.current = undefined
  })
  useGuardedClosing({ open, onClose, closesOnBack: true })
  const i18n = useI18n()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Backdrop open={open} className="z-40 animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col overflow-hidden bg-surface md:inset-auto md:top-[13vh] md:left-1/2 md:h-[min(29rem,74vh)] md:w-[min(40rem,calc(100%-3rem))] md:-translate-x-1/2 md:animate-grow-in md:rounded-card md:shadow-float forced-colors:border"
        >
          <Radix.Title className="sr-only">{i18n.t('Command palette')}</Radix.Title>
          <PaletteSearch
            onChoose={(run) => {
              // Runs when the focus is back in its place. A dialog that this opens then returns the focus there, too.
              chosen.current = run
              onClose()
            }}
            onClose={onClose}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
