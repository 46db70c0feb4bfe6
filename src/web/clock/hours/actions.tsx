import { useState } from 'react'
import { hoursApi, type PersonsHours } from '../../../shared/hours.ts'
import type { PayPeriod } from '../../../shared/pay-periods.ts'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { formatPeriod } from './period-nav.tsx'
import { isApprovable } from './points.ts'
import { TextDialog } from './text-dialog.tsx'

/** Approves hours that are on the screen. Returns the function, and whether it is under way. */
export function useApprove(period: PayPeriod) {
  const i18n = useI18n()
  const { mutate, isPending } = useCall(hoursApi.approve, {
    onSuccess: ({ approved }) =>
      toast({
        title: i18n.t(
          '{count, plural, one {The hours of # person are approved} other {The hours of # people are approved}}',
          {
            count: approved,
          },
        ),
      }),
    onError: (error) => {
      const issues = (error instanceof CallError && error.reply?.issues) || []
      const [first, ...others] = issues.map(({ message }) => message)
      if (!first) return toastError(messageOf(error, i18n.t('The hours could not be approved.')))
      toastError(
        others.length === 0
          ? i18n.t('Nothing was approved. {reason}', { reason: first })
          : i18n.t(
              '{count, plural, one {Nothing was approved. {reason}, and # more} other {Nothing was approved. {reason}, and # more}}',
              {
                reason: first,
                count: others.length,
              },
            ),
      )
    },
  })
  const approve = (people: readonly PersonsHours[]) =>
    mutate({
      body: { period: period.start, people: people.map(({ user, hash }) => ({ userId: user.id, hash })) },
    })
  return { approve, isPending }
}

/** A manager's actions with one person's hours: approve, answer, withdraw. */
export function HoursActions({
  hours,
  period,
  quiet = false,
}: {
  hours: PersonsHours
  period: PayPeriod & { isOver: boolean }
  /** In a list, where one button for all stands above. */
  quiet?: boolean
}) {
  const i18n = useI18n()
  const { approve, isPending } = useApprove(period)
  const [dialog, setDialog] = useState<'settle' | 'withdraw'>()
  const { mutateAsync: settle } = useCall(hoursApi.settle)
  const { mutateAsync: withdraw } = useCall(hoursApi.withdraw)
  const { user, objection, status } = hours
  const name = fullName(user)
  const body = { period: period.start, userId: user.id }
  const description = `${name} · ${formatPeriod(period, { i18n })}`
  const close = () => setDialog(undefined)
  const isApproved = status === 'approved' || status === 'changed'
  return (
    <div className="relative flex flex-wrap gap-2 empty:hidden">
      {objection && (
        <Button onClick={() => setDialog('settle')} aria-label={i18n.t('Answer {name}', { name })}>
          {i18n.t('Answer')}
        </Button>
      )}
      {isApproved && (
        <Button onClick={() => setDialog('withdraw')} aria-label={i18n.t('Withdraw the approval of {name}', { name })}>
          {i18n.t('Withdraw the approval')}
        </Button>
      )}
      {isApprovable(hours, period.isOver) && (
        <Button
          variant={quiet ? 'secondary' : 'primary'}
          pending={isPending}
          onClick={() => approve([hours])}
          aria-label={i18n.t('Approve {name}', { name })}
        >
          {status === 'changed' ? i18n.t('Approve again') : i18n.t('Approve')}
        </Button>
      )}
      {dialog === 'settle' && (
        <TextDialog
          title={i18n.t('Answer')}
          description={description}
          label={i18n.t('Your answer')}
          hint={i18n.t('{name} can read it. Then the hours can be approved.', { name: user.firstName })}
          missing={i18n.t('Enter an answer')}
          submitLabel={i18n.t('Send')}
          failure={i18n.t('It could not be sent.')}
          keptAs={`answer ${period.start} ${user.id}`}
          send={(text) => settle({ body: { ...body, text } })}
          onClose={close}
        />
      )}
      {dialog === 'withdraw' && (
        <TextDialog
          title={i18n.t('Withdraw the approval')}
          description={description}
          label={i18n.t('Reason')}
          hint={i18n.t('{name} can read it. Then the hours can be corrected.', { name: user.firstName })}
          missing={i18n.t('Say why')}
          submitLabel={i18n.t('Withdraw')}
          failure={i18n.t('The approval could not be withdrawn.')}
          keptAs={`withdrawal ${period.start} ${user.id}`}
          send={async (reason) => {
            await withdraw({ body: { ...body, reason } })
            toast({
              title: i18n.t('The approval was withdrawn'),
              description: i18n.t('{name} was notified.', { name }),
            })
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
