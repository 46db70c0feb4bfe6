import { Camera, ImagePlus, RotateCcw } from 'lucide-react'
import { type ChangeEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { photoUrls } from '../../../shared/photos.ts'
import { useViewer } from '../../api/viewer.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { storePhoto } from '../../offline/stored-photos.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toastError } from '../../ui/toast.tsx'
import { shrink, UnreadablePicture } from '../photos/shrink.ts'
import type { StepFieldProps } from './step-field.tsx'
import { enterValue, removeStepPhoto } from './use-steps.ts'

const PhotoViewer = lazyPart(() => import('../photos/photo-viewer.tsx'), 'PhotoViewer')

/** A step that asks for a photo: it opens the camera, shows the photo, and takes another. */
export function StepPhoto({ task, step, labelledBy, readOnly }: StepFieldProps) {
  const i18n = useI18n()
  const { id: owner } = useViewer()
  const input = useRef<HTMLInputElement>(null)
  /** The photo chosen here, until the server has it. */
  const [own, setOwn] = useState<{ id: string; url: string }>()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<string>()
  const close = useCallback(() => setOpen(undefined), [])
  useEffect(() => () => void (own && URL.revokeObjectURL(own.url)), [own])
  const id = step.photoId
  const remove = () => void removeStepPhoto(task, step)

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    setBusy(true)
    try {
      const photo = crypto.randomUUID()
      await storePhoto(photo, owner, await shrink(file))
      setOwn({ id: photo, url: URL.createObjectURL(file) })
      await enterValue(task, step, photo)
    } catch (error) {
      toastError(
        error instanceof UnreadablePicture ? i18n.t(error.words) : i18n.t('The photo could not be kept on this device'),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {id && (
        <button type="button" aria-labelledby={labelledBy} onClick={() => setOpen(id)}>
          <img
            src={own?.id === id ? own.url : photoUrls(id).thumbnailUrl}
            alt=""
            className="size-18 rounded-control border border-line bg-sunken object-cover"
          />
        </button>
      )}
      {open && (
        <Suspense>
          <PhotoViewer
            photos={id ? [{ id, ...photoUrls(id) }] : []}
            start={open}
            by={step.doneBy ? fullName(step.doneBy) : ''}
            onClose={close}
            onRemove={readOnly ? undefined : remove}
          />
        </Suspense>
      )}
      {busy && <Spinner />}
      {!readOnly && (
        <>
          <input ref={input} type="file" accept="image/*" capture="environment" hidden onChange={choose} />
          <Button aria-describedby={labelledBy} disabled={busy} onClick={() => input.current?.click()}>
            {id ? (
              <ImagePlus aria-hidden="true" className="size-4" />
            ) : (
              <Camera aria-hidden="true" className="size-4" />
            )}
            {id ? i18n.t('Another photo') : i18n.t('Take a photo')}
          </Button>
          {id && (
            <Button variant="ghost" aria-describedby={labelledBy} disabled={busy} onClick={remove}>
              <RotateCcw aria-hidden="true" className="size-4" />
              {i18n.t('Remove')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
