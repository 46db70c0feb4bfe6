import { Trans } from '@lingui/react'
import { CalendarDays } from 'lucide-react'
import { Suspense, useState } from 'react'
import { calendarApi } from '../../shared/calendar.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { CardSection, cardBody } from '../ui/card-section.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

const AddressDialog = lazyPart(() => import('./address-dialog.tsx'), 'AddressDialog')

const failed = tellFailure(msg('It could not be changed'))

/** The secret address at which a calendar reads the viewer's tasks. */
export function CalendarSection() {
  const i18n = useI18n()
  const query = useReply(calendarApi.get, {})
  const { data } = query
  const [path, setPath] = useState<string>()
  const renew = useCall(calendarApi.renew, { onSuccess: (reply) => setPath(reply.path), onError: failed })
  const remove = useCall(calendarApi.remove, {
    onSuccess: tell(msg('The address no longer works')),
    onError: failed,
  })
  const askAndRenew = async () => {
    const text = i18n.t('Make a new address? Calendars that use the old one get no more tasks.')
    if (await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('New address') })) renew.mutate({})
  }
  const askAndRemove = async () => {
    const text = i18n.t('Remove the address? Your tasks disappear from the calendars that use it.')
    if (await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('Remove') })) remove.mutate({})
  }
  return (
    <CardSection title={i18n.t('Your tasks in your calendar')}>
      <div className={`${cardBody} py-4`}>
        {data ? (
          <>
            <p className="flex gap-3 text-pretty">
              <CalendarDays aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                {i18n.t('Your calendar shows your open tasks that have a due date, and updates by itself.')}
                {data.since && (
                  <span className="block text-muted text-sm tabular">
                    <Trans id="address made {time}" values={{ time: <When iso={data.since} as="moment" /> }} />
                    {' · '}
                    {data.lastReadAt ? (
                      <Trans id="last read {time}" values={{ time: <When iso={data.lastReadAt} as="moment" /> }} />
                    ) : (
                      i18n.t('not read yet')
                    )}
                  </span>
                )}
              </span>
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button onClick={() => (data.since ? askAndRenew() : renew.mutate({}))} pending={renew.isPending}>
                {data.since ? i18n.t('New address') : i18n.t('Make an address')}
              </Button>
              {data.since && (
                <Button onClick={askAndRemove} pending={remove.isPending}>
                  {i18n.t('Remove')}
                </Button>
              )}
            </div>
          </>
        ) : (
          <NotLoaded query={query} failure={i18n.t('The address could not be loaded.')} className="py-2!">
            <LoadingBars bars={['h-4 w-64 max-w-full', 'mt-3 h-9 w-32']} />
          </NotLoaded>
        )}
      </div>
      <Suspense fallback={null}>{path && <AddressDialog path={path} onClose={() => setPath(undefined)} />}</Suspense>
    </CardSection>
  )
}
