import { Suspense, useCallback, useState } from 'react'
import type { Photo } from '../../../shared/photos.ts'
import { useI18n } from '../../language.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'), 'PhotoViewer')

/** The photos of a comment. One tap opens them large, where those who may can remove them. */
export function PhotoGrid({
  photos,
  by,
  onRemove,
}: {
  photos: readonly Photo[]
  by: string
  onRemove?: ((id: string) => void) | undefined
}) {
  const i18n = useI18n()
  const [open, setOpen] = useState<string>()
  const close = useCallback(() => setOpen(undefined), [])
  if (photos.length === 0 && open === undefined) return null
  return (
    <>
      <ul className="flex flex-wrap gap-1.5 pt-1.5">
        {photos.map((photo, at) => (
          <li key={photo.id}>
            <button
              type="button"
              onClick={() => setOpen(photo.id)}
              className="block overflow-hidden rounded-control border border-line bg-sunken"
            >
              <img
                src={photo.thumbnailUrl}
                alt={i18n.t('Photo {number} by {name}', { number: at + 1, name: by })}
                // The room is known before the picture is here.
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
                className={photos.length === 1 ? 'max-h-60 w-auto max-w-full' : 'size-24 object-cover'}
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Suspense>
          <PhotoViewer photos={photos} start={open} by={by} onClose={close} onRemove={onRemove} />
        </Suspense>
      )}
    </>
  )
}
