import { useNavigate } from '@tanstack/react-router'
import { CircleCheckBig, Siren } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { type Briefing, briefingApi, isUrgentItem, type SectionKind, sectionKinds } from '../../../shared/briefing.ts'
import { dateOf, daysBetween } from '../../../shared/time/time.ts'
import { formatDay, formatTime, formatWeekdayName } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useActive } from '../../clock/clocking.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { briefingPatches } from '../../live/briefing-changes.ts'
import { useConnection } from '../../live/connection.ts'
import { registerPatches } from '../../live/reply-patches.ts'
import { serverNow } from '../../server-time.ts'
import { TaskDialogs } from '../../task/dialogs.tsx'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { type Acted, addActed, type BriefingItem, withActed } from './acted.ts'
import { BriefingContext } from './context.ts'
import { unfolded } from './length.ts'
import { HandoverNotes } from './notes.tsx'
import { BriefingItems, BriefingSection } from './section.tsx'

registerPatches('tasks', briefingPatches)

/** News for a person who comes on duty, on one page. */
export function BriefingPage() {
  return (
    <TaskDialogs>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col px-3.5 pt-3 md:px-6 md:pt-6">
        <Content />
      </div>
    </TaskDialogs>
  )
}

function Content() {
  const i18n = useI18n()
  const reply = useReply(briefingApi.get, { query: {} })
  const { data } = reply
  if (data) return <Shown briefing={data} />
  return (
    <NotLoaded query={reply} failure={i18n.t('The briefing could not be loaded.')}>
      <Loading />
    </NotLoaded>
  )
}

function Shown({ briefing }: { briefing: Briefing }) {
  const i18n = useI18n()
  const reader = useReader()
  const { firstName } = useViewer()
  const { away } = useConnection()
  const { sections } = briefing
  // A copy that an earlier version stored on the device has none.
  const notes = briefing.notes ?? []
  const [acted, setActed] = useState<readonly Acted[]>([])
  // A folded or open section stays so while the page is read, even if more arrives.
  const [open] = useState(() => new Set(unfolded(sections)))
  const actions = useMemo(
    () => ({
      act(kind: SectionKind, item: BriefingItem) {
        const items: readonly BriefingItem[] = sections.find((section) => section.kind === kind)?.items ?? []
        setActed((all) => {
          const at = withActed(kind, items, all).findIndex(({ id }) => id === item.id)
          return addActed(all, { kind, item, at: Math.max(0, at) })
        })
      },
      isActed: (kind: SectionKind, id: number) => acted.some((each) => each.kind === kind && each.item.id === id),
    }),
    [sections, acted],
  )
  const parts = sectionKinds.map((kind) => {
    const items: readonly BriefingItem[] = sections.find((section) => section.kind === kind)?.items ?? []
    return { kind, items: withActed(kind, items, acted) }
  })
  const shown = parts.filter(({ items }) => items.length > 0)
  const urgent = parts.flatMap(({ kind, items }) => {
    const ofKind = items.filter((item) => isUrgentItem(kind, item))
    return ofKind.length > 0 ? [{ kind, items: ofKind }] : []
  })
  const isUnanswered = urgent.some(({ kind, items }) => items.some(({ id }) => !actions.isActed(kind, id)))
  const since = formatLeft(briefing.since, serverNow(), reader)
  if (shown.length + notes.length === 0) {
    return (
      <>
        <EmptyState
          icon={CircleCheckBig}
          title={briefing.isFirstShift ? i18n.t('All quiet') : i18n.t('All quiet since {time}', { time: since })}
        >
          {i18n.t('Nothing was handed over, and nothing waits for you.')}
        </EmptyState>
        <Begin briefing={briefing} isFirstStep />
      </>
    )
  }
  return (
    <BriefingContext value={actions}>
      <header className="mb-1 px-1">
        <p dir="auto" className="font-semibold text-2xl tracking-[-0.015em]">
          {i18n.t('Hello {name}', { name: firstName })}
        </p>
        <p className="text-muted">
          {briefing.isFirstShift
            ? i18n.t('Your first shift')
            : briefing.isSameShift
              ? i18n.t('New since {time}', { time: since })
              : i18n.t('Since you left, {time}', { time: since })}
        </p>
      </header>
      {away && (
        <p role="status" className="mt-3 rounded-control bg-sunken px-3.5 py-2.5 text-pretty text-muted">
          {i18n.t('You can read this without a connection. You need one to take something.')}
        </p>
      )}
      {urgent.length > 0 && <Urgent parts={urgent} />}
      <HandoverNotes notes={notes} />
      {shown.map(({ kind }) => (
        <BriefingSection
          key={kind}
          kind={kind}
          section={sections.find((section) => section.kind === kind)}
          acted={acted}
          startsOpen={open.has(kind)}
        />
      ))}
      <Begin briefing={briefing} isFirstStep={!isUnanswered} />
    </BriefingContext>
  )
}

/** Urgent items of any kind. */
function Urgent({ parts }: { parts: { kind: SectionKind; items: BriefingItem[] }[] }) {
  const i18n = useI18n()
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-4">
      <h2 id={id} className="mb-1.5 flex min-h-9 items-center gap-2 px-1 font-semibold text-overdue text-sm">
        <Siren aria-hidden="true" className="size-4 shrink-0" />
        {i18n.t('It cannot wait')}
      </h2>
      <ul className="flex flex-col gap-2">
        {parts.map(({ kind, items }) => (
          <BriefingItems key={kind} kind={kind} items={items} />
        ))}
      </ul>
    </section>
  )
}

/**
 * The end of the briefing: the person has seen it, and begins. Reading it before the clock-in begins nothing yet. While
 * something urgent waits for an answer, that comes first.
 */
function Begin({ briefing: { heldIds }, isFirstStep }: { briefing: Briefing; isFirstStep: boolean }) {
  const i18n = useI18n()
  const navigate = useNavigate()
  const { data: session } = useActive()
  const { mutate } = useCall(briefingApi.read)
  const begin = () => {
    // Without an answer held notifications are shown once more next time, which does no harm.
    if (heldIds.length > 0) mutate({ body: { heldIds } })
    void navigate({ to: '/today' })
  }
  return (
    <div className="sticky bottom-0 z-20 mt-auto flex typing:static justify-center bg-linear-to-b from-transparent to-40% to-bg pt-8 pb-[max(1rem,env(safe-area-inset-bottom))] thumb:pb-3 md:pb-6">
      <Button
        variant={isFirstStep ? 'primary' : 'secondary'}
        onClick={begin}
        className="h-auto! min-h-13 w-full rounded-[14px]! whitespace-normal! font-semibold text-lg! md:max-w-96"
      >
        {session === null ? i18n.t('Go to Today') : i18n.t('Start my shift')}
      </Button>
    </div>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-2.5">
      <span className="sr-only">{i18n.t('Loading the briefing...')}</span>
      <Skeleton className="mx-1 h-7 w-40" />
      <Skeleton className="mx-1 mb-3 h-4 w-52" />
      {times(4, () => (
        <div className={`${card} flex h-24 flex-col justify-center gap-2.5 px-4`}>
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}

const DAYS_OF_A_WEEK = 7

/** "15:24" of today, "Fri 15:24" of the last days, "Nov 3, 15:24" of earlier ones. `now` is in milliseconds. */
function formatLeft(iso: string, now: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const time = formatTime(iso, reader)
  const days = daysBetween(Date.parse(iso), now, timeZone)
  if (days === 0) return time
  if (days >= DAYS_OF_A_WEEK) return i18n.t('{date}, {time}', { date: formatDay(iso, reader), time })
  const weekday = new Date(`${dateOf(Date.parse(iso), timeZone)}T12:00:00Z`).getUTCDay()
  return i18n.t('{weekday} {time}', { weekday: formatWeekdayName(weekday, { i18n }, 'short'), time })
}
