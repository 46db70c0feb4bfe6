import { Link, type LinkOptions } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { briefingApi, isUrgentItem, type Section, type SectionKind } from '../../../shared/briefing.ts'
import { formatCount } from '../../../shared/words/formats.ts'
import { useReply } from '../../api/queries.ts'
import { briefingLabels } from '../../components/labels/day-labels.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { type Acted, type BriefingItem, withActed } from './acted.ts'
import { useBriefingActions } from './context.ts'
import { HandedOver, ProcedureItem, SuppressedItem, Work } from './items.tsx'
import { PlanItemLine } from './plan-item.tsx'

/** Where all of a section are that has more than can be read here. */
const everything: Partial<Record<SectionKind, LinkOptions>> = {
  handed_over: { to: '/handovers' },
  unclaimed_problems: { to: '/tasks', search: { kind: 'problem', assignee: 'none', view: 'table' } as never },
  overdue: { to: '/tasks', search: { status: 'overdue', view: 'table', sort: 'dueDate', order: 'asc' } as never },
  routines_now: { to: '/routines' },
  due_today: { to: '/tasks', search: { due: 'today', view: 'table', sort: 'dueDate', order: 'asc' } as never },
  procedures: { to: '/sops' },
  plan: { to: '/roster' },
}

/** A part of the briefing. Its heading folds it; "12 more" shows the rest. */
export function BriefingSection({
  kind,
  section,
  acted,
  startsOpen,
}: {
  kind: SectionKind
  /** Absent when the viewer has acted on all of it. */
  section: Section | undefined
  acted: readonly Acted[]
  startsOpen: boolean
}) {
  const i18n = useI18n()
  const id = useId()
  const { isActed } = useBriefingActions()
  const [isOpen, setOpen] = useState(startsOpen)
  const [isWhole, setWhole] = useState(false)
  const whole = useReply(briefingApi.get, { query: { section: kind } }, { enabled: isWhole })
  const read = (isWhole && whole.data?.sections.find((each) => each.kind === kind)) || section
  // Urgent items stand on top of the page.
  const items: readonly BriefingItem[] = (read?.items ?? []).filter((item) => !isUrgentItem(kind, item))
  const count = items.filter((item) => !isActed(kind, item.id)).length + (read?.more ?? 0)
  const listed = withActed(kind, items, acted).filter((item) => !isUrgentItem(kind, item))
  const more = read?.more ?? 0
  const isAlarming = kind === 'overdue' && count > 0
  if (listed.length + more === 0) return null
  return (
    <section aria-labelledby={id} className="mt-4">
      <h2 className="mb-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}list`}
          onClick={() => setOpen(!isOpen)}
          className={cx(
            '-mx-1 flex min-h-9 max-w-full items-center gap-2 rounded-control px-2 text-start font-semibold text-sm touch:min-h-11',
            isAlarming ? 'text-overdue' : 'text-muted',
          )}
        >
          <ChevronRight
            aria-hidden="true"
            className={cx('size-4 shrink-0 transition-transform duration-120', isOpen && 'rotate-90 rtl:-rotate-90')}
          />
          <span id={id} className="min-w-0">
            {i18n.t(briefingLabels[kind])}
          </span>
          <span className="tabular font-medium">{formatCount(count, { i18n })}</span>
        </button>
      </h2>
      <div id={`${id}list`} hidden={!isOpen}>
        <ul className="flex flex-col gap-2">
          <BriefingItems kind={kind} items={listed} />
        </ul>
        {more > 0 &&
          (isWhole && whole.data ? (
            everything[kind] && (
              <Link
                {...everything[kind]}
                className="mt-1 inline-flex min-h-11 items-center rounded-control px-1 font-semibold text-accent text-sm hover:underline"
              >
                {i18n.t('Show all, {count, number} more', { count: more })}
              </Link>
            )
          ) : (
            <Button
              variant="ghost"
              pending={isWhole && whole.isFetching}
              onClick={() => (whole.isError ? void whole.refetch() : setWhole(true))}
              className="mt-1 px-1! font-semibold text-accent! text-sm"
            >
              {whole.isError
                ? i18n.t('Try again')
                : i18n.t('{count, plural, one {# more} other {# more}}', { count: more })}
            </Button>
          ))}
      </div>
    </section>
  )
}

/** Items of one kind, each as a row of a list. */
export function BriefingItems({ kind, items }: { kind: SectionKind; items: readonly BriefingItem[] }) {
  const shown = { kind, items, more: 0 } as Section
  switch (shown.kind) {
    case 'handed_over':
      return shown.items.map((item) => <HandedOver key={item.id} item={item} />)
    case 'procedures':
      return shown.items.map((item) => <ProcedureItem key={item.id} procedure={item} />)
    case 'plan':
      return shown.items.map((item) => <PlanItemLine key={`${item.what} ${item.id}`} item={item} />)
    case 'held':
      return shown.items.map((item) => <SuppressedItem key={item.id} notification={item} />)
    default: {
      const { kind: sectionKind } = shown
      return shown.items.map((task) => <Work key={task.id} kind={sectionKind} task={task} />)
    }
  }
}
