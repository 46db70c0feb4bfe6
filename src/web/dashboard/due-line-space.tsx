import { storedText } from '../store.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** Whether something was due when the dashboard was last open: "no", or null. */
export const hadDue = storedText('muster.due')

/** Keeps the room of the line while it is being read, so that nothing moves. Where nothing was due it keeps none. */
export const DueLineSpace = () => (hadDue.get() === 'no' ? null : <Skeleton className="col-span-2 h-11" />)
