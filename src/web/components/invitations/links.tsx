import { Copy, Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import { signInName } from '../../../shared/sign-in-name.ts'
import type { Invitation } from '../../../shared/users.ts'
import { formatDate } from '../../../shared/words/formats.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { ExportButton } from '../files/export.tsx'
import type { ShownList } from '../files/save-file.ts'
import { QrCode } from '../forms/qr-code.tsx'
import { useReader } from '../time/use-reader.ts'

/** Links by which people set their passwords, to be handed out. Nothing can show them a second time. */
export function InvitationLinks({ invitations, onSaved }: { invitations: Invitation[]; onSaved?: () => void }) {
  const i18n = useI18n()
  const copy = useCopy(onSaved)
  const list = (): ShownList<Invitation> => ({
    name: 'links',
    columns: [
      { heading: i18n.t('First name'), kind: 'text', value: (each) => each.firstName },
      { heading: i18n.t('Last name'), kind: 'text', value: (each) => each.lastName },
      { heading: i18n.t('Email'), kind: 'text', value: (each) => each.email },
      { heading: i18n.t('Link'), kind: 'text', value: linkAddress },
      // At the end, because sheets count columns.
      { heading: i18n.t('User name'), kind: 'text', value: (each) => each.username ?? null },
    ],
    rows: invitations,
  })
  const printAll = () => {
    onSaved?.()
    print()
  }
  const only = invitations.length === 1 ? invitations[0] : undefined
  const all = () => invitations.map((each) => `${nameOf(each)}\t${signInName(each)}\t${linkAddress(each)}`).join('\n')
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {invitations.length > 1 && (
          <>
            <Button onClick={() => void copy(all())}>
              <Copy aria-hidden="true" className="size-4" />
              {i18n.t('Copy all')}
            </Button>
            <ExportButton list={list} onSaved={onSaved} />
          </>
        )}
        <Button onClick={printAll}>
          <Printer aria-hidden="true" className="size-4" />
          {i18n.t('Print')}
        </Button>
      </div>
      <ul aria-label={i18n.t('Links')} className="divide-y divide-line">
        {invitations.map((invitation) => (
          <LinkRow key={invitation.userId} invitation={invitation} onCopy={copy} />
        ))}
      </ul>
      {only && (
        // The person beside the desk reads it from the screen.
        <QrCode text={linkAddress(only)} ecc="M" className="mx-auto mt-2 size-44 rounded-card bg-white" />
      )}
      <InvitationSlips invitations={invitations} />
    </>
  )
}

/** The whole address of a link. The server knows only its path when it does not know its own address. */
const linkAddress = ({ link }: Pick<Invitation, 'link'>) => new URL(link, location.origin).href

const nameOf = ({ firstName, lastName }: Invitation) => `${firstName} ${lastName}`

function LinkRow({ invitation, onCopy }: { invitation: Invitation; onCopy: (text: string) => Promise<void> }) {
  const i18n = useI18n()
  const name = nameOf(invitation)
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2 wrap-anywhere">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          <span dir="ltr" className="text-muted">
            {signInName(invitation)}
          </span>
        </p>
        <code dir="ltr" className="mt-1 block truncate rounded-md bg-sunken px-2 py-1 text-sm">
          {linkAddress(invitation)}
        </code>
      </div>
      <IconButton
        label={i18n.t('Copy the link of {name}', { name })}
        onClick={() => void onCopy(linkAddress(invitation))}
      >
        <Copy aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  )
}

function useCopy(onSaved?: () => void) {
  const i18n = useI18n()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      onSaved?.()
      toast({ title: i18n.t('Copied') })
    } catch {
      toastError(i18n.t('Copying is not allowed here. Select the link and copy it.'))
    }
  }
}

/** Until when links work, and that they are shown only now. */
export function useLinksNote() {
  const i18n = useI18n()
  const reader = useReader()
  return ([first]: Invitation[]) =>
    first &&
    i18n.t('Each link works once, until {date}. They are shown only now and are not stored.', {
      date: formatDate(first.expires, reader),
    })
}

/** On paper, in place of the page: a slip for each person, two side by side, to be cut apart, with a QR code. */
function InvitationSlips({ invitations }: { invitations: Invitation[] }) {
  const i18n = useI18n()
  const reader = useReader()
  const { organisation } = useViewer()
  return createPortal(
    <section className="print-sheet hidden print:block">
      <div className="grid grid-cols-2 border-control border-s border-t border-dashed">
        {invitations.map((invitation) => (
          <article
            key={invitation.userId}
            className="flex break-inside-avoid items-start gap-3 border-control border-e border-b border-dashed p-[4mm] text-sm leading-snug"
          >
            <QrCode text={linkAddress(invitation)} ecc="M" className="size-[32mm] shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold text-base">
                {organisation ? <bdi>{organisation}</bdi> : i18n.t('Your account for Muster')}
              </p>
              <p className="mt-1">
                <bdi>{nameOf(invitation)}</bdi> · <bdi dir="ltr">{signInName(invitation)}</bdi>
              </p>
              <p className="mt-2">
                {i18n.t('Point your phone’s camera at the code, or open this address, and choose a password.')}{' '}
                {invitation.email === null && i18n.t('From then on you sign in with your user name and the password.')}{' '}
                {i18n.t('The code works once, until {date}.', { date: formatDate(invitation.expires, reader) })}
              </p>
              <p dir="ltr" className="mt-1 text-start font-mono text-[9px] leading-tight wrap-anywhere">
                {linkAddress(invitation)}
              </p>
            </div>
          </article>
        ))}
      </div>
    </section>,
    document.body,
  )
}
