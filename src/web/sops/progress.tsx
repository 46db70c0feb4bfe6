import { Button } from '../ui/button.tsx'

/** The progress of an upload, from 0 to 1. At 1 the server checks the file. */
export function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div
          role="progressbar"
          aria-label="Upload"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1.5 overflow-hidden rounded-full bg-control/25"
        >
          <div
            className="h-full origin-start bg-accent transition-transform duration-150 ease-out"
            style={{ transform: `scaleX(${share})` }}
          />
        </div>
        <p className="mt-1.5 text-muted text-sm tabular">{percent < 100 ? `${percent} %` : 'Checking the file...'}</p>
      </div>
      <Button onClick={onCancel}>Cancel upload</Button>
    </div>
  )
}
