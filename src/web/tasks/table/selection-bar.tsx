import {
  CalendarDays,
  ChartNoAxesColumnIncreasing,
  CircleDashed,
  type LucideIcon,
  Trash2,
  UserRound,
  X,
} from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { may, type Permission } from '../../../shared/permissions.ts'
import { MAX_TASKS_PER_CALL, type ManyChanges } from '../../../shared/tasks.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { priorityChoices } from '../../components/priority-icon.tsx'
import { statusChoices } from '../../components/status-icon.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import { countOf } from '../counts.ts'
import { useMany } from './many.ts'
import type { Selected } from './selection.ts'

const ManyDialog = lazy(() => import('./many-dialog.tsx').then((module) => ({ default: module.ManyDialog })))

/** What can be done to the chosen rows; what one may not do is absent, or disabled where it is only these rows. */
export function SelectionBar({
  selected,
  total,
  onDone,
}: {
  selected: Selected
  total: number
  /** Done with them: nothing is chosen any more. */
  onDone: () => void
}) {
  const viewer = useViewer()
  const many = useMany()
  const [dialog, setDialog] = useState<'assignee' | 'dueDate'>()
  const tasks = [...selected.values()]
  const mayAll = (permission: Permission) => tasks.every((task) => may(viewer, permission, task))
  const [mayEdit, mayDelete] = [useCan('task:update'), useCan('task:delete')]
  const [notEdit, notDelete] = [!mayAll('task:update'), !mayAll('task:delete')]

  const change = async (changes: ManyChanges['changes']) => {
    const done = await many.change(tasks, changes)
    if (done) onDone()
    return done
  }
  const remove = async () => {
    if (await many.remove(tasks)) onDone()
  }

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 z-30 grid justify-items-center max-md:fixed md:bottom-12 md:p-3">
      <fieldset
        disabled={many.isPending}
        aria-label="Chosen tasks"
        className="pointer-events-auto flex min-w-0 max-w-full animate-slide-in-up items-center gap-0.5 rounded-card border border-line raised p-1 shadow-float max-md:w-full max-md:justify-between max-md:rounded-none max-md:border-x-0 max-md:border-b-0 max-md:px-3 max-md:pt-4 max-md:pb-[max(1rem,env(safe-area-inset-bottom))]"
      >
        <p role="status" className="min-w-0 truncate px-2.5 font-[550] text-sm tabular touch:px-2">
          {countOf(selected.size)}
          <span className="max-md:sr-only"> selected</span>
          {selected.size === MAX_TASKS_PER_CALL && total > MAX_TASKS_PER_CALL && (
            <span className="text-muted max-md:sr-only">, the most at once</span>
          )}
          {mayEdit && notEdit && <span className="text-muted max-lg:sr-only">, not all of them yours to edit</span>}
        </p>
        <Menu
          align="center"
          trigger={<Action icon={CircleDashed} label="Status" disabled={!mayAll('task:set-status')} />}
        >
          {statusChoices.map(({ value: status, label, icon }) => (
            <MenuEntry key={status} icon={icon} onSelect={() => void change({ status })}>
              {label}
            </MenuEntry>
          ))}
        </Menu>
        {mayEdit && (
          <>
            <Menu
              align="center"
              trigger={<Action icon={ChartNoAxesColumnIncreasing} label="Priority" disabled={notEdit} />}
            >
              {priorityChoices.map(({ value: priority, label, icon }) => (
                <MenuEntry key={priority} icon={icon} onSelect={() => void change({ priority })}>
                  {label}
                </MenuEntry>
              ))}
            </Menu>
            <Action icon={UserRound} label="Assignee" disabled={notEdit} onClick={() => setDialog('assignee')} />
            <Action icon={CalendarDays} label="Due date" disabled={notEdit} onClick={() => setDialog('dueDate')} />
          </>
        )}
        {mayDelete && (
          <Action
            icon={Trash2}
            label="Delete"
            disabled={notDelete}
            onClick={() => void remove()}
            className="text-overdue"
          />
        )}
        <span className="mx-0.5 h-5 w-px shrink-0 bg-line" />
        <IconButton label="Clear the selection" onClick={onDone} className="size-8 touch:size-11">
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </fieldset>
      <Suspense fallback={null}>
        {dialog && (
          <ManyDialog
            field={dialog}
            count={selected.size}
            pending={many.isPending}
            onChange={change}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

const Action = ({
  icon: Icon,
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { icon: LucideIcon; label: string }) => (
  <button
    {...rest}
    type="button"
    className={cx(
      'flex h-8 shrink-0 items-center gap-1.5 rounded-control px-2.5 font-[550] text-sm hover:bg-hover disabled:cursor-default disabled:opacity-45 touch:h-11 max-md:w-11 max-md:justify-center max-md:px-0',
      className,
    )}
  >
    <Icon aria-hidden="true" className="size-4 touch:size-5" />
    <span className="max-md:sr-only">{label}</span>
  </button>
)
