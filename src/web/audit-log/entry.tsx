import { Trans } from '@lingui/react'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { ChevronRight, ListFilter } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import type { AuditEntry } from '../../shared/audit-log.ts'
import { formatTime } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { nobodysName } from '../components/history/change-labels.ts'
import { ChangeList } from '../components/history/change-list.tsx'
import { Avatar, fullName, NoAvatar } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { onlyThisLabel, openLabel } from './labels.ts'
import type { ChangeSearch } from './search-params.ts'
import { cutAtItsEnd, sentenceOf } from './sentences.tsx'

/** One entry as a row, on phones as a card. It opens to show all its details. */
export const AuditEntryRow = memo(function AuditEntryRow({
  entry,
  open,
  onToggle,
  onFilter,
}: {
  entry: AuditEntry
  open: boolean
  onToggle: (id: number) => void
  onFilter: ChangeSearch
}) {
  const reader = useReader()
  const { i18n } = reader
  const panel = useId()
  const { id, person, createdAt, ipAddress } = entry
  return (
    <li
      className={cx(
        'border-line border-b bg-surface [contain-intrinsic-size:auto_40px] [content-visibility:auto]',
        'max-md:mx-3.5 max-md:mb-2 max-md:rounded-[10px] max-md:border max-md:shadow-card max-md:[contain-intrinsic-size:auto_72px]',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => onToggle(id)}
        className={cx(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3.5 py-2.5 text-start text-sm outline-offset-[-2px] hover:bg-hover/60 md:min-h-10 md:py-1.5',
          'md:grid-cols-[1rem_3.75rem_11rem_minmax(0,1fr)_8rem]',
        )}
      >
        <ChevronRight
          aria-hidden="true"
          className={cx(
            'size-4 text-muted transition-transform duration-120 max-md:hidden',
            open && 'rotate-[calc(90deg*var(--dir))]',
          )}
        />
        <time dateTime={createdAt} className="tabular whitespace-nowrap text-muted max-md:order-2">
          {formatTime(createdAt, reader)}
        </time>
        <span className="flex min-w-0 items-center gap-2 max-md:order-1">
          {person ? <Avatar person={person} /> : <NoAvatar />}
          <span dir="auto" className={cx('truncate', person ? 'font-semibold md:font-medium' : 'text-muted')}>
            {actorOf(entry, i18n)}
          </span>
        </span>
        {/* In one line only the title is cut, at its own end: a Latin one within Arabic would lose its beginning. */}
        <span
          className={cx(
            'min-w-0 leading-4.5 wrap-anywhere max-md:order-3 max-md:col-span-2 max-lg:line-clamp-3',
            'lg:flex lg:overflow-hidden lg:whitespace-pre lg:*:flex lg:*:min-w-0',
          )}
        >
          {sentenceOf(entry, reader)}
          {entry.token !== undefined && (
            <span className="text-muted">
              {' · '}
              <Trans id="by token {name}" values={{ name: <bdi className={cutAtItsEnd}>{entry.token}</bdi> }} />
            </span>
          )}
        </span>
        <span dir="ltr" className="max-w-full justify-self-end truncate text-muted tabular max-md:hidden">
          {ipAddress}
        </span>
      </button>
      {open && (
        <div id={panel} className="border-line border-t bg-sunken px-3.5 py-3.5 max-md:rounded-b-[10px] md:ps-22">
          <Details entry={entry} onFilter={onFilter} />
        </div>
      )}
    </li>
  )
})

function actorOf({ action, person, resourceType }: AuditEntry, i18n: Reader['i18n']) {
  if (person) return fullName(person)
  return resourceType === 'session' ? i18n.t('Nobody') : nobodysName(action, i18n)
}

function Details({ entry, onFilter }: { entry: AuditEntry; onFilter: ChangeSearch }) {
  const { id, person, changes, createdAt, ipAddress, userAgent, resourceType, resourceId } = entry
  const i18n = useI18n()
  const target = targetOf(entry)
  return (
    <div className="grid gap-3.5">
      {changes.length > 0 ? (
        <ChangeList changes={changes} />
      ) : (
        <p className="text-muted text-sm">{i18n.t('There are no more details.')}</p>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 border-line border-t pt-3 text-muted text-sm tabular">
        <Fact name={i18n.t('When')}>
          <When iso={createdAt} as="moment" />
        </Fact>
        <Fact name={i18n.t('From ##an address of the network')}>{ipAddress ?? i18n.t('Muster itself')}</Fact>
        {userAgent && <Fact name={i18n.t('Browser')}>{userAgent}</Fact>}
        <Fact name={i18n.t('Entry')}>{id}</Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        {target && (
          <Link
            {...target}
            className="inline-flex h-8.5 items-center rounded-control border border-line bg-surface px-3 font-medium shadow-card hover:bg-hover touch:h-11 touch:px-4"
          >
            {openLabel(resourceType, i18n)}
          </Link>
        )}
        {resourceId !== null && (
          <Button onClick={() => onFilter({ type: resourceType, id: resourceId, action: undefined })}>
            <ListFilter aria-hidden="true" className="size-4" />
            {onlyThisLabel(resourceType, i18n)}
          </Button>
        )}
        {person && (
          <Button onClick={() => onFilter({ person: person.id })}>
            <ListFilter aria-hidden="true" className="size-4" />
            {i18n.t('Only {name}', { name: person.firstName })}
          </Button>
        )}
      </div>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 gap-1.5">
    <dt className="shrink-0">{name}</dt>
    <dd className="text-text wrap-anywhere">{children}</dd>
  </div>
)

/** The screen that shows the entry's subject; none once that is deleted. */
function targetOf({ action, resourceType, resourceId }: AuditEntry): LinkOptions | undefined {
  if (resourceId === null || action.endsWith('.delete')) return
  if (resourceType === 'task') return { to: '/tasks', search: { task: Number(resourceId) } }
  if (resourceType === 'project') return { to: '/projects', search: { edit: Number(resourceId) } }
  if (resourceType === 'routine') return { to: '/routines', search: { routine: Number(resourceId) } as never }
  if (resourceType === 'user') return { to: '/admin/users', search: { edit: resourceId } }
}
