import { ArrowLeft, Delete } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type KioskPerson, kioskApi, type Pass } from '../../../shared/kiosks.ts'
import { PIN_DIGITS } from '../../../shared/pin.ts'
import { fold } from '../../../shared/words/fold.ts'
import { hasStatus, messageOf } from '../../api/call-endpoint.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { callKiosk, isAwayError } from './call.ts'

/** After so many milliseconds without the last digit, the list comes back: the person has walked away. */
const GIVES_UP_MS = 30_000

/** The keys for the PIN of somebody. It is checked with its last digit. */
export function PinEntry({
  person,
  isAway,
  onEntered,
  onLeave,
  onAway,
  onRevoked,
}: {
  person: KioskPerson
  isAway: boolean
  onEntered: (pass: Pass) => void
  onLeave: () => void
  onAway: () => void
  onRevoked: () => void
}) {
  const i18n = useI18n()
  const [digits, setDigits] = useState('')
  const [fault, setFault] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each digit begins the wait again
  useEffect(() => {
    const timer = setTimeout(onLeave, GIVES_UP_MS)
    return () => clearTimeout(timer)
  }, [digits, fault, onLeave])

  async function check(pin: string) {
    setChecking(true)
    setFault(undefined)
    try {
      onEntered(await callKiosk(kioskApi.enter, { body: { userId: person.id, pin } }))
    } catch (error) {
      setDigits('')
      setChecking(false)
      if (isAwayError(error)) return onAway()
      if (hasStatus(error, 401)) return onRevoked()
      setFault(messageOf(error, i18n.t('The PIN could not be checked. Try again.')))
    }
  }
  const isDisabled = isChecking || isAway
  function press(digit: string) {
    if (isDisabled || digits.length >= PIN_DIGITS) return
    const next = digits + digit
    setDigits(next)
    if (next.length === PIN_DIGITS) void check(next)
  }
  const takeBack = () => !isDisabled && setDigits(digits.slice(0, -1))

  return (
    <main
      ref={region}
      tabIndex={-1}
      aria-labelledby="whose-pin"
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (ctrlKey || metaKey || altKey) return
        const digit = fold(key)
        if (/^\d$/.test(digit)) press(digit)
        else if (key === 'Backspace') takeBack()
        else if (key === 'Escape') onLeave()
      }}
      className="mx-auto flex min-h-dvh w-full max-w-md flex-col items-center justify-center gap-6 p-4 outline-none landscape:max-w-4xl landscape:flex-row landscape:gap-12"
    >
      <div className="flex w-full flex-col items-center gap-4 text-center">
        <Avatar person={person} size="xl" />
        <h1 id="whose-pin" className="text-balance font-semibold text-2xl tracking-[-0.015em]">
          <bdi>{fullName(person)}</bdi>
        </h1>
        {person.hasPin ? (
          <>
            <p className="text-lg text-muted">{i18n.t('Enter your PIN')}</p>
            <p className="flex h-8 items-center gap-3.5" aria-hidden="true">
              {Array.from({ length: PIN_DIGITS }, (_, at) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: the places of the digits
                  key={at}
                  className={cx(
                    'size-4 rounded-full border-2 border-control',
                    at < digits.length && 'border-accent bg-accent forced-colors:bg-[CanvasText]',
                  )}
                />
              ))}
            </p>
            <p role="status" className="min-h-14 max-w-sm text-pretty">
              {isChecking ? (
                <Spinner label={i18n.t('Checking...')} className="mx-auto size-6" />
              ) : fault ? (
                <span className="font-medium text-overdue">{fault}</span>
              ) : (
                <span className="sr-only">
                  {i18n.t('{count, plural, one {# digit of {all}} other {# digits of {all}}}', {
                    count: digits.length,
                    all: PIN_DIGITS,
                  })}
                </span>
              )}
            </p>
          </>
        ) : (
          <p className="max-w-sm text-pretty text-lg text-muted">
            {i18n.t('You have no PIN yet. Set one on your phone, in your profile, or ask your manager for one.')}
          </p>
        )}
        <Button variant="ghost" onClick={onLeave} className="h-14! text-lg!">
          <ArrowLeft aria-hidden="true" className="size-5" />
          {i18n.t('Back to the names')}
        </Button>
      </div>
      {person.hasPin && (
        <fieldset aria-label={i18n.t('Digits')} dir="ltr" className="grid w-full max-w-80 grid-cols-3 gap-3">
          {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
            <Key key={digit} label={digit} disabled={isDisabled} onPress={() => press(digit)} />
          ))}
          <span />
          <Key label="0" disabled={isDisabled} onPress={() => press('0')} />
          <Button
            aria-label={i18n.t('Delete a digit')}
            disabled={isDisabled || digits === ''}
            onClick={takeBack}
            variant="ghost"
            className="h-18! text-2xl! low:h-14!"
          >
            <Delete aria-hidden="true" className="size-7" />
          </Button>
        </fieldset>
      )}
    </main>
  )
}

const Key = ({ label, disabled, onPress }: { label: string; disabled: boolean; onPress: () => void }) => (
  <Button
    disabled={disabled}
    onClick={onPress}
    className="tabular h-18! rounded-card! low:h-14! text-3xl! font-semibold!"
  >
    {label}
  </Button>
)
