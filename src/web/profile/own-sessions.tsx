import { authApi, type SignInSession } from '../../shared/auth.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { SessionEntry } from '../components/people/session-entry.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { CardSection, cardBody } from '../ui/card-section.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const failed = tellFailure(msg('Failed to end the session'))

/** The viewer's sessions, with buttons that end them. */
export function OwnSessions() {
  const i18n = useI18n()
  const query = useReply(authApi.sessions, {})
  const { data } = query
  const others = useCall(authApi.endOtherSessions, {
    onSuccess: tell(msg('All other sessions have ended')),
    onError: failed,
  })
  return (
    <CardSection
      title={i18n.t('Where you are signed in')}
      action={
        data && data.length > 1 ? (
          <Button onClick={() => others.mutate({})} pending={others.isPending}>
            {i18n.t('End all others')}
          </Button>
        ) : null
      }
    >
      {data ? (
        <ul className={`divide-y divide-line ${cardBody}`}>
          {data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <NotLoaded query={query} failure={i18n.t('Your sessions could not be loaded.')}>
          <div role="status" className={`${cardBody} py-3.5`}>
            <span className="sr-only">{i18n.t('Loading your sessions...')}</span>
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-2 h-3.5 w-64" />
          </div>
        </NotLoaded>
      )}
    </CardSection>
  )
}

function Session({ session }: { session: SignInSession }) {
  const end = useCall(authApi.endSession, {
    onSuccess: tell(msg('The session has ended')),
    onError: failed,
  })
  return (
    <SessionEntry session={session} onEnd={() => end.mutate({ params: { id: session.id } })} isEnding={end.isPending} />
  )
}
