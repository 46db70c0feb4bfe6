import { Download, FileClock, Users, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Suspense, useRef } from 'react'
import { may } from '../../../shared/permissions.ts'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { hasStatus } from '../../api/call-endpoint.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useNoteOpened } from '../../components/history/use-note-opened.ts'
import { useI18n } from '../../language.ts'
import { useChangeAddress } from '../../ui/address.ts'
import { Backdrop } from '../../ui/backdrop.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { toastsBelow } from '../../ui/toast.tsx'
import type { SopSearch } from '../search-params.ts'
import { Confirmation } from './confirmation.tsx'
import { NoteToReaders } from './note-to-readers.tsx'
import { VersionButton } from './version-button.tsx'
import { ProcedureViewSwitch, useProcedureView } from './view-switch.tsx'

const Document = lazyPart(() => import('./document.tsx'), 'DocumentPages')
const TextView = lazyPart(() => import('../text-view/text-view.tsx'), 'TextView')
const Versions = lazyPart(() => import('./versions.tsx'), 'Versions')
const Readers = lazyPart(() => import('./readers.tsx'), 'Readers')

/** The SOP that lies over the list: its pages, its versions, its readers, and the viewer's confirmation. */
export function PdfViewer({ id, search, onClose }: { id: number; search: SopSearch; onClose: () => void }) {
  const i18n = useI18n()
  const query = useReply(sopsApi.get, { params: { id } })
  const { data, error } = query
  const content = useRef<HTMLDivElement>(null)
  const isGone = hasStatus(error, 404)
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Backdrop open className="z-40 animate-fade-in" />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const pages = content.current?.querySelector<HTMLElement>('[data-autofocus]') ?? content.current
            pages?.focus()
          }}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-surface outline-none data-[state=open]:animate-fade-in md:inset-4 md:rounded-card md:shadow-float low:inset-x-(--notch) low:inset-y-0 low:rounded-none"
        >
          {data && !isGone ? (
            <OpenSop sop={data} search={search} />
          ) : (
            <>
              <Radix.Title className="flex h-14 shrink-0 items-center border-line border-b px-4 pe-14 font-semibold">
                {i18n.t('Procedure')}
              </Radix.Title>
              {isGone ? (
                <p className="p-6 text-muted">{i18n.t('This procedure does not exist, or you cannot see it.')}</p>
              ) : (
                <NotLoaded query={query} failure={i18n.t('The procedure could not be loaded.')}>
                  <p role="status" className="p-6 text-muted">
                    {i18n.t('Loading the procedure...')}
                  </p>
                </NotLoaded>
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
  useNoteOpened('sop', sop.id, sop.title)
  const change = useChangeAddress<SopSearch>('replace')
  const viewer = useViewer()
  const revision = search.version ?? sop.revision
  const isCurrent = revision === sop.revision
  // Each revision has its own address, so that no cache mistakes one for another.
  const url = `${sop.fileUrl}?version=${revision}`
  const maySeeReaders = may(viewer, 'sop:readers', { departmentId: sop.departmentId ?? viewer.departmentId })
  const { view, choose, text, note } = useProcedureView(sop, revision)
  const confirmation = isCurrent && <Confirmation sop={sop} />
  const changeNote = isCurrent && sop.changeNote && !sop.readAt && <NoteToReaders note={sop.changeNote} />
  return (
    <>
      <header
        ref={toastsBelow}
        className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-2 pe-14 ps-4"
      >
        <div className="min-w-0 flex-1">
          <Radix.Title dir="auto" className="truncate font-semibold text-md" title={sop.title}>
            {sop.title}
          </Radix.Title>
          <div className="flex min-w-0 items-center gap-1.5 text-muted text-sm">
            <VersionButton sop={sop} revision={revision} onOpen={() => change({ versions: true })} />
            <span dir="auto" className="truncate">
              {sop.department?.name ?? i18n.t('Global')}
            </span>
          </div>
        </div>
        <ProcedureViewSwitch view={view} onChoose={choose} />
        {maySeeReaders && (
          <Button variant="ghost" aria-label={i18n.t('Readers')} onClick={() => change({ readers: true })}>
            <Users aria-hidden="true" className="size-4" />
            <span className="max-lg:hidden">{i18n.t('Readers')}</span>
          </Button>
        )}
        <DownloadLink url={url} compact />
      </header>
      {note && (
        <p role="status" className="border-line border-b bg-sunken px-4 py-2 text-sm">
          {note}
        </p>
      )}
      {!isCurrent && <OldVersion onCurrent={() => change({ version: undefined, page: undefined })} />}
      <Suspense fallback={<Opening />}>
        {view === 'pages' ? (
          <Document
            key={url}
            title={sop.title}
            url={url}
            size={sop.size}
            page={search.page ?? 1}
            find={search.find ?? ''}
            download={<DownloadLink url={url} />}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
            note={changeNote}
          >
            {confirmation}
          </Document>
        ) : text.data?.state === 'ready' ? (
          <TextView
            key={url}
            title={sop.title}
            sop={sop.id}
            text={text.data}
            pages={isCurrent ? sop.pages : Math.max(1, ...text.data.pages.map(({ page }) => page))}
            startPage={search.page}
            find={search.find ?? ''}
            onPage={(page) => change({ page: page === 1 ? undefined : page })}
            onShowPage={(page) =>
              // The pages begin at the page of the address.
              void change({ page: page === 1 ? undefined : page }).then(() => choose('pages'))
            }
            note={changeNote}
          >
            {confirmation}
          </TextView>
        ) : text.data ? (
          <NotYet onPages={() => choose('pages')} />
        ) : (
          <NotLoaded query={text} failure={i18n.t('The text could not be loaded.')}>
            <Opening />
          </NotLoaded>
        )}
      </Suspense>
      <Suspense fallback={null}>
        {search.readers && maySeeReaders && <Readers sop={sop} onClose={() => change({ readers: undefined })} />}
        {search.versions && (
          <Versions
            sop={sop}
            revision={revision}
            onChoose={(chosen) =>
              change({
                version: chosen === sop.revision ? undefined : chosen,
                page: undefined,
                find: undefined,
                versions: undefined,
              })
            }
            onClose={() => change({ versions: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}

function Opening() {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading the document...')}
      bars="mx-auto aspect-[1/1.414] w-full max-w-248 rounded-none! bg-surface!"
      className="min-h-0 flex-1 overflow-hidden bg-sunken px-3 pt-3"
    />
  )
}

/** The text is read in the background after an upload. */
function NotYet({ onPages }: { onPages: () => void }) {
  const i18n = useI18n()
  return (
    <div role="status" className="grid flex-1 place-items-center">
      <EmptyState
        icon={FileClock}
        title={i18n.t('The text is being prepared')}
        action={<Button onClick={onPages}>{i18n.t('Show the pages')}</Button>}
      >
        {i18n.t('It appears here by itself.')}
      </EmptyState>
    </div>
  )
}

function DownloadLink({ url, compact = false }: { url: string; compact?: boolean }) {
  const i18n = useI18n()
  return (
    <a
      href={url}
      download
      className="inline-flex h-8.5 shrink-0 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium shadow-card transition-colors duration-120 hover:border-control/50 hover:bg-hover touch:h-11 touch:px-3.5"
    >
      <Download aria-hidden="true" className="size-4" />
      <span className={compact ? 'max-md:sr-only' : ''}>{i18n.t('Download')}</span>
    </a>
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
