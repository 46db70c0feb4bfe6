import { useRef } from 'react'

/** Hook: hidden inputs for photos, to be drawn, and functions that open the camera of a phone or the device's files. */
export function usePhotoInputs(onChoose: (files: File[]) => void, single = false) {
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])])
    // The same file may be chosen again.
    input.value = ''
  }
  const shared = {
    ...{ type: 'file', accept: 'image/*', hidden: true },
    onChange: ({ target }: { target: HTMLInputElement }) => chosen(target),
  }
  return {
    inputs: (
      <>
        <input ref={camera} capture="environment" {...shared} />
        <input ref={gallery} multiple={!single} {...shared} />
      </>
    ),
    takePhoto: () => camera.current?.click(),
    choosePhotos: () => gallery.current?.click(),
  }
}
