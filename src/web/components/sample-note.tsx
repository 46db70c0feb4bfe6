import { deployment } from '../api/deployment.ts'
import { Badge } from '../ui/badge.tsx'

/** A badge on every page of a deployment with sample data. */
export const SampleNote = ({ className }: { className?: string }) =>
  deployment.sample && (
    <Badge tone="medium" className={className}>
      Sample data
    </Badge>
  )

/** The same as a line of its own, for small screens, which have no room for the badge beside the title. */
export const SampleStrip = () =>
  deployment.sample && <p className="tint-medium py-0.5 text-center font-semibold text-xs md:hidden">Sample data</p>
