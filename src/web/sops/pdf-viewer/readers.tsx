import { BellRing, Check } from 'lucide-react'
import { messageOf } from '../../../shared/call.ts'
import { type Sop, type SopReader, sopsApi } from '../../../shared/sops.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { Ago } from '../../components/ago.tsx'
import { Avatar, fullName } from '../../components/avatar.tsx'
import { When } from '../../components/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/** The people who have confirmed the current version, and those who have not, with a button to remind them. */
export function Readers({ sop, onClose }: { sop: Sop; onClose: () => void }) {
  const viewer = useViewer()
  const { data, error, isFetching, refetch } = useReply(sopsApi.readers, { params: { id: sop.id } })
  const { mutate: remind, isPending } = useCall(sopsApi.remind, {
    onSuccess: ({ reminded }) => {
      const title =
        reminded === 0 ? 'Everybody was reminded within the last hour' : `Reminded ${formatPeople(reminded)}`
      toast({ title })
      void refetch()
    },
    onError: (failure) => toastError(messageOf(failure, 'Failed to send the reminder')),
  })
  const unread = data?.filter(({ readAt }) => readAt === null) ?? []
  const read = data?.filter(({ readAt }) => readAt !== null) ?? []
  const remindable = unread.filter(({ id }) => id !== viewer.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Readers"
      description={data && `${read.length} of ${formatPeople(data.length)} have read version ${sop.version}`}
      footer={
        remindable.length > 0 && (
          <Button
            variant="primary"
            pending={isPending}
            onClick={() => remind({ params: { id: sop.id } })}
            className="max-md:w-full"
          >
            {!isPending && <BellRing aria-hidden="true" className="size-4" />}
            Remind {formatPeople(remindable.length)}
          </Button>
        )
      }
    >
      {data ? (
        data.length === 0 ? (
          <p className="text-muted">Nobody has to read this.</p>
        ) : (
          <>
            <People heading="Not yet" people={unread} />
            <People heading="Have read it" people={read} />
          </>
        )
      ) : error ? (
        <FailedState message="The readers could not be loaded." onRetry={refetch} pending={isFetching} />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="text-muted">Loading the readers...</span>
          {times(5, () => (
            <Skeleton className="h-9" />
          ))}
        </div>
      )}
    </Dialog>
  )
}

const formatPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)

const People = ({ heading, people }: { heading: string; people: SopReader[] }) =>
  people.length > 0 && (
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
              <span dir="auto" className="block truncate text-muted text-sm">
                {person.department?.name ?? 'No department'}
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
                    Reminded <Ago iso={person.remindedAt} />
                  </span>
                )
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
