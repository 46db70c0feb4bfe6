import { Camera, ImagePlus } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { keepsFocus } from '../../ui/keeps-focus.ts'
import { usePhotoInputs } from './photo-inputs.tsx'

/**
 * Chooses photos, or a single one: on phones with the camera, everywhere from the device. `className` is for the second
 * button.
 */
export function PhotoButtons({
  onChoose,
  single = false,
  className,
}: {
  onChoose: (files: File[]) => void
  single?: boolean
  className?: string | undefined
}) {
  const i18n = useI18n()
  const { inputs, takePhoto, choosePhotos } = usePhotoInputs(onChoose, single)
  return (
    <>
      {inputs}
      <span className="hidden touch:inline-flex">
        <IconButton {...keepsFocus} label={i18n.t('Take a photo')} onClick={takePhoto}>
          <Camera aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
      <IconButton
        {...keepsFocus}
        label={single ? i18n.t('Add a photo') : i18n.t('Add photos')}
        className={className}
        onClick={choosePhotos}
      >
        <ImagePlus aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  )
}
