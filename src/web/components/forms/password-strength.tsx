import { Trans } from '@lingui/react'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { type Strength, strengthOf, strengths } from './password-estimate.ts'

const tones: Record<Strength, string> = { Weak: 'bg-overdue', Fair: 'bg-medium', Strong: 'bg-done' }
const labels: Record<Strength, Message> = { Weak: msg('Weak'), Fair: msg('Fair'), Strong: msg('Strong') }

/** Shows how hard a new password is to guess. */
export function PasswordStrength({ password, own }: { password: string; own?: readonly string[] }) {
  const i18n = useI18n()
  const strength = password === '' ? undefined : strengthOf(password, own)
  const reached = strength ? strengths.indexOf(strength) : -1
  return (
    <div role="status" className="flex h-5 items-center gap-2 text-muted text-sm">
      <span aria-hidden="true" className="flex w-24 gap-1">
        {strengths.map((step, at) => (
          <span
            key={step}
            className={cx('h-1 flex-1 rounded-full', strength && at <= reached ? tones[strength] : 'bg-line')}
          />
        ))}
      </span>
      {strength && (
        <span>
          <Trans
            id="<0>Strength: </0>{strength}"
            values={{ strength: i18n.t(labels[strength]) }}
            components={{ 0: <span className="sr-only" /> }}
          />
        </span>
      )}
    </div>
  )
}
