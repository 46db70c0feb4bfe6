import { cx } from './class-names.ts'

/** How much of an upload has arrived, from 0 to 1. */
export const ProgressBar = ({
  label,
  share,
  className,
  barClass,
}: {
  label: string
  share: number
  className?: string
  barClass?: string
}) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={Math.floor(share * 100)}
    aria-valuemin={0}
    aria-valuemax={100}
    className={cx('h-1.5 overflow-hidden rounded-full bg-control/25 forced-colors:outline', className)}
  >
    <div
      className={cx('h-full origin-start bg-accent forced-colors:bg-[CanvasText]', barClass)}
      style={{ transform: `scaleX(${share})` }}
    />
  </div>
)
