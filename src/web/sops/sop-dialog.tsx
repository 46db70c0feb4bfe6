import { useState } from 'react'
import { may } from '../../shared/permissions.ts'
import { type Sop, sopsApi } from '../../shared/sops.ts'
import { hasStatus } from '../api/call-endpoint.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useI18n } from '../language.ts'
import { SopForm } from './sop-form.tsx'

/** The dialog that the address opens: an upload, or the SOP with this id. */
export function SopDialog({ id, onClose }: { id?: number; onClose: () => void }) {
  const i18n = useI18n()
  const mayUpload = useCan('sop:create')
  if (id !== undefined) return <EditSop id={id} onClose={onClose} />
  if (!mayUpload)
    return (
      <MessageDialog title={i18n.t('Procedure')} onClose={onClose}>
        {i18n.t('You cannot upload procedures. Ask a manager.')}
      </MessageDialog>
    )
  return <SopForm onClose={onClose} />
}

function EditSop({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useReply(sopsApi.get, { params: { id } })
  const { data, error } = query
  const i18n = useI18n()
  const viewer = useViewer()
  const [opened, setOpened] = useState<Sop>()
  // Decided once, so that nothing typed is lost if the SOP is deleted meanwhile.
  if (!opened && data && may(viewer, 'sop:update', data)) setOpened(data)
  if (opened) return <SopForm sop={opened} onClose={onClose} />
  if (data)
    return (
      <MessageDialog title={i18n.t('Procedure')} onClose={onClose}>
        {i18n.t('You cannot edit this procedure.')}
      </MessageDialog>
    )
  if (hasStatus(error, 404))
    return (
      <MessageDialog title={i18n.t('Procedure')} onClose={onClose}>
        {i18n.t('This procedure does not exist, or you cannot see it.')}
      </MessageDialog>
    )
  return (
    <OpeningDialog
      title={i18n.t('Edit Procedure')}
      loading={i18n.t('Loading the procedure...')}
      failure={i18n.t('The procedure could not be loaded.')}
      fields={['h-9', 'h-9', 'h-23']}
      query={query}
      onClose={onClose}
    />
  )
}
