import { createPortal } from 'react-dom'
import type { Invitation } from '../../../shared/users.ts'
import { formatDate } from '../../../shared/words/formats.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { useReader } from '../time/use-reader.ts'
import { linkAddress } from './link-address.ts'

/** On paper, in place of the page: a slip for each person, to be cut apart and handed over. */
export function InvitationSlips({ invitations }: { invitations: Invitation[] }) {
  const i18n = useI18n()
  const reader = useReader()
  const { organisation } = useViewer()
  return createPortal(
    <section className="print-sheet hidden print:block">
      {invitations.map((invitation) => (
        <article key={invitation.userId} className="break-inside-avoid border-control border-b border-dashed py-6">
          <p className="font-semibold text-lg">
            {organisation ? <bdi>{organisation}</bdi> : i18n.t('Your account for Muster')}
          </p>
          <p className="mt-1">
            <bdi>{`${invitation.firstName} ${invitation.lastName}`}</bdi> · <bdi dir="ltr">{invitation.email}</bdi>
          </p>
          <p className="mt-3">
            {i18n.t('Open this address and choose a password. It works once, until {date}.', {
              date: formatDate(invitation.expires, reader),
            })}
          </p>
          <p dir="ltr" className="mt-1 font-mono text-sm wrap-anywhere">
            {linkAddress(invitation)}
          </p>
        </article>
      ))}
    </section>,
    document.body,
  )
}
