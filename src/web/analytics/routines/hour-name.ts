import { formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** An hour of the day as the clock shows it: "06:00". */
export const hourName = (hour: number, i18n: Reader['i18n']) =>
  formatTime(new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), { i18n, timeZone: 'UTC' })
