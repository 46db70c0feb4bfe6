import type { CSSProperties } from 'react'
import type { RosterShift, ShiftColour, ShiftValues } from '../../shared/roster/shapes.ts'
import { formatSpan, formatTime } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'

/** "06–14", or "06:30–14:00" where minutes matter. */
export function shortTimes({ start, end }: Pick<ShiftValues, 'start' | 'end'>) {
  const isWhole = start.endsWith(':00') && end.endsWith(':00')
  return isWhole ? `${start.slice(0, 2)}–${end.slice(0, 2)}` : `${start}–${end}`
}

/** "06:00 – 14:00" as the reader writes times. */
export const timesInWords = ({ startTime, endTime }: Pick<ShiftValues, 'startTime' | 'endTime'>, reader: Reader) =>
  `${formatTime(startTime, reader)} – ${formatTime(endTime, reader)}`

/** "Dec 10, 06:00 – 14:00". */
export const spanInWords = ({ startTime, endTime }: Pick<ShiftValues, 'startTime' | 'endTime'>, reader: Reader) =>
  formatSpan(startTime, endTime, reader)

const hues: Record<ShiftColour, number> = {
  ...{ blue: 250, teal: 190, green: 150, amber: 85, orange: 60, red: 25, pink: 350, violet: 300 },
}
/** A shift without a template. */
const PLAIN_HUE = 172

/** The colour of a shift, as a hue for its styles. */
export const hueStyle = (colour: ShiftColour | null) =>
  ({ '--hue': colour === null ? PLAIN_HUE : hues[colour] }) as CSSProperties

export const shiftSurface =
  'bg-[oklch(0.93_0.045_var(--hue))] text-[oklch(0.33_0.09_var(--hue))] dark:bg-[oklch(0.32_0.05_var(--hue))] dark:text-[oklch(0.9_0.07_var(--hue))]'

/** Of a shift that people do not see as it stands here. */
export const hatched =
  'bg-[image:repeating-linear-gradient(135deg,transparent_0_5px,color-mix(in_oklab,currentColor_18%,transparent)_5px_7px)]'

/** Whether people do not see the shift as it stands here. */
export const isDraft = ({ plan }: Pick<RosterShift, 'plan'>) =>
  plan !== null && (plan.isRemoved || plan.published !== undefined)
