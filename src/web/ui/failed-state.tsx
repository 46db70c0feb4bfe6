import { RotateCw } from 'lucide-react'
import { useI18n } from '../language.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

/** Stands where something could not be loaded: a message and a button to try again. */
export function FailedState({
  message,
  onRetry,
  pending,
  className,
}: {
  message: string
  onRetry: () => void
  pending?: boolean
  className?: string
}) {
  const i18n = useI18n()
  return (
    <div
      role="alert"
      className={cx('m-auto flex max-w-sm flex-col items-center gap-4 px-4 py-10 text-center', className)}
    >
      <p className="text-pretty text-muted">{message}</p>
      <Button onClick={onRetry} pending={pending}>
        {!pending && <RotateCw aria-hidden="true" className="size-4" />}
        {i18n.t('Try again')}
      </Button>
    </div>
  )
}
