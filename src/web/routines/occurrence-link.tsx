import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dialogState } from '../ui/address-dialog.ts'

/** Opens the task of an occurrence over the screen. Without a task there is nothing to open. */
export function OccurrenceLink({
  taskId,
  title,
  className,
  children,
}: {
  taskId: number | null
  title?: string
  className: string
  children: ReactNode
}) {
  if (taskId === null) {
    return (
      <span title={title} className={className}>
        {children}
      </span>
    )
  }
  return (
    <Link
      to="."
      search={((before: object) => ({ ...before, task: taskId })) as never}
      state={dialogState}
      resetScroll={false}
      title={title}
      className={`${className} hover:brightness-95 dark:hover:brightness-115`}
    >
      {children}
    </Link>
  )
}
