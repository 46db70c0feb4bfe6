import { useState } from 'react'
import { INVITATION_DAYS } from '../../../shared/auth.ts'
import { MAX_IMPORT_PEOPLE } from '../../../shared/import-people.ts'
import type { Person } from '../../../shared/person.ts'
import { type Invitation, usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { deployment } from '../../api/deployment.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckOption } from '../choice/check-option.tsx'
import { tell, tellFailure } from '../forms/tell.ts'
import { fullName } from '../people/avatar.tsx'
import { formatMoment } from '../time/format.ts'
import { useReader } from '../time/use-reader.ts'
import { LinksDialog } from './links-dialog.tsx'

/** Makes links by which people set their passwords, and shows them once. With one person it says whose link it is. */
export function MakeLinksDialog({
  people,
  onePerson,
  onClose,
}: {
  people: readonly Person[]
  onePerson: boolean
  onClose: () => void
}) {
  const i18n = useI18n()
  const reader = useReader()
  const [links, setLinks] = useState<Invitation[]>()
  const [send, setSend] = useState(deployment.mail)
  const invite = useCall(usersApi.invite)
  const mailed = deployment.mail && people.some(({ email }) => email !== null)
  const make = async () => {
    const userIds = people.slice(0, MAX_IMPORT_PEOPLE).map((person) => person.id)
    try {
      const { invitations } = await invite.mutateAsync({ body: { userIds, send: send && mailed } })
      setLinks(invitations)
    } catch (error) {
      tellFailure(msg('The link could not be made'))(error)
    }
  }
  if (links) return <LinksDialog invitations={links} onClose={onClose} />
  const person = onePerson ? people[0] : undefined
  return (
    <Dialog
      open
      title={i18n.t('Link to set a password')}
      onClose={onClose}
      footer={
        <>
          {person && <Revoke person={person} onDone={onClose} />}
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
        {onePerson
          ? i18n.t(
              '{name} opens the link and chooses a password. {days, plural, one {It works once, for # day.} other {It works once, for # days.}} Earlier links of this person stop working.',
              { name: person ? fullName(person) : '', days: INVITATION_DAYS },
            )
          : i18n.t(
              'Each person gets a link to choose a password. {days, plural, one {The links work once, for # day.} other {The links work once, for # days.}}',
              { days: INVITATION_DAYS },
            )}
      </p>
      {person?.invitedUntil && (
        <p className="mt-3 text-muted">
          {i18n.t('A link that was made before works until {date}.', {
            date: formatMoment(person.invitedUntil, reader),
          })}
        </p>
      )}
      {mailed && (
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
      tell(msg('The link no longer works'))()
      onDone()
    },
    onError: tellFailure(msg('The link could not be ended')),
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
