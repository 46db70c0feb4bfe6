import { RoutinesPage } from '../routines/page.tsx'
import { TaskDialogs } from '../tasks/dialogs.tsx'

/** The routines, over which an occurrence opens as the task that it is. */
export function RoutinesScreen() {
  return (
    <TaskDialogs>
      <RoutinesPage />
    </TaskDialogs>
  )
}
