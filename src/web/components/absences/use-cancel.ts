import { type Absence, isLive } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { ask } from '../../ui/ask.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/** Whether an absence can be cancelled now (ms): it counts, and is not over. */
export const mayCancel = ({ state, endTime }: Pick<Absence, 'state' | 'endTime'>, now: number) =>
  isLive(state) && Date.parse(endTime) > now

/** Hook: asks, and then cancels an absence. It resolves with whether it was cancelled. */
export function useCancel() {
  const i18n = useI18n()
  const { mutateAsync, isPending } = useCall(absencesApi.cancel)
  const cancel = async ({ id, state }: Pick<Absence, 'id' | 'state'>): Promise<boolean> => {
    const isSure = await ask({
      text:
        state === 'requested'
          ? i18n.t('Take this request back?')
          : i18n.t('Cancel this absence? Shifts that nobody has taken go back to the person. Days that are over stay.'),
      stay: i18n.t('Keep it'),
      leave: state === 'requested' ? i18n.t('Take back') : i18n.t('Cancel the absence'),
    })
    if (!isSure) return false
    try {
      const { returnedShifts: count } = await mutateAsync({ params: { id } })
      toast({
        title: i18n.t('The absence is cancelled'),
        ...(count > 0 && {
          description: i18n.t('{count, plural, one {# shift went back} other {# shifts went back}}', { count }),
        }),
      })
      return true
    } catch (error) {
      toastError(messageOf(error, i18n.t('The absence could not be saved')))
      return false
    }
  }
  return { cancel, isPending }
}
