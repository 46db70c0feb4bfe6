import { Trans } from '@lingui/react'
import { Laptop, Smartphone } from 'lucide-react'
import { type PushDevice, pushApi } from '../../../shared/push.ts'
import { msg } from '../../../shared/words/message.ts'
import { silenceDevice, useDeviceState } from '../../api/push-device.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { When } from '../../components/time/when.tsx'
import { i18nNow, useI18n } from '../../language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { toast } from '../../ui/toast.tsx'
import { focusPart, Note, Part } from './part.tsx'

const PART = 'told-devices'

/** The viewer's devices that are told, newest first. Each can be tried and removed. */
export function Devices() {
  const i18n = useI18n()
  const query = useReply(pushApi.list, {})
  const { data } = query
  return (
    <Part id={PART} title={i18n.t('Devices that get notifications')}>
      {data && data.devices.length > 0 ? (
        <ul className="divide-y divide-line">
          {data.devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      ) : data ? (
        <Note>{i18n.t('None yet. All notifications are in the bell, and open pages show them immediately.')}</Note>
      ) : (
        <NotLoaded query={query} failure={i18n.t('Your devices could not be loaded.')} className="py-4!" />
      )}
    </Part>
  )
}

function Device({ device: { id, device, createdAt, asleepSince, isCurrent } }: { device: PushDevice }) {
  const i18n = useI18n()
  const isPushed = useDeviceState() === 'on'
  const test = useCall(pushApi.test, {
    onSuccess() {
      const i18n = i18nNow()
      toast({ title: i18n.t('A test is on its way') })
    },
    onError: tellFailure(msg('The test could not be sent')),
  })
  const remove = useCall(pushApi.remove, {
    async onSuccess() {
      const i18n = i18nNow()
      toast({ title: i18n.t('The device no longer gets notifications') })
      focusPart(PART)
      if (isCurrent) await silenceDevice()
    },
    onError: tellFailure(msg('The device could not be removed')),
  })
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3 last:pb-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {device}
          {isCurrent && isPushed && <Badge tone="accent">{i18n.t('This one')}</Badge>}
        </p>
        <p className="text-muted text-sm tabular">
          {asleepSince ? (
            <Trans id="not reachable since {time}" values={{ time: <When iso={asleepSince} as="moment" /> }} />
          ) : (
            <Trans id="gets notifications since {time}" values={{ time: <When iso={createdAt} as="moment" /> }} />
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 ps-8.5 sm:ps-0">
        <Button
          onClick={() => test.mutate({ params: { id } })}
          pending={test.isPending}
          aria-label={i18n.t('Send a test to {device}', { device })}
        >
          {i18n.t('Send a test')}
        </Button>
        <Button
          onClick={() => remove.mutate({ params: { id } })}
          pending={remove.isPending}
          aria-label={i18n.t('Remove {device}', { device })}
        >
          {i18n.t('Remove')}
        </Button>
      </div>
    </li>
  )
}
