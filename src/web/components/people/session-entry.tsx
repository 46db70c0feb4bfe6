import { Trans } from '@lingui/react'
import { Laptop, Smartphone } from 'lucide-react'
import type { SignInSession } from '../../../shared/auth.ts'
import { useI18n } from '../../language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { When } from '../time/when.tsx'

/** A sign-in session in a list, with a button that ends it, except the one of this page. */
export function SessionEntry({
  session,
  onEnd,
  isEnding,
}: {
  session: SignInSession
  onEnd: () => void
  isEnding: boolean
}) {
  const i18n = useI18n()
  const { device, ipAddress, signedInAt, lastSeenAt, isCurrent } = session
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex min-h-16 items-center gap-3.5 py-2.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {isCurrent && <Badge tone="accent">{i18n.t('This one')}</Badge>}
        </p>
        <p className="text-muted text-sm tabular wrap-anywhere">
          {ipAddress && (
            <>
              <bdi>{ipAddress}</bdi> ·{' '}
            </>
          )}
          {signedInAt && <Trans id="signed in {time}" values={{ time: <When iso={signedInAt} as="moment" /> }} />}
          {!isCurrent && (
            <>
              {' · '}
              <Trans id="last seen {time}" values={{ time: <When iso={lastSeenAt} as="moment" /> }} />
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button onClick={onEnd} pending={isEnding} aria-label={i18n.t('End {device}', { device })}>
          {i18n.t('End ##session')}
        </Button>
      )}
    </li>
  )
}
