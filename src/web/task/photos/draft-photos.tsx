import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { photoUrls } from '../../../shared/photos.ts'
import { useI18n } from '../../language.ts'
import { storedPhoto } from '../../offline/stored-photos.ts'
import { cx } from '../../ui/class-names.ts'
import { usePhotoWorks } from './photo-work.ts'

const frame = 'relative size-18 overflow-hidden rounded-control border border-line bg-sunken'

/** The photos chosen for a comment, each with its progress, its fault, and a button that removes it. */
export function DraftPhotos({
  ids,
  onRemove,
  onRetry,
}: {
  ids: readonly string[]
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}) {
  const i18n = useI18n()
  const works = usePhotoWorks()
  if (ids.length === 0) return null
  const faults = new Set(ids.flatMap((id) => works.get(id)?.fault ?? []))
  return (
    <div className="flex flex-col gap-2 px-3 pt-3">
      <ul aria-label={i18n.t('Photos')} className="flex flex-wrap gap-2">
        {ids.map((id, at) => (
          <DraftPhoto key={id} id={id} number={at + 1} onRemove={onRemove} onRetry={onRetry} />
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

function DraftPhoto({
  id,
  number,
  onRemove,
  onRetry,
}: {
  id: string
  number: number
  onRemove: (id: string) => void
  onRetry: (id: string) => void
}) {
  const i18n = useI18n()
  const url = useLocalPhoto(id)
  const { state, share } = usePhotoWorks().get(id) ?? { state: 'waiting', share: 0 }
  const isUnderWay = state === 'sending' || state === 'preparing'
  return (
    <li className={frame}>
      {url && (
        <img
          src={url}
          alt={i18n.t('Photo {number}', { number })}
          className={cx('size-full object-cover', (isUnderWay || state === 'failed') && 'opacity-60')}
        />
      )}
      {isUnderWay && (
        <progress
          aria-label={i18n.t('Photo {number}', { number })}
          value={state === 'sending' ? share : undefined}
          className="absolute inset-x-1.5 bottom-1.5 h-1.5 w-[calc(100%-0.75rem)] accent-accent"
        />
      )}
      {state === 'failed' && (
        <button
          type="button"
          aria-label={i18n.t('Try photo {number} again', { number })}
          onClick={() => onRetry(id)}
          className="absolute inset-0 grid place-items-center text-overdue"
        >
          <RotateCw aria-hidden="true" className="size-6" />
        </button>
      )}
      <button
        type="button"
        aria-label={i18n.t('Remove photo {number}', { number })}
        onClick={() => onRemove(id)}
        className="absolute inset-e-0 top-0 grid size-8 place-items-start justify-items-end p-1 touch:size-11"
      >
        <X aria-hidden="true" className="size-5 rounded-full bg-shade p-0.5 text-white" />
      </button>
    </li>
  )
}

/** The photos of a comment that the server does not have yet. */
export function UnsentPhotos({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5 pt-1">
      {ids.map((id, at) => (
        <UnsentPhoto key={id} id={id} number={at + 1} />
      ))}
    </ul>
  )
}

function UnsentPhoto({ id, number }: { id: string; number: number }) {
  const i18n = useI18n()
  const url = useLocalPhoto(id)
  return (
    <li className={frame}>
      {url && <img src={url} alt={i18n.t('Photo {number}', { number })} className="size-full object-cover" />}
    </li>
  )
}

/** The address of a photo: as chosen on this page, else as stored in this browser, else the server's. */
function useLocalPhoto(id: string): string | undefined {
  const chosen = usePhotoWorks().get(id)?.preview
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (chosen) return
    let own: string | undefined
    let isStopped = false
    const show = (stored: { thumbnail: ArrayBuffer } | undefined) => {
      if (isStopped) return
      if (stored) own = URL.createObjectURL(new Blob([stored.thumbnail], { type: 'image/jpeg' }))
      setUrl(own ?? photoUrls(id).thumbnailUrl)
    }
    storedPhoto(id).then(show, () => show(undefined))
    return () => {
      isStopped = true
      if (own) URL.revokeObjectURL(own)
    }
  }, [id, chosen])
  return chosen ?? url
}
