import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'

/** Says in a sentence why there is nothing else in the dialog. */
export const MessageDialog = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: string
}) => (
  <Dialog open onClose={onClose} title={title} size="sm" footer={<Button onClick={onClose}>Close</Button>}>
    <p className="text-muted">{children}</p>
  </Dialog>
)

/** The dialog of a thing that is still to be read, or could not be; `fields` are the heights of the form to come. */
export const OpeningDialog = ({
  title,
  subject,
  fields,
  failed,
  onRetry,
  retrying,
  onClose,
}: {
  title: string
  /** In the sentences: "task". */
  subject: string
  fields: readonly `h-${number}`[]
  failed: boolean
  onRetry: () => void
  retrying: boolean
  onClose: () => void
}) => (
  <Dialog open onClose={onClose} title={title}>
    {failed ? (
      <FailedState message={`The ${subject} could not be loaded.`} onRetry={onRetry} pending={retrying} />
    ) : (
      <div role="status" className="flex flex-col gap-5">
        <span className="text-muted">Loading the {subject}...</span>
        {times(fields.length, (at) => (
          <Skeleton className={fields[at]} />
        ))}
      </div>
    )}
  </Dialog>
)
