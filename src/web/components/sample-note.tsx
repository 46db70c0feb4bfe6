import { deployment } from '../api/deployment.ts'
import { Badge } from '../ui/badge.tsx'

/** Says on every page that what it shows is made up, where it is. */
export const SampleNote = ({ className }: { className?: string }) =>
  deployment.sample && (
    <Badge tone="medium" className={className}>
      Sample data
    </Badge>
  )
