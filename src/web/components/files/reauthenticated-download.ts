import { reauthenticationApi } from '../../../shared/reauthentication.ts'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { askForReauthentication } from '../../api/reauthentication.ts'
import { i18nNow } from '../../language.ts'
import { toastError } from '../../ui/toast.tsx'
import { downloadFile } from './save-file.ts'

/** Downloads once the person has proved who they are: the browser's own download could not ask. */
export async function downloadProved(href: string, fileName: string) {
  try {
    const { isRecent } = await call(reauthenticationApi.ways, {})
    if (isRecent || (await askForReauthentication())) downloadFile(href, fileName)
  } catch (error) {
    const i18n = i18nNow()
    toastError(messageOf(error, i18n.t('No connection. Please try again.')))
  }
}
