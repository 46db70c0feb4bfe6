import { type FormEvent, useRef, useState } from 'react'
import { EASY_PIN, isEasyPin, PIN_DIGITS, pinApi } from '../../../shared/pin.ts'
import { fold } from '../../../shared/words/fold.ts'
import { faultOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { i18nNow, useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SecretInput } from '../../ui/secret-input.tsx'
import { toast } from '../../ui/toast.tsx'

/** The digits of a typed text, in any script. */
const digitsOf = (typed: string) => fold(typed).replace(/\D/g, '').slice(0, PIN_DIGITS)

/**
 * The new PIN, twice, because it is not seen while it is typed. After the first time the second field gets the focus,
 * so that nobody has to tap it.
 */
export function PinForm({ onDone }: { onDone: () => void }) {
  const i18n = useI18n()
  const repeated = useRef<HTMLInputElement>(null)
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<{ field: 'first' | 'again'; message: string }>()
  const { mutate: save, isPending } = useCall(pinApi.set, {
    onSuccess: () => {
      const i18n = i18nNow()
      toast({ title: i18n.t('The PIN is set') })
      onDone()
    },
    onError: (error) => {
      const i18n = i18nNow()
      setFault({ field: 'first', message: faultOf(error, i18n.t('It could not be changed')) })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (first.length < PIN_DIGITS)
      return setFault({
        field: 'first',
        message: i18n.t('{count, plural, one {A PIN has # digit} other {A PIN has # digits}}', { count: PIN_DIGITS }),
      })
    if (isEasyPin(first)) return setFault({ field: 'first', message: i18n.t(EASY_PIN) })
    if (first !== again) return setFault({ field: 'again', message: i18n.t('The two PINs are different') })
    if (!isPending) save({ body: { pin: first } })
  }
  const faultOfField = (field: 'first' | 'again') => (fault?.field === field ? fault.message : '')
  const field = { isPin: true, inputMode: 'numeric' } as const
  return (
    <form onSubmit={submit} noValidate className="flex max-w-72 flex-col gap-4">
      <Field label={i18n.t('New PIN, six digits')} error={faultOfField('first')}>
        <SecretInput
          {...field}
          autoComplete="off"
          autoFocus
          value={first}
          onChange={({ target }) => {
            const digits = digitsOf(target.value)
            const isComplete = digits.length === PIN_DIGITS
            setFirst(digits)
            setFault(isComplete && isEasyPin(digits) ? { field: 'first', message: i18n.t(EASY_PIN) } : undefined)
            if (isComplete && !isEasyPin(digits)) repeated.current?.focus()
          }}
        />
      </Field>
      <Field label={i18n.t('Repeat the PIN')} error={faultOfField('again')}>
        <SecretInput
          {...field}
          autoComplete="off"
          ref={repeated}
          value={again}
          onChange={({ target }) => {
            setAgain(digitsOf(target.value))
            setFault(undefined)
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isPending}>
          {i18n.t('Save the PIN')}
        </Button>
        <Button onClick={onDone}>{i18n.t('Cancel')}</Button>
      </div>
    </form>
  )
}
