import { useState } from 'react'
import type { Invitation } from '../../../shared/users.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { InvitationLinks, useLinksNote } from './links.tsx'

/** Shows links to set a password, once. It asks before it closes unless they were copied. */
export function LinksDialog({ invitations, onClose }: { invitations: Invitation[]; onClose: () => void }) {
  const i18n = useI18n()
  const noteOf = useLinksNote()
  const [saved, setSaved] = useState(false)
  const askBeforeClose = () =>
    saved
      ? undefined
      : {
          text: i18n.t('The links are shown only now. Close without copying them?'),
          stay: i18n.t('Keep open'),
          leave: i18n.t('Close'),
        }
  return (
    <Dialog
      open
      size="lg"
      title={i18n.t('Hand out the links')}
      description={noteOf(invitations)}
      onClose={onClose}
      askBeforeClose={askBeforeClose}
      footer={(requestClose) => (
        <Button variant="primary" onClick={requestClose}>
          {i18n.t('Done ##button that closes')}
        </Button>
      )}
    >
      <InvitationLinks invitations={invitations} onSaved={() => setSaved(true)} />
    </Dialog>
  )
}
