import type { Task } from '../../../shared/tasks.ts'
import { FinishCheck } from '../../components/forms/finish-check.tsx'
import { useBoardActions } from '../../task/board-context.ts'

/** The check of a card, or of a row of the table on phones. */
export function CardCheck({ task, ...rest }: { task: Task; tabIndex?: number; className?: string }) {
  const { finish } = useBoardActions()
  return <FinishCheck task={task} finished={task.status === 'completed'} onPress={() => finish(task)} {...rest} />
}
