import { formatCount } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** "6 h 12 min", "48 min", "8 h". */
export function formatMinutes(minutes: number, i18n: Reader['i18n']) {
  const [hours, rest] = [formatCount(Math.floor(minutes / 60), { i18n }), minutes % 60]
  if (minutes < 60) return i18n.t('{minutes} min', { minutes: rest })
  return rest === 0 ? i18n.t('{hours} h', { hours }) : i18n.t('{hours} h {minutes} min', { hours, minutes: rest })
}
