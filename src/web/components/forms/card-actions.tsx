import type { Endpoint } from '../../../shared/endpoint.ts'
import type { pathId } from '../../../shared/fields.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { EditAndDelete } from './edit-and-delete.tsx'

/**
 * The buttons at the end of a card's first line: edit, and delete after a confirmation. They stand above
 * the link that covers the whole card. A button that the viewer is not permitted is left out.
 */
export function CardActions({
  id,
  name,
  onEdit,
  mayDelete,
  endpoint,
  deletedMessage,
  failureMessage,
}: {
  id: number
  name: string
  onEdit: false | (() => void)
  mayDelete: boolean
  /** The call that deletes the card's subject. */
  endpoint: Endpoint & { params: { id: typeof pathId } }
  deletedMessage: string
  failureMessage: (error: Error) => string
}) {
  const i18n = useI18n()
  const { mutate: remove, isPending } = useCall(endpoint, {
    onSuccess: () => toast({ title: deletedMessage }),
    onError: (error) => toastError(failureMessage(error)),
  })
  const confirmAndRemove = () =>
    confirm(i18n.t('Are you sure you want to delete "{name}"?', { name })) && remove({ params: { id } })
  return (
    <span className="relative z-1 -my-2 -me-2 ms-auto flex touch:-my-3">
      <EditAndDelete name={name} onEdit={onEdit} onDelete={mayDelete && confirmAndRemove} isDeleting={isPending} />
    </span>
  )
}
