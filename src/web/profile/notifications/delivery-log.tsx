import { useId, useState } from 'react'
import { type DeliveryLogEntry, deliveryLogApi } from '../../../shared/delivery-log.ts'
import type { DeliveryReason } from '../../../shared/push.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useReply } from '../../api/queries.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Note, Part } from './part.tsx'

/** So many entries are shown at first. */
const FIRST = 5

const reasons: Record<Exclude<DeliveryReason, 'on_duty'>, Message> = {
  always: msg('You get notifications at any time.'),
  urgent: msg('A manager marked it as urgent and gave a reason.'),
  security: msg('It is about the security of your account.'),
  own_reminder: msg('You made this reminder for yourself.'),
  own_plan: msg('It is about your own shifts, and could not wait until you were back.'),
}

/** Notifications that have rung on the viewer's devices while they were off duty, each with its reason. */
export function OffDuty() {
  const i18n = useI18n()
  const listId = useId()
  const query = useReply(deliveryLogApi.list, {})
  const { data } = query
  const [isWhole, setIsWhole] = useState(false)
  return (
    <Part id="off-duty" title={i18n.t('What reached you off duty')}>
      {data && data.length > 0 ? (
        <>
          <Note>{i18n.t('In the last 30 days, by the clock.')}</Note>
          <ul id={listId} className="mt-1 divide-y divide-line">
            {(isWhole ? data : data.slice(0, FIRST)).map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          {data.length > FIRST && (
            <Button
              onClick={() => setIsWhole(!isWhole)}
              aria-expanded={isWhole}
              aria-controls={listId}
              className="mt-2"
            >
              {isWhole ? i18n.t('Show fewer') : i18n.t('Show all {count, number}', { count: data.length })}
            </Button>
          )}
        </>
      ) : data ? (
        <Note>{i18n.t('Nothing has reached you off duty in the last 30 days.')}</Note>
      ) : (
        <NotLoaded query={query} failure={i18n.t('What reached you off duty could not be loaded.')} className="py-4!" />
      )}
    </Part>
  )
}

function Entry({ entry: { title, message, rangAt, because } }: { entry: DeliveryLogEntry }) {
  const i18n = useI18n()
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="own-direction font-medium wrap-anywhere">{title}</span>
        <When iso={rangAt} as="moment" className="tabular text-muted text-sm" />
      </p>
      {message && <p className="own-direction line-clamp-2 text-muted text-sm wrap-anywhere">{message}</p>}
      {because !== 'on_duty' && <p className="text-sm">{i18n.t(reasons[because])}</p>}
    </li>
  )
}
