import { AlarmClock, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { type Reminder, remindersApi } from '../../shared/reminders.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button } from '../ui/button.tsx'
import { cardGrid } from '../ui/card-grid.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NextAction } from '../ui/next-action.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { times } from '../ui/skeleton.tsx'
import { ReminderCard, ReminderCardSkeleton } from './card.tsx'
import { readReminderSearch } from './search-params.ts'

const ReminderDialog = lazyPart(() => import('./reminder-dialog.tsx'), 'ReminderDialog')

const closed = { reminder: undefined, new: undefined }
const grid = `${cardGrid} px-3.5 pt-2 pb-3 md:px-6 md:pb-4`

/** The reminders as cards, the next first, and the dialog that the address opens. */
export function RemindersPage() {
  const i18n = useI18n()
  const search = useAddress(readReminderSearch)
  const { open, close } = useAddressDialog(closed)
  const { chosen } = useDepartmentFilter()
  const query = useReply(remindersApi.list, {})
  const { data } = query
  // A chosen department hides the reminders of other departments, but not personal ones or those for everyone.
  const shown = data?.filter(({ departmentId }) => chosen === undefined || (departmentId ?? chosen) === chosen)
  const openNew = () => open({ new: true })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 md:px-6 md:pt-3.5">
        <p role="status" className="text-muted text-sm tabular">
          {shown && data && noteOf(shown.length, data.length, i18n)}
        </p>
        <NextAction icon={Plus} onClick={openNew} className="ms-auto">
          {i18n.t('New Reminder')}
        </NextAction>
      </div>
      {shown ? (
        <Reminders reminders={shown} hidesOthers={shown !== data && data?.length !== 0} onOpen={open} onNew={openNew} />
      ) : (
        <NotLoaded query={query} failure={i18n.t('The reminders could not be loaded.')}>
          <Loading />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        {search.reminder !== undefined ? (
          <ReminderDialog key={search.reminder} id={search.reminder} onClose={close} />
        ) : (
          search.new && <ReminderDialog key="new" onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function noteOf(shown: number, all: number, i18n: Reader['i18n']) {
  if (shown < all)
    return i18n.t('{all, plural, one {{shown, number} of # reminders} other {{shown, number} of # reminders}}', {
      shown,
      all,
    })
  return all === 0 ? '' : i18n.t('{count, plural, one {# reminder} other {# reminders}}', { count: all })
}

function Reminders({
  reminders,
  hidesOthers,
  onOpen,
  onNew,
}: {
  reminders: Reminder[]
  hidesOthers: boolean
  onOpen: (dialog: { reminder: number }) => void
  onNew: () => void
}) {
  const i18n = useI18n()
  const cardsOf = (shown: Reminder[]) =>
    shown.map((reminder) => (
      <ReminderCard key={reminder.id} reminder={reminder} onOpen={() => onOpen({ reminder: reminder.id })} />
    ))
  const toCome = reminders.filter(({ isActive }) => isActive)
  const past = reminders.filter(({ isActive }) => !isActive)
  if (reminders.length === 0) return <Nothing hidesOthers={hidesOthers} onNew={onNew} />
  return (
    <>
      {toCome.length > 0 && <Section title={i18n.t('Upcoming')}>{cardsOf(toCome)}</Section>}
      {past.length > 0 && <Section title={i18n.t('Past')}>{cardsOf(past)}</Section>}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="thumb:last:pb-20">
    <h2 className="px-3.5 pt-3 font-semibold text-muted text-sm md:px-6">{title}</h2>
    <div className={grid}>{children}</div>
  </section>
)

function Nothing({ hidesOthers, onNew }: { hidesOthers: boolean; onNew: () => void }) {
  const i18n = useI18n()
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        icon={AlarmClock}
        title={hidesOthers ? i18n.t('No reminders in this department') : i18n.t('No reminders yet')}
        action={
          <Button onClick={onNew}>
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('New Reminder')}
          </Button>
        }
      >
        {i18n.t('A reminder comes at a set time, to you or to others: once, or again and again.')}
      </EmptyState>
    </div>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status">
      <p className="px-3.5 pt-3 font-semibold text-muted text-sm md:px-6">{i18n.t('Loading reminders...')}</p>
      <div className={grid}>
        {times(6, () => (
          <ReminderCardSkeleton />
        ))}
      </div>
    </div>
  )
}
