import { Trans } from '@lingui/react'
import { Smartphone } from 'lucide-react'
import { usersApi } from '../../shared/users.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { TokenEntry } from '../components/people/token-entry.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

/** A managed person's tokens, calendar and devices, with a button that ends all of them. Draws nothing without any. */
export function ApiClientsOf({ id }: { id: string }) {
  const i18n = useI18n()
  const params = { id }
  const query = useReply(usersApi.programs, { params })
  const { data } = query
  const end = useCall(usersApi.endPrograms, {
    onSuccess: tell(msg("Programs and devices no longer act in this person's name")),
    onError: tellFailure(msg('The tokens could not be revoked')),
  })
  if (!data) return <NotLoaded query={query} failure={i18n.t('The tokens could not be loaded.')} className="py-3!" />
  const devices = data.devices ?? []
  if (data.tokens.length === 0 && !data.hasCalendar && devices.length === 0) return null
  return (
    <section aria-labelledby="programs" className="mt-5 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="programs" className="font-semibold text-md">
          {i18n.t('Programs and devices in their name')}
        </h3>
        <Button onClick={() => end.mutate({ params })} pending={end.isPending}>
          {i18n.t('Revoke all')}
        </Button>
      </div>
      {data.hasCalendar && (
        <p className="mt-2 text-muted">
          {i18n.t('A calendar reads their tasks at a secret address.')}{' '}
          {data.calendarReadAt && (
            <Trans id="Last read {time}." values={{ time: <When iso={data.calendarReadAt} as="moment" /> }} />
          )}
        </p>
      )}
      <ul className="divide-y divide-line">
        {data.tokens.map((token) => (
          <TokenEntry key={token.id} token={token} />
        ))}
        {devices.map(({ id, device, createdAt }) => (
          <li key={id} className="flex items-start gap-x-3.5 py-3">
            <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{device}</p>
              <p className="text-muted text-sm tabular">
                <Trans id="gets notifications since {time}" values={{ time: <When iso={createdAt} /> }} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
