import { useI18n } from '../../language.ts'
import { FloatingPanel } from '../../ui/floating-panel.tsx'
import type { PanelProps } from '../../ui/panel.ts'
import { SavedViews } from './saved-views.tsx'

/** The saved views, below their button. */
export function ViewsPopover(panel: PanelProps) {
  const i18n = useI18n()
  return (
    <FloatingPanel
      {...panel}
      align="end"
      aria-label={i18n.t('Saved views')}
      className="max-h-[min(32rem,var(--radix-popper-available-height))] w-[min(20rem,calc(100vw-1rem))]"
    >
      <div className="min-h-0 overflow-y-auto overscroll-contain p-2">
        <SavedViews onDone={panel.onClose} />
      </div>
    </FloatingPanel>
  )
}
