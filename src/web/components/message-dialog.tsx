import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'

/** A dialog with only a message, as why something cannot be shown. */
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

/** The dialog of a subject that is loading, or could not be loaded. `fields` are the heights of the form's fields. */
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
  /** Its name in the messages: "task". */
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
