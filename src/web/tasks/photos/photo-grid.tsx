import { lazy, Suspense, useState } from 'react'
import type { Photo } from '../../../shared/photos.ts'
import { useI18n } from '../../language.ts'

const PhotoViewer = lazy(() => import('./photo-viewer.tsx').then((module) => ({ default: module.PhotoViewer })))

/** The photos of a comment. One tap opens them large. */
export function PhotoGrid({ photos, by }: { photos: readonly Photo[]; by: string }) {
  const i18n = useI18n()
  const [open, setOpen] = useState<number>()
  if (photos.length === 0) return null
  return (
    <>
      <ul className="flex flex-wrap gap-1.5 pt-1.5">
        {photos.map((photo, at) => (
          <li key={photo.id}>
            <button
              type="button"
              onClick={() => setOpen(at)}
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
          <PhotoViewer photos={photos} start={open} by={by} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
