import { format } from '../report.ts'
import type { Span, Step } from './step.ts'
import { type AllWaits, keepsAim, kinds, quantileOf, waitKinds } from './waits.ts'

/** Says at which step waits no longer keep their aim, and which resource was used up then, by the figures. */

/** Beyond these a resource counts as used up, processors by their peak. A server works on one core. */
const SERVER_FULL = 0.85
const MACHINE_FULL = 0.9
const POOL_FULL = 0.3
const LOOP_LATE = 50

export function verdictOf(steps: Step[], cores: number): string {
  const whole = endOf(steps, 'arriving', ({ waits }) => waits, cores)
  return `With the arrival: ${whole}\n\nOf the work after it: ${endOf(steps, 'working', ({ waitsAtWork }) => waitsAtWork, cores)}`
}

function endOf(steps: Step[], span: 'arriving' | 'working', waitsOf: (step: Step) => AllWaits, cores: number) {
  const lateOf = (step: Step) => kinds.filter((kind) => !keepsAim(kind, waitsOf(step)[kind]))
  const at = steps.findIndex((step) => lateOf(step).length > 0)
  const step = steps[at]
  if (!step) return `all waits kept their aim up to ${countOf(steps.at(-1))} people on duty. Where it ends lies beyond.`
  const waits = lateOf(step).map(
    (kind) => `${waitKinds[kind].name} (p95 ${format(quantileOf(waitsOf(step)[kind], 0.95))} ms)`,
  )
  const before = steps[at - 1]
  const kept = before ? `; with ${countOf(before)} all waits kept their aim` : ''
  return `it ends at ${countOf(step)} people on duty${kept}. Beyond the aim: ${waits.join('; ')}. Used up: ${causesOf(step[span], cores)}`
}

const countOf = (step: Step | undefined) => (step?.people ?? 0).toLocaleString('en-US')
const percent = (share: number) => `${(share * 100).toFixed(0)} %`

/** The processor time of other programs, as a share of one core: with much of it the waits say little. */
export const othersOf = ({ machine, servers, postgres, crowd }: Span) =>
  Math.max(0, machine - servers - postgres - crowd)

/** The resources used up in a span; if none was, the one that came nearest. */
export function causesOf(span: Span, cores: number): string {
  const { peak } = span
  const machine = peak.machine / cores
  const known = [
    {
      isFull: peak.server >= SERVER_FULL,
      says: `the server's processor (the busiest took ${percent(peak.server)} of the one core that it can use)`,
    },
    {
      isFull: machine >= MACHINE_FULL,
      says: `the machine's ${cores} cores (${percent(machine)} of them; on average servers took ${percent(span.servers)}, PostgreSQL ${percent(span.postgres)}, the people's programs ${percent(span.crowd)}, whatever else ran ${percent(othersOf(span))} of one core)`,
    },
    {
      isFull: span.poolWaits >= POOL_FULL,
      says: `connections to the database (requests waited for one in ${percent(span.poolWaits)} of the looks, ${span.poolWaiting} at most)`,
    },
    {
      isFull: span.loopDelay >= LOOP_LATE,
      says: `the server's event loop (${format(span.loopDelay)} ms late in the worst of 100 cases)`,
    },
  ]
  const full = known.filter(({ isFull }) => isFull)
  if (full.length > 0) return `${full.map(({ says }) => says).join('; ')}.`
  return `nothing: server ${percent(peak.server)} of a core, machine ${percent(machine)}, requests waited for a connection in ${percent(span.poolWaits)} of the looks, event loop ${format(span.loopDelay)} ms late. So single calls take that long, or PostgreSQL waits for the disk or for locks.`
}
