import { markHits } from '../components/labels/excerpt.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import { Option } from '../ui/option.tsx'
import { groupLabels, type inGroups, type PaletteRow } from './palette-rows.tsx'
import type { PaletteResults } from './use-search-results.ts'

/** The rows that match, by group, and below them the state of the search. */
export function PaletteList({
  id,
  groups,
  active,
  typed,
  results,
  onRetry,
  onPoint,
  onChoose,
}: {
  id: string
  groups: ReturnType<typeof inGroups>
  active: PaletteRow | undefined
  typed: string
  results: PaletteResults
  onRetry: () => void
  onPoint: (id: string) => void
  onChoose: (row: PaletteRow) => void
}) {
  const i18n = useI18n()
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const { state } = results
  const nothing = count === 0 && ['found', 'idle', 'offline'].includes(state)
  return (
    <div className="flex min-h-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)]">
      <div
        id={id}
        role="listbox"
        aria-label={i18n.t('Results')}
        hidden={count === 0}
        className="min-h-0 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ group, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
          <div key={group} role="group" aria-labelledby={`${id}${group}`} className="not-first:mt-2">
            <div id={`${id}${group}`} className="px-2.5 pt-1.5 pb-1 font-semibold text-muted text-xs">
              {i18n.t(groupLabels[group])}
            </div>
            {rows.map((row) => (
              <RowOption
                key={row.id}
                id={`${id}${row.id}`}
                row={row}
                active={row === active}
                onPoint={() => onPoint(row.id)}
                onChoose={() => onChoose(row)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={cx('text-balance text-center text-muted wrap-anywhere', nothing && 'px-6 py-12')}>
        {nothing && i18n.t('Nothing matches “{text}”', { text: typed.trim() })}
        {!nothing && state === 'found' && (
          <span className="sr-only">{i18n.t('{count, plural, one {# result} other {# results}}', { count })}</span>
        )}
        {state === 'offline' && (
          <span className={cx('block text-sm', nothing ? 'mt-2' : 'px-4.5 py-2.5')}>
            {i18n.t('There is no connection. Only screens and what you opened last can be found.')}
          </span>
        )}
      </p>
      {state === 'failed' && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-4.5 py-2 text-muted">
          {i18n.t('The search failed.')}
          <Button onClick={onRetry}>{i18n.t('Try again')}</Button>
        </div>
      )}
    </div>
  )
}

function RowOption({
  id,
  row: { icon, label, note, excerpt, keys },
  active,
  onPoint,
  onChoose,
}: {
  id: string
  row: PaletteRow
  active: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  return (
    <Option
      id={id}
      active={active}
      selected={active}
      onPoint={onPoint}
      onChoose={onChoose}
      className="scroll-my-2 gap-3 rounded-control px-2.5 py-1.5 aria-selected:bg-hover touch:text-md"
    >
      <span className="flex w-5.5 shrink-0 justify-center">{icon}</span>
      <span className="flex min-w-0 flex-1 flex-col md:flex-row md:items-center md:gap-4">
        <span dir="auto" className="min-w-0 md:flex-1">
          <span className="block truncate">{label}</span>
          {excerpt && <Excerpt parts={excerpt} />}
        </span>
        {note && (
          <span dir="auto" className="truncate text-muted text-sm md:max-w-2/5 md:shrink-0">
            {note}
          </span>
        )}
      </span>
      {keys && <Keys keys={keys} className="touch:hidden" />}
    </Option>
  )
}

const Excerpt = ({ parts }: { parts: NonNullable<PaletteRow['excerpt']> }) => (
  <span className="line-clamp-2 text-muted text-sm wrap-anywhere md:line-clamp-1">{markHits(parts)}</span>
)
