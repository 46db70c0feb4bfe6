import { Fingerprint } from 'lucide-react'
import { passkeyObstacle } from '../api/passkey-support.ts'
import { useI18n } from '../language.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

/** A wide button that uses a passkey. Where none works, it says why, or with `isOptional` is absent. */
export function PasskeyButton({ isOptional = false, children, ...rest }: { isOptional?: boolean } & ButtonProps) {
  const i18n = useI18n()
  const obstacle = passkeyObstacle()
  if (obstacle) return isOptional ? null : <p className="text-pretty text-muted">{i18n.t(obstacle)}</p>
  return (
    <Button size="lg" {...rest} className="w-full">
      <Fingerprint aria-hidden="true" className="size-4.5" />
      {children}
    </Button>
  )
}
