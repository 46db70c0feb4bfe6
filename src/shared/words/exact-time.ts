import { whichOf } from '../time/repeated-times.ts'
import { formatTime } from './formats.ts'
import type { Reader } from './reader.ts'

/**
 * "17:30". In the night in which the clocks go back a time that comes twice says which one it is: "02:20 (second)".
 * For hours, where the difference is an hour of work.
 */
export const formatExactTime = (iso: string, reader: Reader) => withWhich(formatTime(iso, reader), iso, reader)

/** The same for a time that is written already. */
export function withWhich(time: string, iso: string, { i18n, timeZone }: Reader) {
  const which = whichOf(iso, timeZone)
  if (which === undefined) return time
  return which === 'first' ? i18n.t('{time} (first)', { time }) : i18n.t('{time} (second)', { time })
}
