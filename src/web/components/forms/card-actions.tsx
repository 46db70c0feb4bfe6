import { Pencil, Trash2 } from 'lucide-react'
import type { Endpoint } from '../../../shared/endpoint.ts'
import type { pathId } from '../../../shared/fields.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

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
  return (
    <span className="relative z-1 -my-2 -me-2 ms-auto flex touch:-my-3">
      {onEdit && (
        <IconButton label={i18n.t('Edit {name}', { name })} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      {mayDelete && (
        <IconButton
          label={i18n.t('Delete {name}', { name })}
          onClick={() =>
            confirm(i18n.t('Are you sure you want to delete "{name}"?', { name })) && remove({ params: { id } })
          }
          pending={isPending}
        >
          {!isPending && <Trash2 aria-hidden="true" className="size-4" />}
        </IconButton>
      )}
    </span>
  )
}
