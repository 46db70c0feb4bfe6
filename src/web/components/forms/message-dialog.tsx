import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type LoadingQuery, NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'

/** A dialog with only a message, as why something cannot be shown. */
export function MessageDialog({ title, onClose, children }: { title: string; onClose: () => void; children: string }) {
  const i18n = useI18n()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={<Button onClick={onClose}>{i18n.t('Close')}</Button>}
    >
      <p className="text-muted">{children}</p>
    </Dialog>
  )
}

/** The dialog of a subject that is loading, or could not be loaded. `fields` are the heights of the form's fields. */
export const OpeningDialog = ({
  title,
  loading,
  failure,
  fields,
  query,
  onClose,
}: {
  title: string
  /** "Loading the task..." */
  loading: string
  /** "The task could not be loaded." */
  failure: string
  fields: readonly `h-${number}`[]
  query: LoadingQuery
  onClose: () => void
}) => (
  <Dialog open onClose={onClose} title={title}>
    <NotLoaded query={query} failure={failure}>
      <div role="status" className="flex flex-col gap-5">
        <span className="text-muted">{loading}</span>
        {times(fields.length, (at) => (
          <Skeleton className={fields[at]} />
        ))}
      </div>
    </NotLoaded>
  </Dialog>
)
