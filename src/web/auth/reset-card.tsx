import { authApi } from '../../shared/auth.ts'
import { CallError } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { i18nNow, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard } from './card.tsx'
import { showFailure } from './forgot-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Sets a new password with the token of a password link. */
export function ResetCard({
  token,
  onDone,
  onAskAgain,
}: {
  token: string
  onDone: () => void
  onAskAgain: () => void
}) {
  const i18n = useI18n()
  const reset = useCall(authApi.reset, {
    onSuccess: () => {
      const i18n = i18nNow()
      toast({ title: i18n.t('Password changed successfully') })
      onDone()
    },
    onError: showFailure,
  })
  const hasExpired = reset.error instanceof CallError && reset.error.status === 404
  if (hasExpired) {
    return (
      <AuthCard
        title={i18n.t('Choose a new password')}
        subtitle={i18n.t('This link has expired or was used already.')}
        live
      >
        <Button size="lg" autoFocus className="w-full" onClick={onAskAgain}>
          {i18n.t('Ask for a new link')}
        </Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title={i18n.t('Choose a new password')}
      subtitle={i18n.t('You are signed out everywhere. From now on, sign in with the new password.')}
    >
      <NewPasswordForm
        pending={reset.isPending}
        onSubmit={(newPassword) => reset.mutate({ body: { token, newPassword } })}
      />
    </AuthCard>
  )
}
