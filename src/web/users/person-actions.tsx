import { Ellipsis, KeyRound, Pencil, Trash2, UserCheck, UserX } from 'lucide-react'
import { messageOf } from '../../shared/call.ts'
import { may } from '../../shared/permissions.ts'
import { type Person, usersApi } from '../../shared/users.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { fullName } from '../components/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuEntry, MenuSeparator } from '../ui/menu.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useDialogs } from './use-dialogs.ts'

/** What the viewer may do with a person: everything with people whom they manage; with themselves only edit. */
export function useMayManage() {
  const viewer = useViewer()
  return (person: Person) => {
    const subject = { ...person, userId: person.id }
    const isOneself = person.id === viewer.id
    const manage = !isOneself && may(viewer, 'user:manage', subject)
    return { manage, edit: manage || may(viewer, 'user:edit-own', subject) }
  }
}

/** Buttons to edit and delete, and a menu for rarer actions. On phones all actions are in the menu. */
export function PersonActions({ person, compact = false }: { person: Person; compact?: boolean }) {
  const { edit, manage } = useMayManage()(person)
  const { open } = useDialogs()
  const { remove, setActive, pending } = usePersonActions(person)
  const name = fullName(person)
  if (!edit) return null
  const onEdit = () => open({ edit: person.id })
  return (
    <span className="flex">
      {!compact && (
        <>
          <IconButton label={`Edit ${name}`} onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
          {manage && (
            <IconButton label={`Delete ${name}`} onClick={remove} pending={pending}>
              {!pending && <Trash2 aria-hidden="true" className="size-4" />}
            </IconButton>
          )}
        </>
      )}
      {(manage || compact) && (
        <Menu
          trigger={
            <IconButton label={`More for ${name}`}>
              <Ellipsis aria-hidden="true" className="size-4.5" />
            </IconButton>
          }
        >
          {compact && (
            <MenuEntry icon={Pencil} onSelect={onEdit}>
              Edit
            </MenuEntry>
          )}
          {manage && (
            <>
              <MenuEntry icon={KeyRound} onSelect={() => open({ password: person.id })}>
                Set a new password
              </MenuEntry>
              <MenuEntry icon={person.isActive ? UserX : UserCheck} onSelect={setActive}>
                {person.isActive ? 'Deactivate' : 'Activate'}
              </MenuEntry>
            </>
          )}
          {compact && manage && (
            <>
              <MenuSeparator />
              <MenuEntry icon={Trash2} destructive onSelect={remove}>
                Delete
              </MenuEntry>
            </>
          )}
        </Menu>
      )}
    </span>
  )
}

function usePersonActions(person: Person) {
  const showError = (fallback: string) => (error: Error) => toastError(messageOf(error, fallback))
  const removal = useCall(usersApi.remove, {
    onSuccess: () => toast({ title: 'User deleted successfully' }),
    onError: showError('Failed to delete user'),
  })
  const change = useCall(usersApi.update, {
    onSuccess: () => toast({ title: 'User updated successfully' }),
    onError: showError('Failed to update user'),
  })
  const params = { id: person.id }
  return {
    pending: removal.isPending,
    remove() {
      if (confirm(`Are you sure you want to delete "${fullName(person)}"?`)) removal.mutate({ params })
    },
    setActive() {
      // Deactivating ends the person's sessions and clocks them out, so ask first.
      const question = `Are you sure you want to deactivate "${fullName(person)}"? They are signed out and clocked out at once.`
      if (!person.isActive || confirm(question)) change.mutate({ params, body: { isActive: !person.isActive } })
    },
  }
}
