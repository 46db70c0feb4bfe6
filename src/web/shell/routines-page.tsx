import { RoutinesPage } from '../routines/page.tsx'
import { TaskDialogs } from '../tasks/dialogs.tsx'
import { useBoardClock } from '../tasks/overdue.ts'

/** The routines, over which an occurrence opens as the task that it is. */
export function RoutinesScreen() {
  useBoardClock()
  return (
    <TaskDialogs>
      <RoutinesPage />
    </TaskDialogs>
  )
}
