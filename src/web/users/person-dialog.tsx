import { useState } from 'react'
import type { Person } from '../../shared/users.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { useMayManage } from './person-actions.tsx'
import { PersonForm } from './person-form.tsx'

/** The dialog in the address: a new user, or the one with this id. */
export const PersonDialog = ({ id, onClose }: { id?: string; onClose: () => void }) =>
  id === undefined ? <PersonForm onClose={onClose} /> : <Existing id={id} onClose={onClose} />

function Existing({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const { data, isError, isFetching, refetch } = useAccounts()
  const may = useMayManage()
  const [opened, setOpened] = useState<Person>()
  const person = data?.find((account) => account.id === id)
  // Set once, so that nothing typed is lost when the person is deleted meanwhile.
  if (!opened && person && may(person).edit) setOpened(person)
  if (opened) return <PersonForm person={opened} onClose={onClose} />
  if (data) {
    return (
      <MessageDialog title={i18n.t('Edit User')} onClose={onClose}>
        {person
          ? i18n.t('Only a person with a higher role can edit this user.')
          : i18n.t('There is no such user any more.')}
      </MessageDialog>
    )
  }
  return (
    <OpeningDialog
      title={i18n.t('Edit User')}
      loading={i18n.t('Loading the user...')}
      failure={i18n.t('The user could not be loaded.')}
      fields={['h-9', 'h-9', 'h-9']}
      failed={isError}
      onRetry={refetch}
      retrying={isFetching}
      onClose={onClose}
    />
  )
}
