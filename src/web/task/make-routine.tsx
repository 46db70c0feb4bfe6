import { useNavigate } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import type { Task } from '../../shared/tasks.ts'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { dialogState } from '../ui/address-dialog.ts'
import { IconButton } from '../ui/button.tsx'
import { MenuEntry } from '../ui/menu.tsx'

/** Opens the form of a routine that takes over a task. Undefined without the right, and for a routine's task. */
function useMakeRoutine(task: Task) {
  const navigate = useNavigate()
  const mayManage = useCan('routine:manage', task)
  if (!mayManage || task.routineId != null) return undefined
  return () => void navigate({ to: '/routines', search: { form: 'new', from: task.id } as never, state: dialogState })
}

export function MakeRoutineEntry({ task }: { task: Task }) {
  const i18n = useI18n()
  const makeRoutine = useMakeRoutine(task)
  if (!makeRoutine) return null
  return (
    <MenuEntry icon={Repeat} onSelect={makeRoutine}>
      {i18n.t('Make this a routine')}
    </MenuEntry>
  )
}

export function MakeRoutineButton({ task, className }: { task: Task; className?: string }) {
  const i18n = useI18n()
  const makeRoutine = useMakeRoutine(task)
  if (!makeRoutine) return null
  return (
    <IconButton label={i18n.t('Make this a routine')} onClick={makeRoutine} className={className}>
      <Repeat aria-hidden="true" className="size-4" />
    </IconButton>
  )
}
