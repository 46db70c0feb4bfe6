import { useState } from 'react'
import { INVITATION_DAYS } from '../../shared/auth.ts'
import { MAX_IMPORT_PEOPLE } from '../../shared/import-people.ts'
import { type Invitation, type Person, usersApi } from '../../shared/users.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { LinksDialog } from '../components/invitations/links-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { formatMoment } from '../components/time/format.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { isWaiting } from './matching.ts'
import { useMayManage } from './person-actions.tsx'

/** Makes a link by which a person sets a password, or links for everybody who has neither. It shows them once. */
export function InviteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const { data: accounts, isError, isFetching, refetch } = useAccounts()
  const may = useMayManage()
  const reader = useReader()
  const [links, setLinks] = useState<Invitation[]>()
  const [send, setSend] = useState(deployment.mail)
  const invite = useCall(usersApi.invite)
  const people = (accounts ?? []).filter(
    (person) => may(person).manage && (id === 'everybody' ? isWaiting(person, serverNow()) : person.id === id),
  )
  const make = async () => {
    const userIds = people.slice(0, MAX_IMPORT_PEOPLE).map((person) => person.id)
    try {
      const { invitations } = await invite.mutateAsync({ body: { userIds, send: send && deployment.mail } })
      setLinks(invitations)
    } catch (error) {
      toastError(messageOf(error, i18n.t('The link could not be made')))
    }
  }
  if (links) return <LinksDialog invitations={links} onClose={onClose} />
  const [person] = people
  const title = i18n.t('Link to set a password')
  if (!accounts) {
    return (
      <OpeningDialog
        title={title}
        loading={i18n.t('Loading users...')}
        failure={i18n.t('The users could not be loaded.')}
        fields={[]}
        failed={isError}
        onRetry={refetch}
        retrying={isFetching}
        onClose={onClose}
      />
    )
  }
  // An address that somebody kept. Once the links are made, nobody waits for one either.
  if (!person && invite.isIdle) {
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
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          {id !== 'everybody' && person && <Revoke person={person} onDone={onClose} />}
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button
            variant="primary"
            pending={invite.isPending}
            disabled={people.length === 0}
            onClick={() => void make()}
            className="max-md:flex-1"
          >
            {i18n.t('{count, plural, one {Make the link} other {Make # links}}', { count: people.length || 1 })}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {id === 'everybody'
          ? i18n.t(
              'Each person gets a link to choose a password. {days, plural, one {The links work once, for # day.} other {The links work once, for # days.}}',
              { days: INVITATION_DAYS },
            )
          : i18n.t(
              '{name} opens the link and chooses a password. {days, plural, one {It works once, for # day.} other {It works once, for # days.}} Earlier links of this person stop working.',
              { name: person ? fullName(person) : '', days: INVITATION_DAYS },
            )}
      </p>
      {id !== 'everybody' && person?.invitedUntil && (
        <p className="mt-3 text-muted">
          {i18n.t('A link that was made before works until {date}.', {
            date: formatMoment(person.invitedUntil, reader),
          })}
        </p>
      )}
      {deployment.mail && (
        <div className="mt-3">
          <CheckOption checked={send} onChange={({ target }) => setSend(target.checked)}>
            {i18n.t('Send by e-mail too')}
          </CheckOption>
        </div>
      )}
    </Dialog>
  )
}

/** Ends the link that a person has. */
function Revoke({ person, onDone }: { person: Person; onDone: () => void }) {
  const i18n = useI18n()
  const { mutate, isPending } = useCall(usersApi.revokeInvitation, {
    onSuccess: () => {
      toast({ title: i18n.t('The link no longer works') })
      onDone()
    },
    onError: (error) => toastError(messageOf(error, i18n.t('The link could not be ended'))),
  })
  if (!person.invitedUntil) return null
  return (
    <Button
      variant="ghost"
      pending={isPending}
      onClick={() => mutate({ params: { id: person.id } })}
      className="me-auto"
    >
      {i18n.t('End the link')}
    </Button>
  )
}
