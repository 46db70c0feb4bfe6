import { Trans } from '@lingui/react'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useRef } from 'react'
import type { Status } from '../../../shared/task-status.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useCan } from '../../api/viewer.ts'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { createStore } from '../../store.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useIsTarget } from './dragging.ts'

const QuickAdd = lazyPart(() => import('../quick-add/quick-add.tsx'), 'QuickAdd')

/** The column to which a task is being added: it stays so while the column's tasks arrive, or another filter's. */
export const adding = createStore<Status | null>(null)

const newLabels: Record<Status, Message> = {
  pending: msg('New Pending task'),
  in_progress: msg('New In Progress task'),
  completed: msg('New Completed task'),
  overdue: msg('New Overdue task'),
}

/** A column around its tasks: its heading, and where tasks are added. */
export function ColumnFrame({
  status,
  count,
  headingId,
  children,
}: {
  status: Status
  count?: number
  headingId: string
  children: ReactNode
}) {
  const i18n = useI18n()
  const { openNew } = useBoardActions()
  const mayCreate = useCan('task:create')
  const target = useIsTarget(status)
  const isAdding = adding.useSelected((now) => now === status)
  const addButton = useRef<HTMLButtonElement>(null)
  // A task is overdue by its due date, which the form asks for.
  const add = () => (status === 'overdue' ? openNew(status) : adding.set(status))
  return (
    <section
      aria-labelledby={headingId}
      data-column={status}
      className={cx(
        'flex min-h-0 w-full min-w-0 shrink-0 snap-start flex-col rounded-card transition-colors duration-120 md:max-lg:w-[calc(50%-1.5rem)] md:bg-sunken lg:w-auto lg:shrink',
        target && 'bg-accent-soft! shadow-[inset_0_0_0_1.5px_var(--accent)]',
      )}
    >
      <header className="flex h-10.5 shrink-0 items-center gap-2 pe-1.5 ps-3 max-md:sr-only">
        <StatusIcon status={status} />
        <h2 id={headingId} className="truncate font-semibold text-sm">
          {i18n.t(statusLabels[status])}
        </h2>
        {count !== undefined && (
          <span className="text-muted text-sm tabular">
            <Trans
              id="{count, plural, one {#<0> tasks</0>} other {#<0> tasks</0>}}"
              values={{ count }}
              components={{ 0: <span className="sr-only" /> }}
            />
          </span>
        )}
        {mayCreate && (
          <IconButton
            ref={addButton}
            label={i18n.t(newLabels[status])}
            aria-expanded={status === 'overdue' ? undefined : isAdding}
            onClick={add}
            className="-my-1 ms-auto size-7! max-md:hidden touch:size-11!"
          >
            <Plus aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </header>
      {isAdding && (
        <Suspense fallback={null}>
          <QuickAdd
            slot={status}
            status={status}
            className="px-2 pb-2 max-md:px-0.5 max-md:pt-0.5"
            onClose={() => {
              adding.set(null)
              addButton.current?.focus()
            }}
          />
        </Suspense>
      )}
      {mayCreate && !isAdding && status !== 'overdue' && (
        <Button variant="ghost" onClick={add} className="mb-1 justify-start! low:hidden max-[17rem]:px-1! md:hidden">
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t(newLabels[status])}
        </Button>
      )}
      {children}
    </section>
  )
}
