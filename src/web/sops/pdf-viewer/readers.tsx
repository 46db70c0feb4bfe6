import { Trans } from '@lingui/react'
import { BellRing, Check, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Sop, type SopReader, sopsApi } from '../../../shared/sops.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

const PrintedReaders = lazyPart(() => import('./printed-readers.tsx'), 'PrintedReaders')

/** The people who have confirmed the current version, and those who have not, with a button to remind them. */
export function Readers({ sop, onClose }: { sop: Sop; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const [printing, setPrinting] = useState(false)
  const query = useReply(sopsApi.readers, { params: { id: sop.id } })
  const { data, refetch } = query
  const { mutate: remind, isPending } = useCall(sopsApi.remind, {
    onSuccess: ({ reminded }) => {
      const title =
        reminded === 0
          ? i18n.t('Everybody was reminded within the last hour')
          : i18n.t('{count, plural, one {Reminded # person} other {Reminded # people}}', { count: reminded })
      toast({ title })
      void refetch()
    },
    onError: (failure) => toastError(messageOf(failure, i18n.t('Failed to send the reminder'))),
  })
  const unread = data?.filter(({ readAt }) => readAt === null) ?? []
  const read = data?.filter(({ readAt }) => readAt !== null) ?? []
  const onDuty = unread.filter((person) => person.isOnDuty).length
  const remindable = unread.filter(({ id }) => id !== viewer.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title={i18n.t('Readers')}
      description={
        data && (
          <>
            <span className="block">
              {i18n.t(
                '{total, plural, one {Version {version}: read by {read, number} of # person} other {Version {version}: read by {read, number} of # people}}',
                { read: read.length, total: data.length, version: sop.version },
              )}
            </span>
            {onDuty > 0 && (
              <span className="block">
                {i18n.t(
                  '{count, plural, one {# person who has not read it is on duty now.} other {# people who have not read it are on duty now.}}',
                  { count: onDuty },
                )}
              </span>
            )}
          </>
        )
      }
      footer={
        data &&
        data.length > 0 && (
          <>
            <Button onClick={() => setPrinting(true)} className="me-auto">
              <Printer aria-hidden="true" className="size-4" />
              {i18n.t('Print')}
            </Button>
            {printing && (
              <Suspense fallback={null}>
                <PrintedReaders sop={sop} people={[...unread, ...read]} onDone={() => setPrinting(false)} />
              </Suspense>
            )}
            {remindable.length > 0 && (
              <Button
                variant="primary"
                pending={isPending}
                onClick={() => remind({ params: { id: sop.id } })}
                className="max-md:flex-1"
              >
                {!isPending && <BellRing aria-hidden="true" className="size-4" />}
                {i18n.t('{count, plural, one {Remind # person} other {Remind # people}}', { count: remindable.length })}
              </Button>
            )}
          </>
        )
      }
    >
      {data ? (
        data.length === 0 ? (
          <p className="text-muted">{i18n.t('Nobody has to read this.')}</p>
        ) : (
          <>
            <People heading={i18n.t('Not yet')} people={unread} />
            <People heading={i18n.t('Have read it')} people={read} />
          </>
        )
      ) : (
        <NotLoaded query={query} failure={i18n.t('The readers could not be loaded.')}>
          <div role="status" className="grid gap-3">
            <span className="text-muted">{i18n.t('Loading the readers...')}</span>
            {times(5, () => (
              <Skeleton className="h-9" />
            ))}
          </div>
        </NotLoaded>
      )}
    </Dialog>
  )
}

function People({ heading, people }: { heading: string; people: SopReader[] }) {
  const i18n = useI18n()
  if (people.length === 0) return null
  return (
    <section aria-label={heading} className="not-first:mt-5">
      <h3 className="mb-1 font-semibold text-muted text-sm">
        {heading} <span className="font-normal tabular">{people.length}</span>
      </h3>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center gap-3">
            <Avatar person={person} size="lg" />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-medium">
                {fullName(person)}
              </span>
              <span className="flex min-w-0 items-baseline gap-x-2 text-muted text-sm">
                <span dir="auto" className="truncate">
                  {person.department?.name ?? i18n.t('No department')}
                </span>
                {person.isOnDuty && !person.readAt && (
                  <span className="flex shrink-0 items-center gap-1.5 text-done">
                    <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
                    {i18n.t('On duty')}
                  </span>
                )}
              </span>
            </span>
            <span className="shrink-0 text-end text-sm tabular">
              {person.readAt ? (
                <span className="flex items-center gap-1 text-done">
                  <Check aria-hidden="true" className="size-3.5" />
                  <When iso={person.readAt} as="day" />
                </span>
              ) : (
                person.remindedAt && (
                  <span className="text-muted">
                    <Trans id="Reminded <0/>" components={{ 0: <Ago iso={person.remindedAt} /> }} />
                  </span>
                )
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
