import { useState } from 'react'
import type { NewWish } from '../../shared/roster/wish-shapes.ts'
import { MAX_WISH_NOTE, type WishKind, wishKinds } from '../../shared/roster/wishes.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { PartOfDay, usePartOfDay } from '../components/forms/part-of-day.tsx'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { serverNow } from '../server-time.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, Input } from '../ui/field.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { wishKindInWords } from './wish-words.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const pressed = 'border-accent! bg-accent-soft! text-accent forced-colors:outline-2'

/** Adds wishes: about weekdays of each week, or about one day. */
export function WishDialog({
  title,
  description,
  aboutNote,
  pending,
  onAdd,
  onClose,
}: {
  title: string
  description: string
  /** A hint at the note. */
  aboutNote?: string
  pending: boolean
  /** Saves them. Resolves with whether they are saved. */
  onAdd: (wishes: NewWish[]) => Promise<boolean>
  onClose: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const [kind, setKind] = useState<WishKind>('unavailable')
  const [isWeekly, setIsWeekly] = useState(true)
  const [weekdays, setWeekdays] = useState<readonly number[]>([])
  const [date, setDate] = useState('')
  const part = usePartOfDay()
  const [note, setNote] = useState('')
  const leaving = useLeaving(note !== '', onClose)
  const today = dateOf(serverNow(), reader.timeZone)
  const toggle = (day: number) =>
    setWeekdays((days) => (days.includes(day) ? days.filter((other) => other !== day) : [...days, day].toSorted()))
  const isReady = (isWeekly ? weekdays.length > 0 : date !== '') && part.isFilled
  const submit = async () => {
    if (!isReady) return
    const rest = { ...part.times, kind, note: note.trim() || null }
    const added = isWeekly
      ? weekdays.map((weekday): NewWish => ({ ...rest, weekday, date: null }))
      : [{ ...rest, weekday: null, date }]
    if (await onAdd(added)) leaving.leave()
  }
  return (
    <PlainFormDialog
      title={title}
      description={description}
      submitLabel={i18n.t('Add')}
      pending={pending}
      isReady={isReady}
      onSubmit={submit}
      onClose={leaving.leave}
      askBeforeClose={leaving.askBeforeClose}
    >
      <Segmented
        label={i18n.t('What do you wish?')}
        value={kind}
        onChange={setKind}
        choices={wishKinds.map((value) => ({ value, label: wishKindInWords(value, reader) }))}
        className="flex"
      />
      <Segmented
        label={i18n.t('When?')}
        value={isWeekly ? 'weekly' : 'dated'}
        onChange={(value) => setIsWeekly(value === 'weekly')}
        choices={[
          { value: 'weekly', label: i18n.t('Each week') },
          { value: 'dated', label: i18n.t('On one day') },
        ]}
        className="flex"
      />
      {isWeekly ? (
        <Weekdays chosen={weekdays} onToggle={toggle} />
      ) : (
        <Field label={i18n.t('Day')} required>
          <DateInput value={date} min={today} onChange={({ target }) => setDate(target.value)} />
        </Field>
      )}
      <PartOfDay part={part} aboutEnd={part.end <= part.start ? { hint: i18n.t('The next day') } : {}} />
      <Field label={i18n.t('Note')} {...(aboutNote && { hint: aboutNote })}>
        <Input value={note} maxLength={MAX_WISH_NOTE} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </PlainFormDialog>
  )
}

function Weekdays({ chosen, onToggle }: { chosen: readonly number[]; onToggle: (day: number) => void }) {
  const { i18n } = useReader()
  return (
    <fieldset aria-label={i18n.t('Weekdays')} className="grid grid-cols-7 gap-1">
      {WEEK.map((day) => (
        <Button
          key={day}
          aria-pressed={chosen.includes(day)}
          aria-label={formatWeekdayName(day % 7, { i18n }, 'long')}
          onClick={() => onToggle(day)}
          className={cx('min-w-0 px-0! text-sm!', chosen.includes(day) && pressed)}
        >
          {formatWeekdayName(day % 7, { i18n }, 'short')}
        </Button>
      ))}
    </fieldset>
  )
}
