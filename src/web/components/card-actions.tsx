import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'

/**
 * Edit and delete at the end of a card's first line, above the link that the whole card is. What may not be done is left out;
 * deleting is asked about in the specified words (section 5).
 */
export function CardActions({
  name,
  onEdit,
  onDelete,
  deleting,
}: {
  name: string
  onEdit: false | (() => void)
  onDelete: false | (() => void)
  deleting: boolean
}) {
  return (
    <span className="relative z-1 -my-2 -mr-2 ml-auto flex touch:-my-3">
      {onEdit && (
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      {onDelete && (
        <IconButton
          label={`Delete ${name}`}
          onClick={() => confirm(`Are you sure you want to delete "${name}"?`) && onDelete()}
          pending={deleting}
        >
          {!deleting && <Trash2 aria-hidden="true" className="size-4" />}
        </IconButton>
      )}
    </span>
  )
}
