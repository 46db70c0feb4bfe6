import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cardClass } from './card-face.tsx'

/** The end of a column that has more tasks: they are loading, or could not be loaded. */
export function ColumnTail({ failed, onRetry }: { failed: boolean; onRetry: (() => unknown) | undefined }) {
  const i18n = useI18n()
  return failed ? (
    <div role="alert" className="flex flex-col items-center gap-2 px-2 py-4 text-center text-muted text-sm">
      <p>{i18n.t('The next tasks could not be loaded.')}</p>
      <Button onClick={() => onRetry?.()}>{i18n.t('Try again')}</Button>
    </div>
  ) : (
    <div className="flex flex-col gap-2">
      <span className="sr-only">{i18n.t('Loading tasks...')}</span>
      <CardSkeleton lines={2} />
      <CardSkeleton lines={1} />
    </div>
  )
}

export const CardSkeleton = ({ lines }: { lines: number }) => (
  <div aria-hidden="true" className={cardClass}>
    <Skeleton className="my-1 h-3.5 w-11/12" />
    {lines > 1 && <Skeleton className="mt-2 mb-1 h-3.5 w-3/5" />}
    <div className="mt-2.25 flex h-5.5 items-center gap-2">
      <Skeleton className="size-3.5" />
      <Skeleton className="h-3 w-10" />
      <Skeleton className="h-4 w-14 rounded-full" />
      <Skeleton className="ms-auto size-5.5 rounded-full" />
    </div>
  </div>
)
