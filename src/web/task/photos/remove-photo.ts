import { photosApi } from '../../../shared/photos.ts'
import { call } from '../../api/call.ts'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { markStale } from '../../api/queries.ts'
import { viewerNow } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { undoAction } from '../undo-action.ts'
import { addUndoable } from '../undo-stack.ts'

/**
 * Removes a photo: at once on the screen, and back if the server refuses or is out of reach. Undo brings it back.
 * `show` shows the photo at its place, or takes it away.
 */
export async function removeShownPhoto(id: string, show: (isThere: boolean) => void) {
  const i18n = i18nNow()
  const by = viewerNow()?.id ?? ''

  async function undo() {
    try {
      await call(photosApi.restore, { params: { id } })
      show(true)
      toast({ title: i18n.t('Photo restored') })
      return true
    } catch (error) {
      toastError(faultOf(error, i18n.t('The photo could not be restored')))
      return false
    } finally {
      void markStale(photosApi.restore.changes)
    }
  }

  show(false)
  try {
    await call(photosApi.remove, { params: { id } })
    toast({ title: i18n.t('Photo removed'), action: undoAction(addUndoable({ by, undo })) })
  } catch (error) {
    show(true)
    toastError(faultOf(error, i18n.t('The photo could not be removed')))
  } finally {
    void markStale(photosApi.remove.changes)
  }
}

/** The server's fault, or that it is out of reach. */
const faultOf = (error: unknown, fallback: string) =>
  error instanceof CallError ? messageOf(error, fallback) : i18nNow().t('No connection. Please try again.')
