import { useI18n } from '../../language.ts'
import { FloatingPanel } from '../../ui/floating-panel.tsx'
import type { PanelProps } from '../../ui/panel.ts'
import { FilterFields } from './filter-fields.tsx'
import { OrderField } from './order-field.tsx'

/** The filters that are used less often, below their button. */
export function FilterPopover(panel: PanelProps) {
  const i18n = useI18n()
  return (
    <FloatingPanel
      {...panel}
      align="start"
      aria-label={i18n.t('Filters')}
      className="max-h-(--radix-popper-available-height) w-[min(22rem,calc(100vw-1rem))]"
    >
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain p-4">
        <FilterFields />
        <OrderField className="xl:hidden" />
      </div>
    </FloatingPanel>
  )
}
