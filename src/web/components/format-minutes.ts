import { formatCount } from './format.ts'

/** "6 h 12 min", "48 min", "8 h". */
export function formatMinutes(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${formatCount(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
