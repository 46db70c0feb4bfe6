import type { ReactNode } from 'react'
import { useDirection } from '../../direction.ts'

/** The look of all axes. */
const axis = {
  tick: { fill: 'var(--muted)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line)' },
} as const

/**
 * Makes a printed chart as wide as the page, from any screen. The library places texts as if all lines ran from left to
 * right; `useAxes` mirrors the rest, and each label is written in the direction of its own letters.
 */
export const frame =
  '[direction:ltr] [&_text]:[unicode-bidi:plaintext] print:[&>div]:size-full! print:[&_.recharts-wrapper]:w-full!'

/**
 * The corner where the axes begin: the values of `x` go on the horizontal axis, the values of `y` on the vertical one.
 */
export function useAxes(marginEnd: number) {
  const isMirrored = useDirection() === 'rtl'
  return {
    x: { ...axis, reversed: isMirrored },
    y: { ...axis, orientation: isMirrored ? 'right' : 'left' },
    margin: { left: isMirrored ? marginEnd : 0, right: isMirrored ? 0 : marginEnd },
  } as const
}

/** The tooltip of the point at the pointer or the keyboard cursor. Screen readers read it out. */
export const Bubble = ({ title, children }: { title: string; children: ReactNode }) => (
  <div
    role="status"
    aria-live="assertive"
    dir={useDirection()}
    className="rounded-md border border-line raised px-2.5 py-1.5 text-sm shadow-float"
  >
    <p className="text-muted text-xs">{title}</p>
    <div className="font-medium tabular">{children}</div>
  </div>
)

/** A pattern of slanted lines, so that parts of a chart differ in more than colour. */
export const Hatched = ({ id, colour }: { id: string; colour: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill={colour} fillOpacity="0.3" />
    <rect width="3" height="6" fill={colour} />
  </pattern>
)
