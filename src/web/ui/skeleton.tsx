import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** The place of something that is still loading; give it the final size. */
export const Skeleton = ({ className, style }: Pick<ComponentProps<'div'>, 'className' | 'style'>) => (
  <div aria-hidden="true" style={style} className={cx('animate-pulse rounded-control bg-hover', className)} />
)
