import { Download, Grid3x3, KeyRound, Laptop, Link2, Pencil, ShieldOff, Trash2, UserCheck, UserX } from 'lucide-react'
import { may, mayAnywhere } from '../../shared/permissions.ts'
import type { Person } from '../../shared/person.ts'
import { usersApi } from '../../shared/users.ts'
import { msg } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { copyOfData } from '../components/files/personal-data.ts'
import { EditAndDelete } from '../components/forms/edit-and-delete.tsx'
import { tell } from '../components/forms/tell.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { IconButton } from '../ui/button.tsx'
import { Ellipsis } from '../ui/dots.ts'
import { Menu, MenuEntry, MenuSeparator } from '../ui/menu.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useDialogs } from './use-dialogs.ts'

/** The viewer's actions on a person: everything with people they manage; with themselves only edit. */
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
  const i18n = useI18n()
  const { edit, manage } = useMayManage()(person)
  const { open } = useDialogs()
  const { remove, setActive, clearSecondStep, pending } = usePersonActions(person)
  const name = fullName(person)
  if (!edit) return null
  const helpWithPin = person.isActive && mayAnywhere(person.role, 'clock:use')
  const onEdit = () => open({ edit: person.id })
  return (
    <span className="flex">
      {!compact && <EditAndDelete name={name} onEdit={onEdit} onDelete={manage && remove} isDeleting={pending} />}
      {(manage || compact) && (
        <Menu
          trigger={
            <IconButton label={i18n.t('More for {name}', { name })}>
              <Ellipsis aria-hidden="true" className="size-4.5" />
            </IconButton>
          }
        >
          {compact && (
            <MenuEntry icon={Pencil} onSelect={onEdit}>
              {i18n.t('Edit')}
            </MenuEntry>
          )}
          {manage && (
            <>
              <MenuEntry icon={KeyRound} onSelect={() => open({ password: person.id })}>
                {i18n.t('Set a new password')}
              </MenuEntry>
              {person.isActive && (
                <MenuEntry icon={Link2} onSelect={() => open({ invite: person.id })}>
                  {i18n.t('Link to set a password')}
                </MenuEntry>
              )}
              {helpWithPin && (
                <MenuEntry icon={Grid3x3} onSelect={() => open({ pin: person.id })}>
                  {i18n.t('New PIN for kiosks')}
                </MenuEntry>
              )}
              <MenuEntry icon={Laptop} onSelect={() => open({ sessions: person.id })}>
                {i18n.t('Where they are signed in')}
              </MenuEntry>
              <MenuEntry icon={Download} onSelect={() => copyOfData(person.id)}>
                {i18n.t('Copy of their data')}
              </MenuEntry>
              <MenuEntry icon={ShieldOff} onSelect={clearSecondStep}>
                {i18n.t('Clear second step')}
              </MenuEntry>
              <MenuEntry icon={person.isActive ? UserX : UserCheck} onSelect={setActive}>
                {person.isActive ? i18n.t('Deactivate') : i18n.t('Activate')}
              </MenuEntry>
            </>
          )}
          {compact && manage && (
            <>
              <MenuSeparator />
              <MenuEntry icon={Trash2} destructive onSelect={remove}>
                {i18n.t('Delete')}
              </MenuEntry>
            </>
          )}
        </Menu>
      )}
    </span>
  )
}

function usePersonActions(person: Person) {
  const i18n = useI18n()
  const { open } = useDialogs()
  const name = fullName(person)
  const showError = (fallback: string) => (error: Error) => toastError(messageOf(error, fallback))
  const removal = useCall(usersApi.remove, {
    onSuccess: tell(msg('User deleted successfully')),
    onError: showError(i18n.t('Failed to delete user')),
  })
  const change = useCall(usersApi.update, {
    onSuccess: tell(msg('User updated successfully')),
    onError: showError(i18n.t('Failed to update user')),
  })
  const clearing = useCall(usersApi.clearSecondStep, {
    onSuccess: () => toast({ title: i18n.t('{name} signs in with the password alone', { name }) }),
    onError: showError(i18n.t('Failed to clear the second step')),
  })
  const params = { id: person.id }
  /** Asks in the dialog about the person's open work, and simply whether to go on if there is none. */
  const askToLeave = async (
    deleting: true | undefined,
    isSure: () => boolean | Promise<boolean>,
    leave: () => void,
  ) => {
    const work = await queryClient
      .fetchQuery({ ...replyOf(usersApi.openWork, { params }), staleTime: 0 })
      .catch(() => undefined)
    if (!work || Object.values(work).some((count) => count > 0)) open({ leave: person.id, deleting })
    else if (await isSure()) leave()
  }
  return {
    pending: removal.isPending,
    remove() {
      const question = i18n.t('Are you sure you want to delete "{name}"?', { name })
      void askToLeave(
        true,
        () => confirm(question),
        () => removal.mutate({ params }),
      )
    },
    async clearSecondStep() {
      const text = i18n.t('Clear the second step of "{name}"? They can then sign in with the password alone.', {
        name,
      })
      if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Clear second step') })) clearing.mutate({ params })
    },
    setActive() {
      if (!person.isActive) return change.mutate({ params, body: { isActive: true } })
      // Deactivating ends the person's sessions and clocks them out, so ask first.
      const text = i18n.t(
        'Are you sure you want to deactivate "{name}"? They are signed out and clocked out immediately.',
        { name },
      )
      const question = { text, stay: i18n.t('Cancel'), leave: i18n.t('Deactivate') }
      void askToLeave(
        undefined,
        () => ask(question),
        () => change.mutate({ params, body: { isActive: false } }),
      )
    },
  }
}
