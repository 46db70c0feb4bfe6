import { Trans } from '@lingui/react'
import { TabletSmartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Kiosk, kiosksApi } from '../../shared/kiosks.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { MadeBy, ownerName, Unowned } from '../components/people/owner-note.tsx'
import { Ago } from '../components/time/ago.tsx'
import { When } from '../components/time/when.tsx'
import { i18nNow, useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { toast } from '../ui/toast.tsx'

const KioskDialog = lazyPart(() => import('./kiosk-dialog.tsx'), 'KioskDialog')

/** A kiosk says about once a minute that it is there, in milliseconds. */
const READ_AGAIN_MS = 60_000

/** The tablets at the doors, for administrators: making them, and revoking them. */
export function KiosksPage() {
  const i18n = useI18n()
  const [open, setOpen] = useState<'this' | 'other'>()
  const query = useReply(kiosksApi.list, {}, { refetchInterval: READ_AGAIN_MS })
  const { data } = query
  const buttons = (
    <>
      <Button variant="primary" onClick={() => setOpen('other')}>
        {i18n.t('Set up a tablet')}
      </Button>
      <Button
        onClick={() => setOpen('this')}
        className="h-auto! min-h-9 max-w-full py-1.5 touch:min-h-11 whitespace-normal!"
      >
        {i18n.t('Make this device a kiosk')}
      </Button>
    </>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-3.5 pt-3 pb-6 md:px-6 md:pt-4">
      {data && data.length > 0 ? (
        <>
          <p className="max-w-2xl text-pretty text-muted">{i18n.t(ABOUT)}</p>
          <div className="flex flex-wrap gap-2">{buttons}</div>
          <ul
            aria-label={i18n.t('Kiosks')}
            className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
          >
            {data.map((kiosk) => (
              <Row key={kiosk.id} kiosk={kiosk} />
            ))}
          </ul>
        </>
      ) : data ? (
        <EmptyState icon={TabletSmartphone} title={i18n.t('No kiosks yet')} action={buttons}>
          {i18n.t(ABOUT)}
        </EmptyState>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The kiosks could not be loaded.')}>
          <LoadingBars
            bars={['h-4 w-96 max-w-full', 'h-9 w-64 max-w-full', ...Array<string>(3).fill('h-16 rounded-card!')]}
            className="flex flex-col gap-2.5"
          />
        </NotLoaded>
      )}
      <Suspense fallback={null}>{open && <KioskDialog which={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  )
}

const ABOUT = msg(
  'A kiosk is a tablet at the door. People find their name on it and clock in and out with a PIN, which they set in their profile.',
)

function Row({ kiosk }: { kiosk: Kiosk }) {
  const { id, name, department, lastSeenAt, pausesAt, pausedAt } = kiosk
  const i18n = useI18n()
  const takeOver = useCall(kiosksApi.takeOver, {
    onSuccess: () => {
      const i18n = i18nNow()
      toast({ title: i18n.t('{name} is yours now', { name }) })
    },
    onError: tellFailure(msg('That did not work')),
  })
  const { mutate: remove, isPending } = useCall(kiosksApi.remove, {
    onSuccess: tell(msg('Kiosk revoked')),
    onError: tellFailure(msg('The kiosk could not be revoked')),
  })
  const text = i18n.t('Revoke "{name}"? Its tablet no longer shows names, and a page that is open on it closes.', {
    name,
  })
  const revoke = (
    <Button
      aria-label={i18n.t('Revoke {name}', { name })}
      onClick={async () => {
        if (await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('Revoke') })) remove({ params: { id } })
      }}
      pending={isPending}
    >
      {i18n.t('Revoke')}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="w-full sm:w-auto sm:min-w-48 sm:flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </h2>
          {pausesAt && (
            <Badge tone="overdue" className="whitespace-normal!">
              {pausedAt ? i18n.t('Paused: no owner') : i18n.t('Needs a new owner')}
            </Badge>
          )}
        </div>
        <p className="text-muted text-sm">
          {department ? <bdi>{department.name}</bdi> : i18n.t('People of all departments')}
        </p>
        <MadeBy {...kiosk} />
      </div>
      <p className="max-sm:me-auto text-muted text-sm">
        {lastSeenAt ? (
          <Trans id="Last seen {time}" values={{ time: <Ago iso={lastSeenAt} /> }} />
        ) : (
          i18n.t('Not seen yet')
        )}
      </p>
      {pausesAt ? (
        <div className="w-full">
          <Unowned
            {...kiosk}
            buttons={
              <>
                <Button
                  variant="primary"
                  aria-label={i18n.t('Take over {name}', { name })}
                  onClick={() => takeOver.mutate({ params: { id } })}
                  pending={takeOver.isPending}
                >
                  {i18n.t('Take over')}
                </Button>
                {revoke}
              </>
            }
          >
            {pausedAt ? (
              <Trans
                id="{owner} can no longer manage kiosks, and nobody has taken this one over. It shows no names until somebody takes it over."
                values={{ owner: ownerName(kiosk) }}
              />
            ) : (
              <Trans
                id="{owner} can no longer manage kiosks. Take this one over or revoke it. Otherwise it pauses on {time}."
                values={{ owner: ownerName(kiosk), time: <When iso={pausesAt} as="moment" /> }}
              />
            )}
          </Unowned>
        </div>
      ) : (
        revoke
      )}
    </li>
  )
}
