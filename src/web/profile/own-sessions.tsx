import { Laptop, Smartphone } from 'lucide-react'
import { authApi, type SignInSession } from '../../shared/auth.ts'
import { messageOf } from '../../shared/call.ts'
import { useCall, useReply } from '../api/queries.ts'
import { When } from '../components/when.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast, toastError } from '../ui/toast.tsx'

const failed = (error: Error) => toastError(messageOf(error, 'Failed to end the session'))

/** The viewer's sessions, with buttons that end them. */
export function OwnSessions({ className }: { className: string }) {
  const { data, isError, isFetching, refetch } = useReply(authApi.sessions, {})
  const others = useCall(authApi.endOtherSessions, {
    onSuccess: () => toast({ title: 'All other sessions have ended' }),
    onError: failed,
  })
  return (
    <section aria-labelledby="own-sessions" className={className}>
      <div className="flex min-h-15 touch:min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 md:px-7">
        <h2 id="own-sessions" className="font-semibold text-md">
          Where you are signed in
        </h2>
        {data && data.length > 1 && (
          <Button onClick={() => others.mutate({})} pending={others.isPending}>
            End all others
          </Button>
        )}
      </div>
      {data ? (
        <ul className="divide-y divide-line border-line border-t px-5 md:px-7">
          {data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : isError ? (
        <FailedState message="Your sessions could not be loaded." onRetry={refetch} pending={isFetching} />
      ) : (
        <div role="status" className="border-line border-t px-5 py-3.5 md:px-7">
          <span className="sr-only">Loading your sessions...</span>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-2 h-3.5 w-64" />
        </div>
      )}
    </section>
  )
}

function Session({ session }: { session: SignInSession }) {
  const { id, device, ipAddress, signedInAt, lastSeenAt, isCurrent } = session
  const end = useCall(authApi.endSession, {
    onSuccess: () => toast({ title: 'The session has ended' }),
    onError: failed,
  })
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex min-h-16 items-center gap-3.5 py-2.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-[550]">
          {device}
          {isCurrent && <Badge tone="accent">This one</Badge>}
        </p>
        <p className="text-muted text-sm tabular wrap-anywhere">
          {ipAddress && (
            <>
              <bdi>{ipAddress}</bdi> ·{' '}
            </>
          )}
          {signedInAt && (
            <>
              signed in <When iso={signedInAt} as="moment" />
            </>
          )}
          {!isCurrent && (
            <>
              {' · last seen '}
              <When iso={lastSeenAt} as="moment" />
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button onClick={() => end.mutate({ params: { id } })} pending={end.isPending} aria-label={`End ${device}`}>
          End
        </Button>
      )}
    </li>
  )
}
