import { deployment } from '../../api/deployment.ts'
import { useI18n } from '../../language.ts'
import { Badge } from '../../ui/badge.tsx'

/** A badge on every page of a deployment with sample data. */
export function SampleNote({ className }: { className?: string }) {
  const i18n = useI18n()
  return (
    deployment.sample && (
      <Badge tone="medium" className={className}>
        {i18n.t('Sample data')}
      </Badge>
    )
  )
}

/** The same as a line of its own, for screens without a sidebar, which have no room for the badge beside the title. */
export function SampleStrip() {
  const i18n = useI18n()
  return (
    deployment.sample && (
      <p className="tint-medium -mx-(--notch) py-0.5 text-center font-semibold text-xs lg:hidden">
        {i18n.t('Sample data')}
      </p>
    )
  )
}
