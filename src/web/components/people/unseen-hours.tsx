import { CallError } from '../../api/call-endpoint.ts'
import { useI18n } from '../../language.ts'
import { MessageDialog } from '../forms/message-dialog.tsx'

/** Whether hours were refused because there is no such person, or the viewer may not see them. */
export const isUnseen = (error: Error | null) => error instanceof CallError && [403, 404].includes(error.status)

/** Stands in place of the dialog with these hours. */
export function UnseenHours({ title, onClose }: { title: string; onClose: () => void }) {
  const i18n = useI18n()
  return (
    <MessageDialog title={title} onClose={onClose}>
      {i18n.t('This person does not exist, or you cannot see their hours.')}
    </MessageDialog>
  )
}
