import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { mayTakeOver, type OpenWork } from '../../shared/open-work.ts'
import type { Person } from '../../shared/person.ts'
import { usersApi } from '../../shared/users.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { PersonPicker } from '../components/people/person-picker.tsx'
import { i18nNow, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { PersonOfAddress } from './person-of-address.tsx'

/** Shows a person's open work before they are deactivated or deleted, and offers to assign it to somebody else. */
export function LeaveDialog({ id, isDeleting, onClose }: { id: string; isDeleting: boolean; onClose: () => void }) {
  const i18n = useI18n()
  const work = useReply(usersApi.openWork, { params: { id } })
  return (
    <PersonOfAddress
      id={id}
      right="manage"
      title={isDeleting ? i18n.t('Delete User') : i18n.t('Deactivate User')}
      fields={['h-9', 'h-9']}
      waitsFor={[work]}
      onClose={onClose}
    >
      {(person) =>
        work.data && <LeaveForm person={person} work={work.data} isDeleting={isDeleting} onClose={onClose} />
      }
    </PersonOfAddress>
  )
}

function LeaveForm({
  person,
  work,
  isDeleting,
  onClose,
}: {
  person: Person
  work: OpenWork
  isDeleting: boolean
  onClose: () => void
}) {
  const i18n = useI18n()
  const name = fullName(person)
  const [successorId, setSuccessorId] = useState('')
  const mayHaveIt = useCallback((other: Person) => mayTakeOver(other, person), [person])
  const { leave, isPending } = useLeave(person, isDeleting, onClose)
  return (
    <Dialog
      open
      size="sm"
      title={isDeleting ? i18n.t('Delete User') : i18n.t('Deactivate User')}
      description={
        isDeleting
          ? i18n.t('Are you sure you want to delete "{name}"?', { name })
          : i18n.t('Are you sure you want to deactivate "{name}"? They are signed out and clocked out immediately.', {
              name,
            })
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button
            variant="destructive"
            pending={isPending}
            onClick={() => leave(successorId || undefined)}
            className="max-md:flex-1"
          >
            {isDeleting ? i18n.t('Delete') : i18n.t('Deactivate')}
          </Button>
        </>
      }
    >
      <p className="font-medium">{i18n.t('Their open work')}</p>
      <ul className="mt-2 mb-5 list-disc space-y-1 ps-5">
        <LeftWork person={person} work={work} isDeleting={isDeleting} />
      </ul>
      {work.tasks + work.routines > 0 && (
        <Field
          label={i18n.t('Assign the open tasks and routines to')}
          hint={
            isDeleting
              ? i18n.t(
                  'If you choose nobody, the tasks have no assignee. Routines go to anybody on duty in their department. Routines without a department are switched off.',
                )
              : i18n.t(
                  'If you choose nobody, the tasks stay with this person. Routines go to anybody on duty in their department. Routines without a department are switched off.',
                )
          }
        >
          <PersonPicker
            value={successorId}
            onChange={setSuccessorId}
            none={i18n.t('Nobody ##takes over the work')}
            may={mayHaveIt}
          />
        </Field>
      )}
    </Dialog>
  )
}

function LeftWork({ person, work, isDeleting }: { person: Person; work: OpenWork; isDeleting: boolean }) {
  const i18n = useI18n()
  const { tasks, routines, madeRoutines, reminders, madeReminders } = work
  if (Object.values(work).every((count) => count === 0)) return <li>{i18n.t('Nothing is open')}</li>
  return (
    <>
      {tasks > 0 && (
        <Item to={{ to: '/tasks', search: { assignee: person.id } }}>
          {i18n.t('Open tasks: {count, number}', { count: tasks })}
        </Item>
      )}
      {routines > 0 && (
        <Item to={{ to: '/routines', search: { q: fullName(person), all: true } }}>
          {i18n.t('Routines with them as assignee: {count, number}', { count: routines })}
        </Item>
      )}
      {madeRoutines > 0 && (
        <Item to={{ to: '/routines' }}>
          {i18n.t('Routines that they created continue: {count, number}', { count: madeRoutines })}
        </Item>
      )}
      {reminders > 0 && (
        <li>
          {isDeleting
            ? i18n.t('Their own reminders stop: {count, number}', { count: reminders })
            : i18n.t('Their own reminders wait until they are activated again: {count, number}', { count: reminders })}
        </li>
      )}
      {madeReminders > 0 && (
        <Item to={{ to: '/reminders' }}>
          {i18n.t('Reminders that they created for others continue: {count, number}', { count: madeReminders })}
        </Item>
      )}
    </>
  )
}

const Item = ({ to, children }: { to: LinkOptions; children: ReactNode }) => (
  <li>
    <Link {...to} className="inline-block font-medium text-accent underline touch:py-2">
      {children}
    </Link>
  </li>
)

function useLeave(person: Person, isDeleting: boolean, onClose: () => void) {
  const removal = useCall(usersApi.remove)
  const change = useCall(usersApi.update)
  const leave = async (successorId: string | undefined) => {
    const i18n = i18nNow()
    const params = { id: person.id }
    try {
      if (isDeleting) await removal.mutateAsync({ params, query: { successorId } })
      else await change.mutateAsync({ params, body: { isActive: false, ...(successorId && { successorId }) } })
      toast({ title: isDeleting ? i18n.t('User deleted successfully') : i18n.t('User updated successfully') })
      onClose()
    } catch (error) {
      toastError(messageOf(error, isDeleting ? i18n.t('Failed to delete user') : i18n.t('Failed to update user')))
    }
  }
  return { leave, isPending: removal.isPending || change.isPending }
}
