import type { ReactNode } from 'react'

/** How all charts look: quiet axes, no moving parts. */
export const axis = {
  tick: { fill: 'var(--muted)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line)' },
} as const

/** On paper a chart is as wide as the page, whatever the screen was. */
export const printable = 'print:[&>div]:size-full! print:[&_.recharts-wrapper]:w-full!'

/** What the point under the pointer, or under the keyboard's cursor, says; read out as it moves. */
export const Bubble = ({ title, children }: { title: string; children: ReactNode }) => (
  <div
    role="status"
    aria-live="assertive"
    className="rounded-md border border-line raised px-2.5 py-1.5 text-sm shadow-float"
  >
    <p className="text-muted text-xs">{title}</p>
    <div className="font-[550] tabular">{children}</div>
  </div>
)

/** Slanted lines, so that a colour is not all that tells the parts of a chart from each other. */
export const Hatched = ({ id, colour }: { id: string; colour: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill={colour} fillOpacity="0.3" />
    <rect width="3" height="6" fill={colour} />
  </pattern>
)
