import { deployment } from '../api/deployment.ts'
import { Badge } from '../ui/badge.tsx'

/** Says on every page that what it shows is made up, where it is. */
export const SampleNote = ({ className }: { className?: string }) =>
  deployment.sample && (
    <Badge tone="medium" className={className}>
      Sample data
    </Badge>
  )

/** The same as a line of its own, where small screens have no room for it beside the title. */
export const SampleStrip = () =>
  deployment.sample && <p className="tint-medium py-0.5 text-center font-semibold text-xs md:hidden">Sample data</p>
