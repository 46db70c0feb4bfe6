import { X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

/** Takes all filters off; on tablets, where the tools stay in one line, it shows only its sign. */
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
