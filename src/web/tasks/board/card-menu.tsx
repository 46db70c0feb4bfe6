import { Eye, Hand, Pencil, Trash2, Undo2, UserRound } from 'lucide-react'
import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { statusChoices } from '../../components/labels/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { useMayClaim, useMayGiveBack } from '../../task/claim-button.tsx'
import { MakeRoutineEntry } from '../../task/make-routine.tsx'
import { Ellipsis } from '../../ui/dots.ts'
import { Menu, MenuChoices, MenuEntry, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'

/** The actions on a card that the viewer is permitted. */
export function CardMenu({ task, column, mayMove }: { task: Task; column: Status; mayMove: boolean }) {
  const i18n = useI18n()
  const { open, edit, setStatus, remove, chooseAssignee, claim, giveBack } = useBoardActions()
  const mayClaim = useMayClaim(task)
  const mayGiveBack = useMayGiveBack(task)
  const mayEdit = useCan('task:update', task)
  const mayDelete = useCan('task:delete', task)

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={i18n.t('Actions for {title}', { title: task.title })}
          className="grid size-7 place-items-center rounded-control text-muted hover:bg-hover hover:text-text touch:size-11"
        >
          <Ellipsis aria-hidden="true" className="size-4 touch:size-5" />
        </button>
      }
    >
      {mayEdit && chooseAssignee && (
        <>
          <MenuEntry icon={UserRound} onSelect={() => chooseAssignee(task)}>
            {i18n.t('Assign to…')}
          </MenuEntry>
          <MenuSeparator />
        </>
      )}
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
      {(mayClaim || mayGiveBack) && <MenuSeparator />}
      {mayMove && (
        <>
          <MenuLabel>{i18n.t('Status')}</MenuLabel>
          <MenuChoices
            value={column}
            onChange={(status) => setStatus(task, status, true)}
            choices={statusChoices(i18n)}
          />
          <MenuSeparator />
        </>
      )}
      {mayEdit ? (
        <MenuEntry icon={Pencil} onSelect={() => edit(task.id)}>
          {i18n.t('Edit Task')}
        </MenuEntry>
      ) : (
        <MenuEntry icon={Eye} onSelect={() => open(task.id)}>
          {i18n.t('View Task')}
        </MenuEntry>
      )}
      <MakeRoutineEntry task={task} />
      {mayDelete && (
        <MenuEntry icon={Trash2} destructive onSelect={() => remove(task)}>
          {i18n.t('Delete Task')}
        </MenuEntry>
      )}
    </Menu>
  )
}
