import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Person } from '../../../shared/person.ts'
import { usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tellFailure } from '../forms/tell.ts'
import { fullName } from '../people/avatar.tsx'

type Named = Pick<Person, 'id' | 'firstName' | 'lastName'>

/** Makes a new PIN with which a person clocks in at kiosks, and shows it once. */
export function NewPinDialog({ person, onClose }: { person: Named & Pick<Person, 'hasPin'>; onClose: () => void }) {
  const i18n = useI18n()
  const [pin, setPin] = useState<string>()
  const make = useCall(usersApi.setPin, {
    onSuccess: (reply) => setPin(reply.pin),
    onError: tellFailure(msg('The PIN could not be made')),
  })
  // Set once: the list of people is read again when the PIN is there.
  const [hadPin] = useState(person.hasPin)
  if (pin) return <ShownPinDialog person={person} pin={pin} onClose={onClose} />
  const name = fullName(person)
  return (
    <Dialog
      open
      size="sm"
      title={i18n.t('New PIN for kiosks')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          <Button
            variant="primary"
            pending={make.isPending}
            onClick={() => make.mutate({ params: { id: person.id } })}
            className="max-md:flex-1"
          >
            {i18n.t('Make a PIN')}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {i18n.t('With a PIN of six digits, {name} clocks in and out at a kiosk. They need no phone and no e-mail.', {
          name,
        })}
      </p>
      {hadPin && <p className="mt-3 text-muted">{i18n.t('The PIN that this person has now stops working.')}</p>}
    </Dialog>
  )
}

/** A new PIN, to be handed over. Nothing can show it a second time. */
export function ShownPinDialog({ person, pin, onClose }: { person: Named; pin: string; onClose: () => void }) {
  const i18n = useI18n()
  return (
    <Dialog
      open
      size="sm"
      title={i18n.t('PIN of {name}', { name: fullName(person) })}
      description={i18n.t('Hand it over now. It is not shown again.')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => print()}>
            <Printer aria-hidden="true" className="size-4" />
            {i18n.t('Print')}
          </Button>
          <Button variant="primary" onClick={onClose} className="max-md:flex-1">
            {i18n.t('Done ##button that closes')}
          </Button>
        </>
      }
    >
      <output
        dir="ltr"
        aria-label={i18n.t('PIN')}
        className="tabular block rounded-card bg-sunken py-6 text-center font-semibold text-4xl tracking-[0.2em]"
      >
        {pin}
      </output>
      <PinSlip person={person} pin={pin} />
    </Dialog>
  )
}

/** On paper, in place of the page: the PIN with the words that its person needs. */
function PinSlip({ person, pin }: { person: Named; pin: string }) {
  const i18n = useI18n()
  const { organisation } = useViewer()
  return createPortal(
    <section className="print-sheet hidden print:block">
      <article className="break-inside-avoid border-control border-b border-dashed py-6">
        {organisation && (
          <p className="font-semibold text-lg">
            <bdi>{organisation}</bdi>
          </p>
        )}
        <p className="mt-1">
          <bdi>{fullName(person)}</bdi>
        </p>
        <p dir="ltr" className="tabular mt-3 text-start font-semibold text-4xl tracking-[0.2em]">
          {pin}
        </p>
        <p className="mt-3 max-w-prose">
          {i18n.t(
            'This is your PIN. At the tablet by the door, touch your name and enter it to clock in and out. Keep it to yourself.',
          )}
        </p>
      </article>
    </section>,
    document.body,
  )
}
