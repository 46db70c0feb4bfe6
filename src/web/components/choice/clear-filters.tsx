import { X } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

/** A button that removes all filters. On tablets it shows only its icon, so that the tools fit into one line. */
export function ClearFilters({ onClear, className }: { onClear: () => void; className?: string }) {
  const i18n = useI18n()
  return (
    <Button
      variant="ghost"
      title={i18n.t('Clear Filters')}
      onClick={onClear}
      className={cx('md:max-xl:w-8.5 md:max-xl:px-0! md:max-xl:touch:w-11', className)}
    >
      <X aria-hidden="true" className="size-4" />
      <span className="md:max-xl:sr-only">{i18n.t('Clear Filters')}</span>
    </Button>
  )
}
