import { useState } from 'react'
import type { Person } from '../../shared/person.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { MakeLinksDialog } from '../components/invitations/make-links-dialog.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { isWaiting } from './matching.ts'
import { useMayManage } from './person-actions.tsx'

/** Makes a link by which a person sets a password, or links for everybody who has neither. It shows them once. */
export function InviteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const query = useAccounts()
  const accounts = query.data
  const may = useMayManage()
  const [opened, setOpened] = useState<Person[]>()
  const people = accounts?.filter(
    (person) => may(person).manage && (id === 'everybody' ? isWaiting(person, serverNow()) : person.id === id),
  )
  // Set once: once the links are made, nobody waits for one any more, and the links stay on the screen.
  if (!opened && people && people.length > 0) setOpened(people)
  if (opened) return <MakeLinksDialog people={opened} onePerson={id !== 'everybody'} onClose={onClose} />
  const title = i18n.t('Link to set a password')
  if (!accounts) {
    return (
      <OpeningDialog
        title={title}
        loading={i18n.t('Loading users...')}
        failure={i18n.t('The users could not be loaded.')}
        fields={[]}
        query={query}
        onClose={onClose}
      />
    )
  }
  // An address that somebody kept.
  return (
    <MessageDialog title={title} onClose={onClose}>
      {id === 'everybody'
        ? i18n.t('Everybody has a password, or a link to set one.')
        : accounts.some((account) => account.id === id)
          ? i18n.t('Only a person with a higher role can edit this user.')
          : i18n.t('There is no such user any more.')}
    </MessageDialog>
  )
}
