import { useEffect } from 'react'

/** Names the browser's tab after what is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Muster`
  }, [title])
}
