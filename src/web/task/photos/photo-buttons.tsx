import { Camera, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { keepsFocus } from '../../ui/keeps-focus.ts'

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
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])])
    // The same file may be chosen again.
    input.value = ''
  }
  return (
    <>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => chosen(target)}
      />
      <input
        ref={gallery}
        type="file"
        accept="image/*"
        multiple={!single}
        hidden
        onChange={({ target }) => chosen(target)}
      />
      <span className="hidden touch:inline-flex">
        <IconButton {...keepsFocus} label={i18n.t('Take a photo')} onClick={() => camera.current?.click()}>
          <Camera aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
      <IconButton
        {...keepsFocus}
        label={single ? i18n.t('Add a photo') : i18n.t('Add photos')}
        className={className}
        onClick={() => gallery.current?.click()}
      >
        <ImagePlus aria-hidden="true" className="size-5" />
      </IconButton>
    </>
  )
}
