import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import type { DraftPhoto } from './draft.ts'

/** The chosen photos, each with how far it is, what has failed, and a button that removes it. */
export function DraftPhotos({
  photos,
  onRemove,
  onRetry,
}: {
  photos: readonly DraftPhoto[]
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}) {
  const i18n = useI18n()
  if (photos.length === 0) return null
  const faults = new Set(photos.flatMap(({ fault }) => fault ?? []))
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={i18n.t('Photos')} className="flex flex-wrap gap-2">
        {photos.map((photo, at) => (
          <li key={photo.id} className="relative size-18 overflow-hidden rounded-control border border-line bg-sunken">
            <img
              src={photo.preview}
              alt={i18n.t('Photo {number}', { number: at + 1 })}
              className={cx('size-full object-cover', photo.state !== 'sent' && 'opacity-60')}
            />
            {(photo.state === 'sending' || photo.state === 'preparing') && (
              <progress
                aria-label={i18n.t('Photo {number}', { number: at + 1 })}
                value={photo.state === 'sending' ? photo.share : undefined}
                className="absolute inset-x-1.5 bottom-1.5 h-1.5 w-[calc(100%-0.75rem)] accent-accent"
              />
            )}
            {photo.state === 'failed' && (
              <button
                type="button"
                aria-label={i18n.t('Try again: photo {number}', { number: at + 1 })}
                onClick={() => onRetry(photo.id)}
                className="absolute inset-0 grid place-items-center text-overdue"
              >
                <RotateCw aria-hidden="true" className="size-6" />
              </button>
            )}
            <button
              type="button"
              aria-label={i18n.t('Remove photo {number}', { number: at + 1 })}
              onClick={() => onRemove(photo.id)}
              className="absolute inset-e-0 top-0 grid size-8 place-items-start justify-items-end p-1 touch:size-11"
            >
              <X aria-hidden="true" className="size-5 rounded-full bg-shade p-0.5 text-white" />
            </button>
          </li>
        ))}
      </ul>
      {[...faults].map((fault) => (
        <p key={fault} role="alert" className="flex items-start gap-2 font-medium text-overdue text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {fault}
        </p>
      ))}
    </div>
  )
}
