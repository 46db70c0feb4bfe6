import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { MAX_HANDOVER_NOTE } from '../../../../shared/handovers.ts'
import { may } from '../../../../shared/permissions.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { randomHex } from '../../../api/call.ts'
import { useViewer, viewerNow } from '../../../api/viewer.ts'
import { briefingLabels } from '../../../components/labels/day-labels.ts'
import { handingOver, lastClockOut } from '../../../components/shift/handing-over.ts'
import { i18nNow, useI18n } from '../../../language.ts'
import { useConnection } from '../../../live/connection.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { useGuardedClosing } from '../../../ui/guarded-closing.ts'
import { LoadingBars } from '../../../ui/loading-bars.tsx'
import { NOT_SMALL, useMedia } from '../../../ui/media.ts'
import { currentToast, toast, toastsBelow } from '../../../ui/toast.tsx'
import { useVisibleViewport } from '../../../ui/visible-viewport.ts'
import { ItemCard } from '../item.tsx'
import {
  changeHandoverDraft,
  type HandoverChoice,
  handoverDraft,
  isEmptyDraft,
  keepHandoverDraft,
  NO_DETAILS,
  useHandoverDraft,
  withoutTask,
} from './draft.ts'
import { useNextPerson } from './next-person.ts'
import { OwnCard } from './own-card.tsx'
import {
  type DraftFaults,
  defaultChoice,
  draftedElsewhere,
  isEmptyPlan,
  planFaultsOf,
  planOf,
  withoutSent,
} from './plan.ts'
import { isSending, type SentHandover, sendHandover } from './send.ts'
import { Others, State, TasksFailed } from './sheet-parts.tsx'
import { DraftedCard, TaskCard } from './task-card.tsx'
import { useOwnTasks, useReceived } from './use-tasks.ts'

/**
 * A person's handover to the next shift. It opens after the clock-out and never stands in the way: the screen behind it
 * can be used, closing it costs nothing, and typed text is kept.
 */
export function HandoverSheet() {
  const i18n = useI18n()
  const viewer = useViewer()
  const headingId = useId()
  const sheet = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const notSmall = useMedia(NOT_SMALL)
  useVisibleViewport()
  useReturningFocus(sheet, heading)
  useDraftNote()
  const close = () => handingOver.set(false)
  const { requestClose } = useGuardedClosing({ open: true, onClose: close, closesOnBack: !notSmall })

  const { away } = useConnection()
  const draft = useHandoverDraft(viewer.id)
  const { tasks, ...reading } = useOwnTasks()
  const received = useReceived().filter(({ id }) => !draft.own.some(({ fromItemId }) => fromItemId === id))
  const [faults, setFaults] = useState<DraftFaults>({})
  const [general, setGeneral] = useState<string>()
  const isPending = isSending.use()
  const [newest, setNewest] = useState<string>()
  const planned = useNextPerson(viewer.departmentId)

  const choiceOf = (task: Task): HandoverChoice => {
    const mayGiveBack = may(viewer, 'task:release', task) && task.assigneeId === viewer.id && !away
    const isBegun = tasks?.begun.includes(task) ?? false
    return draft.tasks[task.id]?.choice ?? (isBegun ? defaultChoice(task, mayGiveBack) : 'keep')
  }
  const all = tasks ? [...tasks.begun, ...tasks.others] : []
  const plan = planOf(draft, all, choiceOf)
  const elsewhere = draftedElsewhere(draft, all)
  const isNothing = isEmptyPlan(plan)
  // While the lists are on their way, the person cannot see all that would be sent.
  const isLoading = !tasks && !reading.isError
  const maySend = !isNothing && !(isLoading && Object.keys(draft.tasks).length > 0)

  const send = async () => {
    if (isPending || !maySend) return
    setGeneral(undefined)
    const lacking = planFaultsOf(plan, {
      next: i18n.t('Say what to do next'),
      text: i18n.t('Say what it is about'),
    })
    setFaults(lacking)
    if (Object.keys(lacking).length > 0) {
      // After the fields are drawn with their faults.
      requestAnimationFrame(() => sheet.current?.querySelector<HTMLElement>('[data-fault]')?.focus())
      return
    }
    const sent = await sendHandover(plan)
    // Its person may have signed out meanwhile.
    if (viewerNow()?.id !== viewer.id) return
    changeHandoverDraft(viewer.id, (now) =>
      sent.handover === 'failed'
        ? sent.gone.reduce((rest, { id, key }) => withoutTask(rest, id, key), now)
        : withoutSent(now, draft, plan, sent.faults, tasks !== undefined),
    )
    setFaults(sent.faults)
    setGeneral(sent.general)
    if (sent.handover === 'sent' || sent.handover === 'waiting') lastClockOut.set(null)
    if (sent.general || Object.keys(sent.faults).length > 0) return
    announce(sent, plan.over.length + plan.own.length)
    // Text typed meanwhile stays in view.
    if (isEmptyDraft(handoverDraft(viewer.id))) close()
  }
  const forgetFault = (key: string | number) => setFaults(({ [key]: _, ...others }) => others)
  const addOwn = () => {
    const key = randomHex(8)
    setNewest(key)
    const toUserId = planned && { toUserId: planned.user.id }
    changeHandoverDraft(viewer.id, (now) => ({
      ...now,
      own: [...now.own, { ...NO_DETAILS, ...toUserId, key, text: '' }],
    }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      requestClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }
  const cardOf = (task: Task) => (
    <TaskCard
      key={task.id}
      task={task}
      choice={choiceOf(task)}
      fault={faults[task.id]}
      onChange={() => forgetFault(task.id)}
    />
  )
  const department = viewer.department?.name
  return createPortal(
    <>
      {/* On a phone the clock-out's toast stands above the sheet and never covers a choice: the sheet leaves it
          room. */}
      <span ref={toastsBelow} aria-hidden="true" className="fixed top-0" />
      <aside
        ref={sheet}
        aria-labelledby={headingId}
        onKeyDown={onKeyDown}
        className={cx(
          'fixed inset-x-0 bottom-(--viewport-bottom,0px) z-30 flex max-h-[calc(100dvh-5.5rem-max(0.75rem,env(safe-area-inset-top)))] animate-slide-in-up flex-col rounded-t-[20px] bg-surface shadow-float print:hidden forced-colors:border',
          'md:inset-x-auto md:inset-e-[max(1rem,var(--notch))] md:top-17 md:bottom-auto md:max-h-[calc(100dvh-11.5rem)] md:w-108 md:rounded-card md:border md:border-line',
        )}
      >
        <header className="shrink-0 ps-4 pt-4 pb-2 pe-14 md:ps-5">
          <h2
            ref={heading}
            id={headingId}
            tabIndex={-1}
            className="font-semibold text-xl tracking-[-0.01em] outline-none"
          >
            {i18n.t('Anything for the next shift?')}
          </h2>
          <State />
          <IconButton label={i18n.t('Close')} onClick={requestClose} className="absolute top-2.5 inset-e-2.5">
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        </header>
        <div className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto overscroll-contain px-4 pt-1 pb-4 md:px-5">
          {/* In the order of Today: begun work, received items, the others. */}
          {tasks ? (
            tasks.begun.length > 0 && (
              <ul aria-label={i18n.t('Work that you have started')} className="flex flex-col gap-2.5">
                {tasks.begun.map(cardOf)}
              </ul>
            )
          ) : reading.isError ? (
            <TasksFailed isFetching={reading.isFetching} onRetry={reading.refetch} />
          ) : (
            <LoadingBars
              words={i18n.t('Loading your tasks...')}
              count={2}
              bars="h-24 rounded-card!"
              className="flex flex-col gap-2.5"
            />
          )}
          {received.length > 0 && (
            <section aria-label={i18n.t(briefingLabels.handed_over)} className="flex flex-col gap-2.5">
              {received.map((item) => (
                <ItemCard key={item.id} item={item} onOpenTask={() => {}} />
              ))}
              <p className="text-muted text-sm">{i18n.t('What is not done goes to the next briefing.')}</p>
            </section>
          )}
          {tasks && tasks.others.length > 0 && (
            <Others count={tasks.others.length} startsOpen={tasks.others.some(({ id }) => draft.tasks[id])}>
              {tasks.others.map(cardOf)}
            </Others>
          )}
          {!isLoading && elsewhere.length > 0 && (
            <ul className="flex flex-col gap-2.5">
              {elsewhere.map(({ task, choice }) => (
                <DraftedCard
                  key={task.id}
                  task={task}
                  choice={choice}
                  fault={faults[task.id]}
                  onChange={() => forgetFault(task.id)}
                />
              ))}
            </ul>
          )}
          {draft.own.length > 0 && (
            <ul aria-label={i18n.t('Other things')} className="flex flex-col gap-2.5">
              {draft.own.map((item) => (
                <OwnCard
                  key={item.key}
                  item={item}
                  isNew={item.key === newest}
                  fault={faults[item.key]}
                  onChange={() => forgetFault(item.key)}
                />
              ))}
            </ul>
          )}
          <Button variant="ghost" onClick={addOwn} className="self-start px-1! text-accent! touch:min-h-11">
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('Hand over something else')}
          </Button>
          <Field
            label={
              department
                ? i18n.t('A note for everybody in {department}', { department })
                : i18n.t('A note for everybody on duty')
            }
          >
            <Textarea
              rows={2}
              value={draft.note}
              maxLength={MAX_HANDOVER_NOTE}
              onChange={({ target }) => keepHandoverDraft(viewer.id, { ...draft, note: target.value })}
              className="min-h-16!"
            />
          </Field>
        </div>
        <footer className="flex shrink-0 flex-col gap-2 border-line border-t px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-5">
          {general && (
            <p role="alert" className="rounded-control bg-overdue-soft px-3 py-2 font-medium text-overdue">
              {general}
            </p>
          )}
          {maySend && (
            <Button
              variant="primary"
              pending={isPending}
              onClick={send}
              className="h-12! w-full rounded-[12px]! font-semibold text-lg!"
            >
              {plan.over.length + plan.own.length > 0 || plan.note ? i18n.t('Hand over') : i18n.t('Save')}
            </Button>
          )}
          <Button variant="ghost" onClick={requestClose} className="self-center text-accent! touch:min-h-11">
            {isNothing ? i18n.t('Nothing to hand over') : i18n.t('Not now')}
          </Button>
        </footer>
      </aside>
    </>,
    document.body,
  )
}

/** Tells in a toast which parts were done. */
function announce({ handover, done, back }: SentHandover, items: number) {
  const i18n = i18nNow()
  if (handover === 'waiting') {
    return toast({
      title: i18n.t('Saved on this device'),
      description: i18n.t('It will be sent when the connection returns.'),
      waits: true,
    })
  }
  const parts = [
    items > 0 && i18n.t('{count, plural, one {# thing handed over} other {# things handed over}}', { count: items }),
    done.length > 0 && i18n.t('{count, plural, one {# done} other {# done}} ##tasks', { count: done.length }),
    back.length > 0 &&
      i18n.t('{count, plural, one {# given back} other {# given back}} ##tasks', { count: back.length }),
  ].filter((part) => part !== false)
  toast({
    title: handover === 'sent' ? i18n.t('Handed over') : i18n.t('Saved'),
    ...(parts.length > 0 && { description: parts.join(' · ') }),
  })
}

/** The heading takes the focus, so that keys and screen readers are here. Afterwards it goes back to where it was. */
function useReturningFocus(sheet: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    const own = sheet.current
    return () => {
      const { activeElement } = document
      const isLost = activeElement === document.body || own?.contains(activeElement)
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [sheet, heading])
}

/** Says that a draft is kept, when the sheet is closed with one. */
function useDraftNote() {
  useEffect(
    () => () => {
      const viewer = viewerNow()
      // The text of another toast matters more.
      if (!viewer || isEmptyDraft(handoverDraft(viewer.id)) || currentToast.get()?.open) return
      toast({ title: i18nNow().t('Draft saved') })
    },
    [],
  )
}
