import { type ReactNode, useState } from 'react'
import type { Person } from '../../shared/person.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import { allQueries, type LoadingQuery } from '../ui/not-loaded.tsx'
import { useMayManage } from './person-actions.tsx'

/**
 * A dialog about a person in the address: `children` draw it once the person is known, and `waitsFor` is read. They are
 * given the person once, so that nothing typed or shown is lost when the person is changed or deleted meanwhile.
 */
export function PersonOfAddress({
  id,
  right,
  title,
  fields,
  waitsFor = [],
  onClose,
  children,
}: {
  id: string
  /** The right that the viewer needs over the person. */
  right: 'manage' | 'edit'
  title: string
  /** The heights of the dialog's fields. */
  fields: readonly `h-${number}`[]
  waitsFor?: readonly (LoadingQuery & { data: unknown })[]
  onClose: () => void
  children: (person: Person) => ReactNode
}) {
  const i18n = useI18n()
  const accounts = useAccounts()
  const may = useMayManage()
  const [opened, setOpened] = useState<Person>()
  const person = accounts.data?.find((account) => account.id === id)
  if (!opened && person && may(person)[right]) setOpened(person)
  if (opened && waitsFor.every(({ data }) => data !== undefined)) return children(opened)
  if (accounts.data && !opened) {
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
      fields={fields}
      query={allQueries(accounts, ...waitsFor)}
      onClose={onClose}
    />
  )
}
