import { type ComponentProps, createElement, Fragment, type ReactElement } from 'react'
import { cx } from './class-names.ts'

/** Stands in place of content that is loading. Give it the size of that content. */
export const Skeleton = ({ className, style }: Pick<ComponentProps<'div'>, 'className' | 'style'>) => (
  <div
    aria-hidden="true"
    style={style}
    className={cx('animate-pulse rounded-control bg-hover forced-colors:border', className)}
  />
)

/** Makes so many elements. They are passed as separate children, so that they need no keys. */
export const times = (count: number, make: (at: number) => ReactElement) =>
  createElement(Fragment, null, ...Array.from({ length: count }, (_, at) => make(at)))
