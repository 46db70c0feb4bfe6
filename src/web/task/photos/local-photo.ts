import { useEffect, useState } from 'react'
import { photoUrls } from '../../../shared/photos.ts'
import { storedPhoto } from '../../offline/stored-photos.ts'
import { usePhotoWorks } from './photo-work.ts'

/** The address of a photo: as chosen on this page, else as stored in this browser, else the server's. */
export function useLocalPhoto(id: string): string | undefined {
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
