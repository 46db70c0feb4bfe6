import { Coffee, LogIn, LogOut, Play } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

/** `sign`: the size of its sign. */
type ClockButtonProps = Omit<ButtonProps, 'variant' | 'children'> & { sign: string }

/** The large button that clocks in or out. */
export function ClockButton({ isIn, sign, className, ...button }: ClockButtonProps & { isIn: boolean }) {
  const i18n = useI18n()
  const Sign = isIn ? LogOut : LogIn
  return (
    <Button {...button} variant={isIn ? 'secondary' : 'primary'} className={cx(className, isIn && 'border-control!')}>
      <Sign aria-hidden="true" className={sign} />
      {isIn ? i18n.t('Clock Out') : i18n.t('Clock In')}
    </Button>
  )
}

/** The large button that begins or ends a break. */
export function BreakSwitch({ isOnBreak, sign, className, ...button }: ClockButtonProps & { isOnBreak: boolean }) {
  const i18n = useI18n()
  const Sign = isOnBreak ? Play : Coffee
  return (
    <Button
      {...button}
      variant={isOnBreak ? 'primary' : 'secondary'}
      className={cx(className, !isOnBreak && 'border-control!')}
    >
      <Sign aria-hidden="true" className={sign} />
      {isOnBreak ? i18n.t('End break') : i18n.t('Start break')}
    </Button>
  )
}
