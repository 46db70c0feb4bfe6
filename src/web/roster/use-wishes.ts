import type { NewWish, Wish } from '../../shared/roster/wish-shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall, useReply } from '../api/queries.ts'
import { useReader } from '../components/time/use-reader.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { wishDaysInWords } from './wish-words.ts'

const withoutId = ({ kind, weekday, date, start, end, note }: NewWish): NewWish => ({
  ...{ kind, weekday, date, start, end, note },
})

/**
 * The wishes of the viewer, or of a person that they plan, and their changes. A change that is refused says so, and
 * reads them again.
 */
export function useWishes(userId?: string) {
  const reader = useReader()
  const { i18n } = reader
  const about = { ...(userId !== undefined && { userId }) }
  const list = replyOf(rosterApi.wishes, { query: about })
  const query = useReply(rosterApi.wishes, { query: about })
  const { mutateAsync: save, isPending } = useCall(rosterApi.saveWishes)
  const change = async (next: (wishes: readonly Wish[]) => NewWish[]) => {
    // By now there may be others than those that were drawn.
    const known = queryClient.getQueryData<{ wishes: Wish[] }>(list.queryKey)?.wishes ?? []
    try {
      const saved = await save({
        body: { ...about, wishes: next(known).map(withoutId), known: known.map(({ id }) => id) },
      })
      queryClient.setQueryData(list.queryKey, saved)
      return true
    } catch (error) {
      toastError(messageOf(error, i18n.t('The wishes could not be saved')))
      void query.refetch()
      return false
    }
  }
  return {
    query,
    wishes: query.data?.wishes,
    isSaving: isPending,
    /** Resolves with whether they are saved. */
    add: (added: readonly NewWish[]) => change((known) => [...known, ...added]),
    /** Offers to undo it. `again` says where it can be added again, for people who cannot see that. */
    async remove(wish: Wish, again: string) {
      if (!(await change((known) => known.filter(({ id }) => id !== wish.id)))) return
      toast({
        title: i18n.t('The wish is removed'),
        description: wishDaysInWords(wish, reader),
        action: { label: i18n.t('Undo'), altText: again, onSelect: () => void change((known) => [...known, wish]) },
      })
    },
  }
}
