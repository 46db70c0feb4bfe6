import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { MAX_ROUTINES_PER_CALL, type NewRoutine } from '../../shared/routines.ts'
import { formatSeries } from '../../shared/words/formats.ts'
import { PasteNote } from '../components/import-people/paste-note.tsx'
import { LeaveOutFaulty, LineFaults, PasteSummary } from '../components/import-people/paste-summary.tsx'
import { UnknownDepartments } from '../components/import-people/unknown-departments.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { CorrectLine } from './correct-line.tsx'
import { headingOf } from './paste-words.ts'
import { pastedColumns } from './pasted-entries.ts'
import type { Paste, PreviewLine } from './use-paste.ts'
import { describeRoutine } from './words.ts'

/** A longer list shows this many lines at first. */
const MAX_SHOWN = 50
/** Characters of a title or of steps that are shown. A longer text has a fault anyway. */
const MAX_SHOWN_SIGNS = 300

/** The routines from the text, each with its rule in words, its steps and its faults. */
export function PastePreview({ paste, onExample }: { paste: Paste; onExample: () => void }) {
  const i18n = useI18n()
  const [all, setAll] = useState(false)
  const { lines, list, faulty, leaveOut, keep, departments } = paste
  if (list.count === 0 && !list.lacksTitle) return <Nothing onExample={onExample} />
  const shown = all ? lines : lines.slice(0, MAX_SHOWN)
  return (
    <>
      <Summary paste={paste} />
      {list.unknownDepartments.length > 0 && (
        <UnknownDepartments
          names={list.unknownDepartments}
          pending={paste.isCreating}
          chosenOf={(name) => String(paste.meantBy(name) ?? '')}
          mayChoose={paste.mayManage}
          onMean={({ name, departmentId }) => paste.mean(name, departmentId)}
        />
      )}
      <LeaveOutFaulty faulty={faulty} leaveOut={leaveOut} />
      <ul aria-label={i18n.t('Routines of the list')} className="divide-y divide-line">
        {shown.map((line) => (
          <Line
            key={line.key}
            line={line}
            department={departments?.find(({ id }) => id === line.routine?.departmentId)?.name}
            onUse={(isUsed) => leaveOut([line.key], !isUsed)}
            onKeep={() => keep(line.key)}
            paste={paste}
          />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="ghost" onClick={() => setAll(true)} className="mt-2">
          {i18n.t('{count, plural, one {Show all # line} other {Show all # lines}}', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

function Nothing({ onExample }: { onExample: () => void }) {
  const i18n = useI18n()
  const names = pastedColumns.map((column) => headingOf(column, i18n))
  return (
    <EmptyState
      icon={ClipboardPaste}
      title={i18n.t('The routines of your list appear here')}
      action={<Button onClick={onExample}>{i18n.t('Try an example')}</Button>}
    >
      {i18n.t(
        'Begin each line with its time, or with the times when it opens and is due. The first line of a table names its columns: {columns}.',
        { columns: formatSeries(names, { i18n }) },
      )}
    </EmptyState>
  )
}

/** The faults of the list as a whole, or that there are none. */
function Summary({ paste: { list, used, faulty, isTooMany } }: { paste: Paste }) {
  const i18n = useI18n()
  const steps = used.reduce((sum, { entry }) => sum + entry.steps.length, 0)
  const isWrong = isTooMany || list.lacksTitle || faulty.length > 0
  const sentence = list.lacksTitle
    ? i18n.t('The table has no column called {name}.', { name: headingOf('title', i18n) })
    : isTooMany
      ? i18n.t(
          '{count, plural, one {This is # routine.} other {These are # routines.}} You can create at most {max, plural, one {# routine} other {# routines}} at once: divide the list.',
          {
            count: list.count,
            max: MAX_ROUTINES_PER_CALL,
          },
        )
      : faulty.length > 0
        ? i18n.t(
            '{count, plural, one {# line has an error.} other {# lines have errors.}} Correct the list, or leave out what does not belong in it.',
            { count: faulty.length },
          )
        : i18n.t(
            '{routines, plural, one {# routine} other {# routines}} with {steps, plural, one {# step} other {# steps}}',
            {
              routines: used.length,
              steps,
            },
          )
  return (
    <PasteSummary isWrong={isWrong} sentence={sentence} unused={list.unused}>
      {list.doubled.length > 0 && (
        <PasteNote tone="tint-medium">
          {i18n.t('These columns are there twice. The first one counts: {columns}', {
            columns: formatSeries(
              list.doubled.map((column) => headingOf(column, i18n)),
              { i18n },
            ),
          })}
        </PasteNote>
      )}
    </PasteSummary>
  )
}

function Line({
  line: { key, entry, routine, faults, notes, isDoubtful, isLeftOut },
  department,
  onUse,
  onKeep,
  paste,
}: {
  line: PreviewLine
  department: string | undefined
  onUse: (isUsed: boolean) => void
  /** For a doubtful line that is right as it is. */
  onKeep: () => void
  paste: Paste
}) {
  const i18n = useI18n()
  const [isOpen, setOpen] = useState(false)
  const title = entry.title.slice(0, MAX_SHOWN_SIGNS) || i18n.t('No title')
  const { steps } = entry
  return (
    <li className={cx('flex gap-1', isLeftOut && 'text-muted')}>
      <Checkbox
        label={i18n.t('Create {title}', { title })}
        checked={!isLeftOut}
        onChange={({ target }) => onUse(target.checked)}
        className="min-h-10 min-w-9 self-start touch:min-h-11 touch:min-w-11 -ms-2"
      />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="flex gap-3">
          <bdi className={cx('line-clamp-4 min-w-0 flex-1 font-medium wrap-anywhere', isLeftOut && 'line-through')}>
            {title}
          </bdi>
          <span className="shrink-0 text-muted text-sm tabular">{i18n.t('Line {line}', { line: entry.line })}</span>
        </p>
        {!isLeftOut && routine && (
          <p className="text-muted text-sm wrap-anywhere">
            {[describeRoutine(ruleOf(routine), i18n), department].filter(Boolean).join(' · ')}
          </p>
        )}
        {!isLeftOut && steps.length > 0 && (
          <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere">
            <span className="text-muted">
              {i18n.t('{count, plural, one {# step} other {# steps}}', { count: steps.length })}
              {' · '}
            </span>
            <bdi>{steps.join(' · ').slice(0, MAX_SHOWN_SIGNS)}</bdi>
          </p>
        )}
        {!isLeftOut &&
          notes.map((note) => (
            <p key={note} className="mt-0.5 font-medium text-sm text-medium wrap-anywhere">
              {note}
            </p>
          ))}
        {!isLeftOut && <LineFaults faults={faults} />}
        {!isLeftOut && !isOpen && (faults.length > 0 || notes.length > 0) && (
          <p className="mt-1 flex flex-wrap gap-2">
            <Button onClick={() => setOpen(true)} className="h-8! px-2.5! text-sm! touch:h-11!">
              {i18n.t('Correct')}
            </Button>
            {isDoubtful && (
              <Button onClick={onKeep} className="h-8! px-2.5! text-sm! touch:h-11!">
                {i18n.t('Keep as it is')}
              </Button>
            )}
          </p>
        )}
        {!isLeftOut && isOpen && (
          <CorrectLine entry={entry} paste={paste} onCorrect={(correction) => paste.correct(key, correction)} />
        )}
      </div>
    </li>
  )
}

const ruleOf = ({ days = null, opensAt, dueAfterMinutes, closesAfterMinutes = null }: NewRoutine) => ({
  days,
  opensAt,
  dueAfterMinutes,
  closesAfterMinutes,
  everyDays: null,
  from: null,
})
