import { useEffect } from 'react'
import type { SignInSession } from '../../shared/auth.ts'
import { usersApi } from '../../shared/users.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { fullName } from '../components/people/avatar.tsx'
import { SessionEntry } from '../components/people/session-entry.tsx'
import { useAccounts } from '../components/people/use-people.ts'
import { i18nNow, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { ApiClientsOf } from './tokens-of.tsx'

const failed = tellFailure(msg('Failed to end the session'))

/** A managed person's sessions, with buttons that end them. */
export function SessionsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const person = useAccounts().data?.find((account) => account.id === id)
  const params = { id }
  const query = useReply(usersApi.sessions, { params })
  const { data, refetch } = query
  // Others' sign-ins are not announced to this page, so the last reply may be old.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch])
  const endAll = useCall(usersApi.endSessions, {
    onSuccess: () => {
      const i18n = i18nNow()
      toast({ title: i18n.t('All sessions of this person have ended') })
      onClose()
    },
    onError: failed,
  })
  return (
    <Dialog
      open
      title={i18n.t('Where they are signed in')}
      description={person && fullName(person)}
      onClose={onClose}
      footer={
        data &&
        data.length > 0 && (
          <Button
            variant="destructive"
            onClick={() => endAll.mutate({ params })}
            pending={endAll.isPending}
            className="max-md:flex-1"
          >
            {i18n.t('Sign out everywhere')}
          </Button>
        )
      }
    >
      {data ? (
        data.length > 0 ? (
          <ul className="divide-y divide-line">
            {data.map((session) => (
              <Session key={session.id} userId={id} session={session} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{i18n.t('This person is signed in nowhere.')}</p>
        )
      ) : (
        <NotLoaded query={query} failure={i18n.t('The sessions could not be loaded.')}>
          <Spinner className="mx-auto my-8" />
        </NotLoaded>
      )}
      <ApiClientsOf id={id} />
    </Dialog>
  )
}

function Session({ userId, session }: { userId: string; session: SignInSession }) {
  const end = useCall(usersApi.endSession, {
    onSuccess: tell(msg('The session has ended')),
    onError: failed,
  })
  return (
    <SessionEntry
      session={session}
      onEnd={() => end.mutate({ params: { id: userId, session: session.id } })}
      isEnding={end.isPending}
    />
  )
}
