import { Pencil, Trash2 } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'

/** The buttons of a row or card that edit and delete its thing. One without a function is left out. */
export function EditAndDelete({
  name,
  onEdit,
  onDelete,
  isDeleting,
}: {
  name: string
  onEdit: false | (() => void)
  onDelete: false | (() => unknown)
  isDeleting: boolean
}) {
  const i18n = useI18n()
  return (
    <>
      {onEdit && (
        <IconButton label={i18n.t('Edit {name}', { name })} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      {onDelete && (
        <IconButton label={i18n.t('Delete {name}', { name })} onClick={() => void onDelete()} pending={isDeleting}>
          {!isDeleting && <Trash2 aria-hidden="true" className="size-4" />}
        </IconButton>
      )}
    </>
  )
}
