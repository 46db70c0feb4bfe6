import { Trans } from '@lingui/react'
import {
  CalendarDays,
  ChartNoAxesColumnIncreasing,
  CircleDashed,
  type LucideIcon,
  Trash2,
  UserRound,
  X,
} from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import type { Permission } from '../../../shared/permissions.ts'
import { MAX_TASKS_PER_CALL, type ManyChanges } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { priorityChoices } from '../../components/labels/priority-icon.tsx'
import { statusChoices } from '../../components/labels/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Menu, MenuEntry, MenuLabel } from '../../ui/menu.tsx'
import type { ChoicesProps } from '../../ui/menu-parts.ts'
import { changePart, type TasksPart, useBulkActions } from './bulk-actions.ts'
import type { Selected } from './selection.ts'

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog')

type Changes = ManyChanges['changes']

/**
 * The actions on the selected rows. An action that the viewer is never permitted is absent. One that is not permitted
 * on some of these rows says how many it changes; if that is none, it is disabled.
 */
export function SelectionBar({
  selected,
  total,
  onDone,
}: {
  selected: Selected
  total: number
  /** The action is done: the selection ends. */
  onDone: () => void
}) {
  const i18n = useI18n()
  const bulk = useBulkActions()
  const [dialog, setDialog] = useState<'assignee' | 'dueDate'>()
  const tasks = [...selected.values()]
  const [mayEdit, mayDelete] = [useCan('task:update'), useCan('task:delete')]
  const mineTo = (permission: Permission): TasksPart => ({
    count: bulk.mineOf(tasks, permission).length,
    total: tasks.length,
  })
  const toEdit = mineTo('task:update')

  const change = async (changes: Changes) => {
    const done = await bulk.change(tasks, changes)
    if (done) onDone()
    return done
  }
  const remove = async () => {
    if (await bulk.remove(tasks)) onDone()
  }

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 z-30 grid justify-items-center max-md:fixed thumb:bottom-(--bar) md:bottom-12 md:p-3">
      <fieldset
        data-list-tools
        disabled={bulk.isPending}
        aria-label={i18n.t('Chosen tasks')}
        className="pointer-events-auto flex min-w-0 max-w-full animate-slide-in-up items-center gap-0.5 rounded-card border border-line raised p-1 shadow-float max-md:w-full max-md:justify-between max-md:rounded-none max-md:border-x-0 max-md:border-b-0 max-md:px-3 max-md:pt-4 max-md:pb-[max(1rem,env(safe-area-inset-bottom))] thumb:py-2"
      >
        <Summary count={selected.size} total={total} isPartlyReadOnly={mayEdit && toEdit.count < toEdit.total} />
        <ActionMenu
          icon={CircleDashed}
          label={i18n.t('Status')}
          part={mineTo('task:set-status')}
          choices={statusChoices(i18n)}
          onChoose={(status) => void change({ status })}
        />
        {mayEdit && <EditActions part={toEdit} onChange={(changes) => void change(changes)} onOpen={setDialog} />}
        {mayDelete && (
          <Action
            icon={Trash2}
            label={i18n.t('Delete')}
            disabled={mineTo('task:delete').count === 0}
            onClick={() => void remove()}
            className="text-overdue"
          />
        )}
        <span className="mx-0.5 h-5 w-px shrink-0 bg-line" />
        <IconButton label={i18n.t('Clear the selection')} onClick={onDone} className="size-8 touch:size-11">
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </fieldset>
      <Suspense fallback={null}>
        {dialog && (
          <BulkDialog
            field={dialog}
            part={toEdit}
            pending={bulk.isPending}
            onChange={change}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** How many are selected, and a remark about them. Small screens show only the number. */
function Summary({
  count,
  total,
  isPartlyReadOnly,
}: {
  count: number
  total: number
  /** The viewer may edit tasks, but not all of these. */
  isPartlyReadOnly: boolean
}) {
  const isMost = count === MAX_TASKS_PER_CALL && total > MAX_TASKS_PER_CALL
  const parts = {
    values: { count },
    components: {
      0: <span className="max-md:sr-only" />,
      1: <span className="text-muted max-md:sr-only" />,
      2: <span className="text-muted max-lg:sr-only" />,
    },
  }
  return (
    <p role="status" className="min-w-0 truncate px-2.5 font-medium text-sm tabular touch:px-2">
      {isMost && isPartlyReadOnly ? (
        <Trans
          {...parts}
          id="{count, plural, one {#<0> selected</0><1>, the maximum</1><2>, you cannot edit all of them</2>} other {#<0> selected</0><1>, the maximum</1><2>, you cannot edit all of them</2>}}"
        />
      ) : isMost ? (
        <Trans
          {...parts}
          id="{count, plural, one {#<0> selected</0><1>, the maximum</1>} other {#<0> selected</0><1>, the maximum</1>}}"
        />
      ) : isPartlyReadOnly ? (
        <Trans
          {...parts}
          id="{count, plural, one {#<0> selected</0><2>, you cannot edit all of them</2>} other {#<0> selected</0><2>, you cannot edit all of them</2>}}"
        />
      ) : (
        <Trans {...parts} id="{count, plural, one {#<0> selected</0>} other {#<0> selected</0>}}" />
      )}
    </p>
  )
}

/** The actions that need the permission to edit: priority, assignee and due date. */
function EditActions({
  part,
  onChange,
  onOpen,
}: {
  part: TasksPart
  onChange: (changes: Changes) => void
  onOpen: (dialog: 'assignee' | 'dueDate') => void
}) {
  const i18n = useI18n()
  const disabled = part.count === 0
  return (
    <>
      <ActionMenu
        icon={ChartNoAxesColumnIncreasing}
        label={i18n.t('Priority')}
        part={part}
        choices={priorityChoices(i18n)}
        onChoose={(priority) => onChange({ priority })}
      />
      <Action icon={UserRound} label={i18n.t('Assignee')} disabled={disabled} onClick={() => onOpen('assignee')} />
      <Action icon={CalendarDays} label={i18n.t('Due date')} disabled={disabled} onClick={() => onOpen('dueDate')} />
    </>
  )
}

/** An action that lets one choose a value from a menu. */
function ActionMenu<T extends string>({
  part,
  choices,
  onChoose,
  ...action
}: Omit<ComponentProps<typeof Action>, 'part'> & {
  part: TasksPart
  choices: ChoicesProps<T>['choices']
  onChoose: (value: T) => void
}) {
  const i18n = useI18n()
  return (
    <Menu align="center" trigger={<Action {...action} disabled={part.count === 0} />}>
      {part.count < part.total && <MenuLabel>{changePart(part, i18n)}</MenuLabel>}
      {choices.map(({ value, label, icon }) => (
        <MenuEntry key={value} icon={icon} onSelect={() => onChoose(value)}>
          {label}
        </MenuEntry>
      ))}
    </Menu>
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
      'flex h-8 shrink-0 items-center gap-1.5 rounded-control px-2.5 font-medium text-sm hover:bg-hover disabled:cursor-default disabled:opacity-45 touch:h-11 max-md:w-11 max-md:justify-center max-md:px-0',
      className,
    )}
  >
    <Icon aria-hidden="true" className="size-4 touch:size-5" />
    <span className="max-md:sr-only">{label}</span>
  </button>
)
