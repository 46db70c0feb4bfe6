import { X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

/** A button that removes all filters. On tablets it shows only its icon, so that the tools fit into one line. */
export const ClearFilters = ({ onClear, className }: { onClear: () => void; className?: string }) => (
  <Button
    variant="ghost"
    title="Clear Filters"
    onClick={onClear}
    className={cx('md:max-xl:w-8.5 md:max-xl:px-0! md:max-xl:touch:w-11', className)}
  >
    <X aria-hidden="true" className="size-4" />
    <span className="md:max-xl:sr-only">Clear Filters</span>
  </Button>
)
