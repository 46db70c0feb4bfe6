import { Grid3x3 } from 'lucide-react'
import { useState } from 'react'
import { pinApi } from '../../../shared/pin.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { tell, tellFailure } from '../../components/forms/tell.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { ask } from '../../ui/ask.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CardSection, cardBody } from '../../ui/card-section.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PinForm } from './pin-form.tsx'

/** The PIN by which one clocks in at a kiosk. Guests clock in nowhere, so they have none. */
export const PinSection = () => (useCan('clock:use') ? <Shown /> : null)

function Shown() {
  const i18n = useI18n()
  const query = useReply(pinApi.get, {})
  const { data } = query
  const [isOpen, setOpen] = useState(false)
  const { mutate: remove, isPending: isRemoving } = useCall(pinApi.remove, {
    onSuccess: tell(msg('The PIN is removed')),
    onError: tellFailure(msg('It could not be changed')),
  })
  return (
    <CardSection
      title={i18n.t('PIN for kiosks')}
      badge={data?.setAt && <Badge tone="done">{i18n.t('Set ##a PIN')}</Badge>}
    >
      <div className={`${cardBody} py-4`}>
        {data ? (
          <>
            <p className="text-pretty text-muted">
              {i18n.t('You need it to clock in and out at the tablet by the door. It opens nothing else.')}{' '}
              {data.setAt && <When iso={data.setAt} as="moment" />}
            </p>
            {isOpen ? (
              <div className="mt-4">
                <PinForm onDone={() => setOpen(false)} />
              </div>
            ) : (
              <div className="mt-3 flex flex-wrap gap-2">
                <Button onClick={() => setOpen(true)}>
                  <Grid3x3 aria-hidden="true" className="size-4" />
                  {data.setAt ? i18n.t('Change the PIN') : i18n.t('Set a PIN')}
                </Button>
                {data.setAt && (
                  <Button
                    aria-label={i18n.t('Remove the PIN')}
                    onClick={async () => {
                      const text = i18n.t('Remove your PIN? You cannot clock in at a kiosk then.')
                      if (await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('Remove') })) remove({})
                    }}
                    pending={isRemoving}
                  >
                    {i18n.t('Remove')}
                  </Button>
                )}
              </div>
            )}
          </>
        ) : (
          <NotLoaded query={query} failure={i18n.t('The PIN could not be loaded.')} className="py-2!">
            <LoadingBars bars={['h-4 w-64 max-w-full', 'mt-3 h-9 w-32']} />
          </NotLoaded>
        )}
      </div>
    </CardSection>
  )
}
