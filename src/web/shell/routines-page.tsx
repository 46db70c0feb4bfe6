import { RoutinesPage } from '../routines/page.tsx'
import { TaskDialogs } from '../task/dialogs.tsx'

/** The routines, over which an occurrence opens as the task that it is. */
export function RoutinesScreen() {
  return (
    <TaskDialogs>
      <RoutinesPage />
    </TaskDialogs>
  )
}
