import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'

const pill =
  'absolute left-1/2 flex -translate-x-1/2 items-center gap-2.5 whitespace-nowrap rounded-full raised text-sm shadow-float forced-colors:border'

/** Floats over skeletons while tasks load. */
export function LoadingNote() {
  const i18n = useI18n()
  return (
    <div role="status" className={cx(pill, 'top-16 px-4 py-2 font-medium text-muted')}>
      <Spinner />
      {i18n.t('Loading tasks...')}
    </div>
  )
}

/** Floats over tasks when some could not be loaded or refreshed. */
export function FaultNote({
  children,
  pending,
  onRetry,
}: {
  children: string
  pending: boolean
  onRetry: () => unknown
}) {
  const i18n = useI18n()
  return (
    <div role="alert" className={cx(pill, 'bottom-6 z-20 py-1.5 pe-1.5 ps-4')}>
      {children}
      <Button onClick={() => onRetry()} pending={pending}>
        {i18n.t('Try again')}
      </Button>
    </div>
  )
}
