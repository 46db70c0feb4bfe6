import { CircleCheck, Eye, Hand, Pencil, Trash2, Undo2 } from 'lucide-react'
import type { Task } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { useMayClaim, useMayGiveBack } from '../../task/claim-button.tsx'
import { MakeRoutineEntry } from '../../task/make-routine.tsx'
import { useMayChange } from '../../task/occurrence.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Ellipsis } from '../../ui/dots.ts'
import { Menu, MenuEntry, MenuSeparator } from '../../ui/menu.tsx'

/** The actions on a row that the viewer is permitted. */
export function RowActions({ task, quick, tabIndex }: { task: Task; quick: boolean; tabIndex: number }) {
  const i18n = useI18n()
  const { open, edit, setStatus, remove, claim, giveBack } = useBoardActions()
  const mayComplete = useMayChange('task:set-status', task) && task.status !== 'completed'
  const mayClaim = useMayClaim(task)
  const mayGiveBack = useMayGiveBack(task)
  const mayEdit = useMayChange('task:update', task)
  const mayDelete = useCan('task:delete', task)
  const complete = () => setStatus(task, 'completed')
  const size = 'size-8! touch:size-11!'

  return (
    <div className="relative flex justify-end bg-inherit">
      {quick && mayComplete && (
        <IconButton
          label={i18n.t('Mark Complete')}
          tabIndex={tabIndex}
          onClick={complete}
          className={cx(
            size,
            'absolute top-0 inset-e-full bg-inherit opacity-0 hover:bg-hover focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:hidden',
          )}
        >
          <CircleCheck aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <Menu
        trigger={
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={i18n.t('Actions for {title}', { title: task.title })}
            className={cx(
              size,
              'grid place-items-center rounded-control text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover',
            )}
          >
            <Ellipsis aria-hidden="true" className="size-4 touch:size-5" />
          </button>
        }
      >
        {mayClaim && (
          <MenuEntry icon={Hand} onSelect={() => claim(task)}>
            {i18n.t("I'll take it")}
          </MenuEntry>
        )}
        {mayGiveBack && (
          <MenuEntry icon={Undo2} onSelect={() => giveBack(task)}>
            {i18n.t('Give it back')}
          </MenuEntry>
        )}
        {mayComplete && (
          <MenuEntry icon={CircleCheck} onSelect={complete}>
            {i18n.t('Mark Complete')}
          </MenuEntry>
        )}
        <MenuEntry icon={mayEdit ? Pencil : Eye} onSelect={() => (mayEdit ? edit : open)(task.id)}>
          {mayEdit ? i18n.t('Edit Task') : i18n.t('View Task')}
        </MenuEntry>
        <MakeRoutineEntry task={task} />
        {mayDelete && (
          <>
            <MenuSeparator />
            <MenuEntry
              icon={Trash2}
              destructive
              onSelect={() => remove(task, i18n.t('Are you sure you want to delete this task?'))}
            >
              {i18n.t('Delete Task')}
            </MenuEntry>
          </>
        )}
      </Menu>
    </div>
  )
}
