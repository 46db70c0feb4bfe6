import { CircleAlert, CircleCheck, ClipboardPaste } from 'lucide-react'
import { Fragment } from 'react'
import { MAX_SHIFTS_PER_CALL, type ManyShifts } from '../../shared/roster/shapes.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { translate } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { ListText } from '../components/files/list-text.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { PasteFrame } from '../components/import-people/paste-frame.tsx'
import { PasteNote } from '../components/import-people/paste-note.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, Select } from '../ui/field.tsx'
import { shortTimes } from './shift-words.ts'
import { MAX_PASTED, type PasteTarget, type PlanPaste, usePlanPaste } from './use-plan-paste.ts'

/** Faults of cells that are shown. */
const MAX_FAULTS = 100
/** Rows of the preview. */
const MAX_ROWS = 60

/** Makes drafts of a plan that somebody has copied from a spreadsheet. They see what is understood before that. */
export function PastePlanDialog({
  target,
  save,
  onClose,
}: {
  target: PasteTarget
  save: (edit: ManyShifts) => Promise<unknown>
  onClose: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const paste = usePlanPaste(target, save, () => leaving.leave())
  const { text, type, missing, faulty, isReady, isCreating, submit } = paste
  const example = exampleOf(target, reader)
  const leaving = useLeaving(text.trim() !== '' && text !== example, onClose)
  return (
    <PasteFrame
      title={i18n.t('Paste a plan')}
      description={i18n.t('Names and days from a spreadsheet become drafts. Nobody sees them until you publish.')}
      leaving={leaving}
      submitLabel={
        missing.length === 0
          ? i18n.t('Plan shifts')
          : i18n.t('{count, plural, one {Plan # shift} other {Plan # shifts}}', { count: missing.length })
      }
      isCreating={isCreating}
      isReady={isReady}
      onSubmit={submit}
      problem={
        faulty.length > 0
          ? i18n.t('{count, plural, one {# cell was not read} other {# cells were not read}}', { count: faulty.length })
          : undefined
      }
      preview={<Preview paste={paste} onExample={() => type(example)} />}
    >
      <ListText
        text={text}
        onText={type}
        hint={i18n.t(
          'Copy the whole table: the days in its first row, and a name at the beginning of each other one. Cells hold times such as {times}, or templates.',
          { times: '06:00-14:30' },
        )}
      />
    </PasteFrame>
  )
}

function Preview({ paste, onExample }: { paste: PlanPaste; onExample: () => void }) {
  const i18n = useI18n()
  const { plan, text, unknown, faulty, leavesFaults, setLeavesFaults } = paste
  if (text.trim() === '')
    return (
      <EmptyState
        icon={ClipboardPaste}
        title={i18n.t('The shifts of your table appear here')}
        action={<Button onClick={onExample}>{i18n.t('Try an example')}</Button>}
      >
        {i18n.t('Days may be dates or weekdays. Empty cells, a dash and "off" mean a free day.')}
      </EmptyState>
    )
  return (
    <>
      <Summary paste={paste} />
      {unknown.length > 0 && <UnknownNames paste={paste} />}
      {faulty.length > 0 && (
        <>
          <Faults paste={paste} />
          <Checkbox
            label={i18n.t('Leave these cells out')}
            showLabel
            checked={leavesFaults}
            onChange={({ target }) => setLeavesFaults(target.checked)}
          />
        </>
      )}
      {plan.fault === null && <Understood paste={paste} />}
    </>
  )
}

/** The faults of the table as a whole, or what becomes of it. */
function Summary({ paste }: { paste: PlanPaste }) {
  const { i18n } = useReader()
  const { plan, missing, alreadyThere, isTooMany, faulty, unknown, meant, failure } = paste
  const open = unknown.filter((name) => !meant.has(name)).length
  const isWrong = plan.fault !== null || isTooMany || faulty.length > 0 || open > 0 || failure !== undefined
  const Icon = isWrong ? CircleAlert : CircleCheck
  const sentence = () => {
    if (failure) {
      const { error, saved, rest } = failure
      const reason = messageOf(error, i18n.t('The plan could not be saved'))
      if (saved === 0) return reason
      return i18n.t(
        '{saved, plural, one {# shift is saved as a draft} other {# shifts are saved as drafts}}, {missing, plural, one {# is not} other {# are not}}. {reason}',
        { saved, missing: rest, reason },
      )
    }
    if (plan.fault) return translate(i18n, plan.fault)
    if (isTooMany)
      return i18n.t(
        '{count, plural, one {This is # shift.} other {These are # shifts.}} At most {max, plural, one {# shift} other {# shifts}} can be planned at once: paste fewer days or rows.',
        { count: missing.length, max: MAX_PASTED },
      )
    if (open > 0)
      return i18n.t('{count, plural, one {# name belongs to nobody here.} other {# names belong to nobody here.}}', {
        count: open,
      })
    if (faulty.length > 0)
      return i18n.t(
        '{count, plural, one {# cell was not read. Correct the table, or leave it out.} other {# cells were not read. Correct the table, or leave them out.}}',
        { count: faulty.length },
      )
    return i18n.t('{count, plural, one {# shift becomes a draft} other {# shifts become drafts}}', {
      count: missing.length,
    })
  }
  return (
    <div role="status" className="mb-3 flex flex-col gap-2">
      <PasteNote tone={isWrong ? 'tint-overdue' : 'tint-done'}>
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="text-balance">{sentence()}</span>
      </PasteNote>
      {missing.length > MAX_SHIFTS_PER_CALL && !isTooMany && (
        <PasteNote tone="tint-medium">
          {i18n.t(
            'They are saved in {parts, plural, one {# part} other {# parts}}. If one fails, the parts before it stay.',
            { parts: Math.ceil(missing.length / MAX_SHIFTS_PER_CALL) },
          )}
        </PasteNote>
      )}
      {alreadyThere > 0 && (
        <PasteNote tone="tint-medium">
          {i18n.t(
            '{count, plural, one {# shift is in the plan already and is left out.} other {# shifts are in the plan already and are left out.}}',
            { count: alreadyThere },
          )}
        </PasteNote>
      )}
      {plan.headingFaults.slice(0, 5).map((fault, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two headings may have the same fault
        <PasteNote key={at} tone="tint-medium">
          {translate(i18n, fault)}
        </PasteNote>
      ))}
    </div>
  )
}

const LEAVE_OUT = 'out'

function UnknownNames({ paste: { unknown, meant, mean, members, isCreating } }: { paste: PlanPaste }) {
  const i18n = useI18n()
  return (
    <fieldset className="mb-3 rounded-card border border-line px-4 pt-2 pb-4">
      <legend className="px-1 font-medium">{i18n.t('Who is meant?')}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {unknown.slice(0, MAX_FAULTS).map((name) => (
          <Field key={name} label={name}>
            <Select
              value={meant.has(name) ? (meant.get(name) ?? LEAVE_OUT) : 'unanswered'}
              disabled={isCreating}
              onChange={({ target }) => mean(name, target.value === LEAVE_OUT ? null : target.value)}
            >
              {!meant.has(name) && <option value="unanswered">{i18n.t('Choose a person')}</option>}
              <option value={LEAVE_OUT}>{i18n.t('Leave out')}</option>
              <option value="">{i18n.t('Nobody: open shifts')}</option>
              {members.map((person) => (
                <option key={person.id} value={person.id}>
                  {fullName(person)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

/** Each cell that was not read, and why. */
function Faults({ paste: { faulty } }: { paste: PlanPaste }) {
  const reader = useReader()
  const { i18n } = reader
  return (
    <ul aria-label={i18n.t('Cells that were not read')} className="mb-2 divide-y divide-line">
      {faulty.slice(0, MAX_FAULTS).map(({ row, cell }) => (
        <li key={`${row.line} ${cell.date}`} className="py-1.5">
          <span className="font-medium">
            <bdi>{row.name}</bdi>, {dayInWords(cell.date, reader)}
          </span>
          {cell.faults.map((fault, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts of a cell may have the same fault
            <span key={at} className="block text-overdue text-sm wrap-anywhere">
              {translate(i18n, fault)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

const dayInWords = (date: string, reader: ReturnType<typeof useReader>) =>
  `${formatWeekdayName(new Date(date).getUTCDay(), reader, 'short')} ${Number(date.slice(8))}`

/** The shifts that were read, a person a line. */
function Understood({ paste: { used, meant, members } }: { paste: PlanPaste }) {
  const reader = useReader()
  const { i18n } = reader
  const nameOf = (userId: string) => {
    const person = members.find(({ id }) => id === userId)
    return person ? fullName(person) : i18n.t('Open shifts')
  }
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {used.slice(0, MAX_ROWS).map(({ line, name, userId, cells }) => (
        <Fragment key={line}>
          <dt dir="auto" className="font-medium">
            {nameOf(userId ?? meant.get(name) ?? '')}
          </dt>
          <dd className="tabular text-muted">
            {cells
              .filter(({ shifts }) => shifts.length > 0)
              .map(({ date, shifts }) => `${dayInWords(date, reader)} ${shifts.map(shortTimes).join(', ')}`)
              .join(' · ')}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** A table of the first people and days, as the reader writes days. */
function exampleOf({ roster, days, templates }: PasteTarget, reader: ReturnType<typeof useReader>) {
  const { i18n } = reader
  const shown = days.slice(0, 3)
  const heads = shown.map((date) => dayInWords(date, reader))
  const cells = ['06:00-14:30', templates[0]?.name ?? '22–6', '-']
  const names = roster.people.filter(({ hasLeft }) => !hasLeft).slice(0, 2)
  const rows = names.map(({ user }, at) => [fullName(user), ...shown.map((_, day) => cells[(day + at) % 3])])
  return [[i18n.t('Person'), ...heads], ...rows].map((row) => row.join('\t')).join('\n')
}
