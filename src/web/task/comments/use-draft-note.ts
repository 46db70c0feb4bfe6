import { useEffect } from 'react'
import { viewerNow } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { currentToast, toast } from '../../ui/toast.tsx'
import { drafts } from './drafts.ts'

/** Says that a draft is kept, when the place is closed in which somebody has typed it. */
export function useDraftNote(key: string) {
  useEffect(() => {
    const before = drafts.get()[key]?.text
    return () => {
      const draft = drafts.get()[key]
      // The text of another toast matters more: it may have an Undo.
      if (!draft || draft.text === before || !viewerNow() || currentToast.get()?.open) return
      const i18n = i18nNow()
      toast({ title: i18n.t('Draft saved') })
    }
  }, [key])
}
