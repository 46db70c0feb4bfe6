import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'

/** The progress of an upload, from 0 to 1. At 1 the server checks the file. */
export function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const i18n = useI18n()
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div
          role="progressbar"
          aria-label={i18n.t('Upload ##progress of a file')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1.5 overflow-hidden rounded-full bg-control/25 forced-colors:outline"
        >
          <div
            className="h-full origin-start bg-accent forced-colors:bg-[CanvasText] transition-transform duration-150 ease-out"
            style={{ transform: `scaleX(${share})` }}
          />
        </div>
        <p className="mt-1.5 text-muted text-sm tabular">
          {percent < 100 ? i18n.t('{percent} %', { percent }) : i18n.t('Checking the file...')}
        </p>
      </div>
      <Button onClick={onCancel}>{i18n.t('Cancel upload')}</Button>
    </div>
  )
}
