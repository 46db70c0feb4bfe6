import { useState } from 'react'
import type { Person } from '../../shared/users.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { NewPinDialog } from '../components/pins/pin-dialogs.tsx'
import { useI18n } from '../language.ts'
import { useMayManage } from './person-actions.tsx'

/** The dialog in the address: a new PIN for the person with this id. */
export function PinOfDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const { data, isError, isFetching, refetch } = useAccounts()
  const may = useMayManage()
  const [opened, setOpened] = useState<Person>()
  const person = data?.find((account) => account.id === id)
  // Set once, so that the new PIN stays on the screen when the person is deleted meanwhile.
  if (!opened && person && may(person).manage) setOpened(person)
  if (opened) return <NewPinDialog person={opened} onClose={onClose} />
  const title = i18n.t('New PIN for kiosks')
  if (data) {
    return (
      <MessageDialog title={title} onClose={onClose}>
        {person
          ? i18n.t('Only a person with a higher role can edit this user.')
          : i18n.t('There is no such user any more.')}
      </MessageDialog>
    )
  }
  return (
    <OpeningDialog
      title={title}
      loading={i18n.t('Loading the user...')}
      failure={i18n.t('The user could not be loaded.')}
      fields={[]}
      failed={isError}
      onRetry={refetch}
      retrying={isFetching}
      onClose={onClose}
    />
  )
}
