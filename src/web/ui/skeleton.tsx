import { cx } from './class-names.ts'

/** The place of something that is still loading; give it the final size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx('animate-pulse rounded-control bg-hover', className)} />
)
