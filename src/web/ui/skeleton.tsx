import { type ComponentProps, createElement, Fragment, type ReactElement } from 'react'
import { cx } from './class-names.ts'

/** The place of something that is still loading; give it the final size. */
export const Skeleton = ({ className, style }: Pick<ComponentProps<'div'>, 'className' | 'style'>) => (
  <div aria-hidden="true" style={style} className={cx('animate-pulse rounded-control bg-hover', className)} />
)

/** So many of them: children one by one and no list, as they stand still and need no keys. */
export const times = (count: number, make: (at: number) => ReactElement) =>
  createElement(Fragment, null, ...Array.from({ length: count }, (_, at) => make(at)))
