import { Link } from '@tanstack/react-router'
import { type Place, placesApi } from '../../shared/places.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { EditAndDelete } from '../components/forms/edit-and-delete.tsx'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Checkbox } from '../ui/checkbox.tsx'

/** A place: whether its sign is to be printed, where it leads, and its actions. */
export function PlaceRow({
  place,
  department,
  isChosen,
  onChoose,
  onEdit,
}: {
  place: Place
  department: string | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onEdit: () => void
}) {
  const i18n = useI18n()
  const { id, name, code } = place
  const mayManage = useCan('place:manage', place)
  const { mutate: remove, isPending } = useCall(placesApi.remove, {
    onSuccess: tell(msg('Place deleted')),
    onError: tellFailure(msg('The place could not be deleted')),
  })
  const confirmAndRemove = async () => {
    const text = i18n.t('Delete "{name}"? Its sign will no longer work.', { name })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) remove({ params: { id } })
  }
  return (
    <li className="flex min-h-13 items-center gap-1 py-1 pe-2 ps-1.5">
      <Checkbox
        label={i18n.t('Print the sign of {name}', { name })}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        className="size-9 touch:size-11"
      />
      <Link
        to="/p/$code"
        params={{ code }}
        className="group/place flex min-h-9 min-w-0 flex-1 flex-col justify-center py-1 touch:min-h-11 md:flex-row md:items-center md:gap-3"
      >
        <span dir="auto" className="min-w-0 font-medium wrap-anywhere group-hover/place:underline md:flex-1">
          {name}
        </span>
        {department && (
          <span dir="auto" className="min-w-0 truncate text-muted text-sm">
            {department}
          </span>
        )}
      </Link>
      {mayManage && (
        <span className="flex shrink-0">
          <EditAndDelete name={name} onEdit={onEdit} onDelete={confirmAndRemove} isDeleting={isPending} />
        </span>
      )}
    </li>
  )
}
