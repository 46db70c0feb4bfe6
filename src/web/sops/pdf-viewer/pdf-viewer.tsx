import { Trans } from '@lingui/react'
import { Check, ChevronDown, Download, Users, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { lazy, Suspense, useRef } from 'react'
import { CallError, messageOf } from '../../../shared/call.ts'
import { may } from '../../../shared/permissions.ts'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { fullName } from '../../components/avatar.tsx'
import { When } from '../../components/when.tsx'
import { useI18n } from '../../language.ts'
import { useChangeAddress } from '../../ui/address.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { toastError } from '../../ui/toast.tsx'
import type { SopSearch } from '../search-params.ts'
import { Document } from './document.tsx'

const Readers = lazy(() => import('./readers.tsx').then((module) => ({ default: module.Readers })))

/** The SOP that lies over the list: its pages, its versions, its readers, and the viewer's confirmation. */
export function PdfViewer({ id, search, onClose }: { id: number; search: SopSearch; onClose: () => void }) {
  const i18n = useI18n()
  const { data, error, isFetching, refetch } = useReply(sopsApi.get, { params: { id } })
  const content = useRef<HTMLDivElement>(null)
  const isGone = error instanceof CallError && error.status === 404
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade data-[state=open]:animate-fade-in" />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const pages = content.current?.querySelector<HTMLElement>('[data-autofocus]') ?? content.current
            pages?.focus()
          }}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-surface outline-none data-[state=open]:animate-fade-in md:inset-4 md:rounded-card md:shadow-float"
        >
          {data && !isGone ? (
            <OpenSop sop={data} search={search} />
          ) : (
            <>
              <Radix.Title className="flex h-14 shrink-0 items-center border-line border-b px-4 pe-14 font-semibold">
                {i18n.t('SOP')}
              </Radix.Title>
              {isGone ? (
                <p className="p-6 text-muted">{i18n.t('This SOP does not exist, or you may not see it.')}</p>
              ) : error ? (
                <FailedState message={i18n.t('The SOP could not be loaded.')} onRetry={refetch} pending={isFetching} />
              ) : (
                <p role="status" className="p-6 text-muted">
                  {i18n.t('Loading the SOP...')}
                </p>
              )}
            </>
          )}
          <IconButton
            label={i18n.t('Close')}
            onClick={onClose}
            className="absolute top-3.5 inset-e-3 touch:top-1.5 touch:inset-e-1.5"
          >
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function OpenSop({ sop, search }: { sop: Sop; search: SopSearch }) {
  const i18n = useI18n()
  const change = useChangeAddress<SopSearch>('replace')
  const viewer = useViewer()
  const revision = search.version ?? sop.revision
  const isCurrent = revision === sop.revision
  // Each revision has its own address, so that no cache mistakes one for another.
  const url = `${sop.fileUrl}?version=${revision}`
  const maySeeReaders = may(viewer, 'sop:readers', { departmentId: sop.departmentId ?? viewer.departmentId })
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-2 pe-14 ps-4">
        <div className="min-w-0 flex-1">
          <Radix.Title dir="auto" className="truncate font-semibold text-md" title={sop.title}>
            {sop.title}
          </Radix.Title>
          <div className="flex min-w-0 items-center gap-1.5 text-muted text-sm">
            <Versions sop={sop} revision={revision} />
            <span dir="auto" className="truncate">
              {sop.department?.name ?? i18n.t('Global')}
            </span>
          </div>
        </div>
        {maySeeReaders && (
          <Button variant="ghost" aria-label={i18n.t('Readers')} onClick={() => change({ readers: true })}>
            <Users aria-hidden="true" className="size-4" />
            <span className="max-md:hidden">{i18n.t('Readers')}</span>
          </Button>
        )}
        <DownloadLink url={url} compact />
      </header>
      {isCurrent && sop.textState === 'failed' && (
        <p className="border-line border-b bg-sunken px-4 py-2 text-sm">
          {i18n.t('This document can be read, but its text cannot be searched.')}
        </p>
      )}
      {!isCurrent && <OldVersion onCurrent={() => change({ version: undefined, page: undefined })} />}
      <Document
        key={url}
        title={sop.title}
        url={url}
        size={sop.size}
        page={search.page ?? 1}
        find={search.find ?? ''}
        download={<DownloadLink url={url} />}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
      >
        {isCurrent && <Confirmation sop={sop} />}
      </Document>
      <Suspense fallback={null}>
        {search.readers && maySeeReaders && <Readers sop={sop} onClose={() => change({ readers: undefined })} />}
      </Suspense>
    </>
  )
}

function DownloadLink({ url, compact = false }: { url: string; compact?: boolean }) {
  const i18n = useI18n()
  return (
    <a
      href={url}
      download
      className="inline-flex h-8.5 shrink-0 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-[550] shadow-card transition-colors duration-120 hover:border-control/50 hover:bg-hover touch:h-11 touch:px-3.5"
    >
      <Download aria-hidden="true" className="size-4" />
      <span className={compact ? 'max-md:sr-only' : ''}>{i18n.t('Download')}</span>
    </a>
  )
}

/** The version that is shown, and a menu of the others. */
function Versions({ sop, revision }: { sop: Sop; revision: number }) {
  const i18n = useI18n()
  const change = useChangeAddress<SopSearch>('replace')
  const { data } = useReply(sopsApi.versions, { params: { id: sop.id } })
  const shown = data?.find((version) => version.revision === revision)
  const label = i18n.t('Version {version}', { version: shown?.version ?? sop.version })
  if (!data || data.length < 2) return <span className="shrink-0 tabular">{label} ·</span>
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="-ms-1.5 flex h-6 shrink-0 items-center gap-1 rounded-control px-1.5 font-medium tabular hover:bg-hover touch:h-11"
        >
          {label}
          <ChevronDown aria-hidden="true" className="size-3.5 opacity-70" />
        </button>
      }
    >
      <MenuChoices
        value={String(revision)}
        onChange={(chosen) =>
          change({
            version: Number(chosen) === sop.revision ? undefined : Number(chosen),
            page: undefined,
            find: undefined,
          })
        }
        choices={data.map((version) => ({
          value: String(version.revision),
          label: i18n.t('Version {version}, {name}', { version: version.version, name: fullName(version.uploader) }),
        }))}
      />
    </Menu>
  )
}

function OldVersion({ onCurrent }: { onCurrent: () => void }) {
  const i18n = useI18n()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b bg-sunken px-4 py-1.5 text-sm">
      <p>{i18n.t('This is an earlier version.')}</p>
      <Button variant="ghost" onClick={onCurrent} className="text-accent!">
        {i18n.t('Show the current one')}
      </Button>
    </div>
  )
}

/** The button that confirms the current version as read. A new version needs a new confirmation. */
function Confirmation({ sop }: { sop: Sop }) {
  const i18n = useI18n()
  const { mutate: confirmReading, isPending } = useCall(sopsApi.confirm, {
    onError: (error) => toastError(messageOf(error, i18n.t('Failed to confirm the reading'))),
  })
  return sop.readAt ? (
    <p
      role="status"
      className="flex min-h-8.5 items-center justify-center gap-1.5 font-medium text-done md:whitespace-nowrap"
    >
      <Check aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <Trans id="You confirmed this version on <0/>" components={{ 0: <When iso={sop.readAt} /> }} />
      </span>
    </p>
  ) : (
    <Button
      variant="primary"
      pending={isPending}
      onClick={() => confirmReading({ params: { id: sop.id }, body: { revision: sop.revision } })}
      className="max-lg:w-full"
    >
      {i18n.t('I have read and understood this')}
    </Button>
  )
}
