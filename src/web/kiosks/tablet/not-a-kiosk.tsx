import { type FormEvent, useState } from 'react'
import { kioskApi } from '../../../shared/kiosks.ts'
import { CallError, faultOf } from '../../api/call-endpoint.ts'
import { SampleNote } from '../../components/labels/sample-note.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Mark } from '../../ui/mark.tsx'
import { callKiosk } from './call.ts'

/** Shown on a device that is no kiosk, or no longer one: how it becomes one. */
export function NotAKiosk({ onSetUp }: { onSetUp: () => void }) {
  const i18n = useI18n()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  async function setUp(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    if (code.trim() === '') return setFault(i18n.t('Enter the code'))
    setSending(true)
    try {
      await callKiosk(kioskApi.setUp, { body: { code } })
      onSetUp()
    } catch (error) {
      const fallback = i18n.t('No connection. Please try again.')
      setFault(error instanceof CallError ? faultOf(error, fallback) : fallback)
    }
    setSending(false)
  }
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-5 p-5 sm:p-8">
      <Mark className="size-9 text-accent" />
      <SampleNote className="self-start" />
      <h1 className="text-balance font-semibold text-2xl tracking-[-0.015em]">
        {i18n.t('This device is not a kiosk')}
      </h1>
      <p className="text-pretty text-muted text-lg">
        {i18n.t(
          'A kiosk is a tablet at the door. People clock in and out on it with a PIN. An administrator can make a code under Kiosks. Type it here. Or an administrator signs in on this device and makes it a kiosk there.',
        )}
      </p>
      <form onSubmit={setUp} noValidate className="flex flex-col gap-3">
        <Field label={i18n.t('Code of the administrator')} error={fault}>
          <Input
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setFault('')
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            dir="ltr"
            className="h-13! text-lg! tracking-wider"
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={isSending} className="h-13! text-lg!">
          {i18n.t('Make this device a kiosk')}
        </Button>
      </form>
      <a href="/" className="self-start py-3 font-medium text-accent hover:underline">
        {i18n.t('Go to Muster')}
      </a>
    </main>
  )
}
