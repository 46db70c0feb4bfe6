import { Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { NewWish, Wish } from '../../shared/roster/wish-shapes.ts'
import { MAX_WISHES } from '../../shared/roster/wishes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall, useReply } from '../api/queries.ts'
import { useReader } from '../components/time/use-reader.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { wishIcons } from './wish-mark.tsx'
import { wishDaysInWords, wishKindInWords } from './wish-words.ts'

const WishDialog = lazyPart(() => import('./wish-dialog.tsx'), 'WishDialog')

const list = replyOf(rosterApi.wishes, { query: {} })
const withoutId = ({ kind, weekday, date, start, end, note }: NewWish): NewWish => ({
  ...{ kind, weekday, date, start, end, note },
})

/** One's own wishes: when one cannot work, and when one would like to. */
export function MyWishes() {
  const reader = useReader()
  const { i18n } = reader
  const query = useReply(rosterApi.wishes, { query: {} })
  const { mutateAsync: save, isPending } = useCall(rosterApi.saveWishes)
  const [isOpen, setIsOpen] = useState(false)
  const wishes = query.data?.wishes
  const change = async (next: (wishes: readonly Wish[]) => NewWish[]) => {
    // By now there may be others than those that were drawn.
    const known = queryClient.getQueryData<{ wishes: Wish[] }>(list.queryKey)?.wishes ?? []
    try {
      const saved = await save({ body: { wishes: next(known).map(withoutId), known: known.map(({ id }) => id) } })
      queryClient.setQueryData(list.queryKey, saved)
      return true
    } catch (error) {
      toastError(messageOf(error, i18n.t('Your wishes could not be saved')))
      void query.refetch()
      return false
    }
  }
  const remove = async (wish: Wish) => {
    if (!(await change((known) => known.filter(({ id }) => id !== wish.id)))) return
    toast({
      title: i18n.t('The wish is removed'),
      description: wishDaysInWords(wish, reader),
      action: {
        label: i18n.t('Undo'),
        altText: i18n.t('Add it again under “My wishes”'),
        onSelect: () => void change((known) => [...known, wish]),
      },
    })
  }
  return (
    <section aria-label={i18n.t('My wishes')} className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">{i18n.t('My wishes')}</h2>
        {wishes && wishes.length < MAX_WISHES && (
          <Button onClick={() => setIsOpen(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('Add a wish')}
          </Button>
        )}
      </div>
      {!wishes ? (
        <NotLoaded query={query} failure={i18n.t('Your wishes could not be loaded.')}>
          <LoadingBars bars="h-12" count={2} />
        </NotLoaded>
      ) : wishes.length === 0 ? (
        <p className="text-muted text-sm">
          {i18n.t('Say when you cannot work, or would like to. Only you and the people who plan see it.')}
        </p>
      ) : (
        <ul aria-label={i18n.t('My wishes')} className="grid gap-1.5">
          {wishes.map((wish) => (
            <WishRow key={wish.id} wish={wish} isSaving={isPending} onRemove={() => void remove(wish)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isOpen && (
          <WishDialog
            pending={isPending}
            onAdd={(added) => change((known) => [...known, ...added])}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

function WishRow({ wish, isSaving, onRemove }: { wish: Wish; isSaving: boolean; onRemove: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const Icon = wishIcons[wish.kind]
  const days = wishDaysInWords(wish, reader)
  return (
    <li className={cx(card, 'flex items-center gap-3 py-1.5 ps-3 pe-1')}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block text-muted text-sm">{wishKindInWords(wish.kind, reader)}</span>
        <span className="tabular block font-medium text-pretty">{days}</span>
        {wish.note && (
          <span dir="auto" className="block text-sm">
            {wish.note}
          </span>
        )}
      </span>
      <IconButton
        label={i18n.t('Remove {name}', { name: days })}
        aria-disabled={isSaving}
        onClick={() => !isSaving && onRemove()}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </li>
  )
}
