import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Procedure, Today } from '../../shared/today.ts'
import { useI18n } from '../language.ts'
import { Item, opens } from './item.tsx'
import { TodaySection } from './section.tsx'

/** The procedures whose current revision the viewer has not confirmed. */
export function Procedures({ procedures: { items, total } }: { procedures: NonNullable<Today['procedures']> }) {
  const i18n = useI18n()
  return (
    <TodaySection title={i18n.t('Procedures to read')} total={total} shown={items.length} all={{ to: '/sops' }}>
      {items.map((procedure) => (
        <ProcedureItem key={procedure.id} procedure={procedure} />
      ))}
    </TodaySection>
  )
}

function ProcedureItem({ procedure: { id, title, version } }: { procedure: Procedure }) {
  const i18n = useI18n()
  const titleId = useId()
  const linkId = useId()
  return (
    <Item className="gap-3 py-2 pe-2 ps-4">
      <div className="min-w-0 flex-1">
        <h3 id={titleId} dir="auto" className="line-clamp-2 font-medium text-md leading-snug wrap-anywhere">
          {title}
        </h3>
        <p className="mt-0.5 truncate text-muted text-sm">{i18n.t('Version {version}', { version })}</p>
      </div>
      <Link
        to="/sops"
        search={{ sop: id }}
        id={linkId}
        data-opens
        aria-labelledby={`${linkId} ${titleId}`}
        className={opens}
      >
        <span className="inline-flex h-11 items-center rounded-control border border-line bg-surface px-4 font-medium shadow-card">
          {i18n.t('Read ##do it')}
        </span>
      </Link>
    </Item>
  )
}
