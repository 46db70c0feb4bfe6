import { Trans } from '@lingui/react'
import { ChevronRight, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiToken } from '../../../shared/tokens.ts'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { When } from '../time/when.tsx'
import { touchedBy } from './scope-areas.ts'

/** A token in a list: its scopes, its end, and its last use. `action` stands at its end. */
export function TokenEntry({ token, action }: { token: ApiToken; action?: ReactNode }) {
  const i18n = useI18n()
  const { name, ending, scopes, expire, lastUsedAt, createdAt } = token
  const isOver = expire !== null && Date.parse(expire) <= serverNow()
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-2 py-3">
      <SquareTerminal aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          <code dir="ltr" className="font-normal text-muted text-sm">
            …{ending}
          </code>
          {isOver && <Badge tone="overdue">{i18n.t('Expired')}</Badge>}
        </p>
        <p className="text-muted text-sm tabular">
          {lastUsedAt ? (
            <Trans id="last used {time}" values={{ time: <When iso={lastUsedAt} as="moment" /> }} />
          ) : (
            i18n.t('never used')
          )}
          {' · '}
          {expire === null ? (
            i18n.t('does not expire')
          ) : isOver ? (
            <Trans id="expired {time}" values={{ time: <When iso={expire} as="moment" /> }} />
          ) : (
            <Trans id="expires {time}" values={{ time: <When iso={expire} as="moment" /> }} />
          )}
          {' · '}
          <Trans id="made {time}" values={{ time: <When iso={createdAt} /> }} />
        </p>
        <ScopeList scopes={scopes} />
      </div>
      {action}
    </li>
  )
}

/** The areas of a token's scopes, and behind them the scopes as programs name them. */
function ScopeList({ scopes }: { scopes: string[] }) {
  const i18n = useI18n()
  const words = touchedBy(scopes).map(({ label, reads, changes }) => {
    const area = i18n.t(label)
    if (!changes) return i18n.t('{area} (read)', { area })
    return reads ? i18n.t('{area} (read and change)', { area }) : area
  })
  return (
    <details className="group mt-1 text-sm">
      <summary className="flex cursor-pointer list-none gap-1.5 py-1 text-pretty touch:py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="mt-px size-4 shrink-0 text-muted transition-transform duration-120 group-open:rotate-[calc(90deg*var(--dir))]"
        />
        {words.join(' · ')}
      </summary>
      <ul dir="ltr" className="flex flex-wrap gap-1.5 py-1.5">
        {scopes.map((scope) => (
          <li key={scope} className="rounded-md bg-sunken px-1.5 py-0.5 font-mono">
            {scope}
          </li>
        ))}
      </ul>
    </details>
  )
}
