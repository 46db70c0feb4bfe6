import type { Finding } from '../../shared/operations.ts'
import { fault, ok, warning } from './finding.ts'

const [SLIGHT_MS, GRAVE_MS] = [2_000, 60_000]
const HOW = 'Let both follow a time server, for example with systemd-timesyncd or chrony.'

/**
 * Compares the clock of this machine with another one.
 *
 * @param ahead how far the other is ahead, in milliseconds
 * @param uncertain how far that may be wrong
 */
export function describeClock(other: string, ahead: number, uncertain: number): Finding {
  const apart = Math.max(0, Math.abs(ahead) - uncertain)
  const says = `The clock of ${other} is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead of'} this machine's`
  if (apart > GRAVE_MS) return fault('Clock', `${says}. Sign-ins, reminders and signatures fail. ${HOW}`)
  if (apart > SLIGHT_MS) return warning('Clock', `${says}. ${HOW}`)
  return ok('Clock', `That of ${other} and this machine's agree`)
}
