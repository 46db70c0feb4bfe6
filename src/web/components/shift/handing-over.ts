import { PAID_MINUTES } from '../../../shared/paid-minutes.ts'
import { useViewer } from '../../api/viewer.ts'
import { createPersonalStore } from '../../store.ts'
import { useTicking } from '../../ui/now.ts'

/** Whether the sheet is open in which somebody hands over. It opens over any screen. The shell draws it. */
export const handingOver = createPersonalStore(false)

export const openHandover = () => handingOver.set(true)

/** The last clock-out here: its person and time (ISO 8601). Null after a handover, or a return. */
export const lastClockOut = createPersonalStore<{ by: string; at: string } | null>(null, { name: 'muster.clock-out' })

/** Until when a handover counts as work after this clock-out, in milliseconds since 1970. */
export const paidUntil = ({ at }: { at: string }) => Date.parse(at) + PAID_MINUTES * 60_000

/** Hook: the viewer's clock-out of the last minutes: a handover still counts as work. Null if there is none. */
export function useRecentClockOut() {
  const { id } = useViewer()
  const last = lastClockOut.use()
  const isRecent = useTicking((now) => last !== null && last.by === id && now < paidUntil(last))
  return isRecent ? last : null
}
