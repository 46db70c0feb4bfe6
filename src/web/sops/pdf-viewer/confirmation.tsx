import { Trans } from '@lingui/react'
import { Check } from 'lucide-react'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall } from '../../api/queries.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'

/** The button that confirms the current version as read. A new version needs a new confirmation. */
export function Confirmation({ sop }: { sop: Sop }) {
  const i18n = useI18n()
  const { mutate: confirmReading, isPending } = useCall(sopsApi.confirm, {
    onError: tellFailure(msg('Failed to confirm the reading')),
  })
  if (sop.readAt)
    return (
      <p
        role="status"
        className="flex min-h-8.5 items-center justify-center gap-1.5 font-medium text-done md:whitespace-nowrap"
      >
        <Check aria-hidden="true" className="size-4 shrink-0" />
        <span>
          <Trans id="You confirmed this version on <0/>" components={{ 0: <When iso={sop.readAt} /> }} />
        </span>
      </p>
    )
  return (
    <Button
      variant="primary"
      pending={isPending}
      onClick={() => confirmReading({ params: { id: sop.id }, body: { revision: sop.revision } })}
      className="max-lg:w-full"
    >
      {i18n.t('I have read and understood this')}
    </Button>
  )
}
