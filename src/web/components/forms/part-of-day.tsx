import { useState } from 'react'
import { useI18n } from '../../language.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { TimeInput } from '../../ui/moment-input.tsx'

export const WHOLE_DAY = { start: null, end: null }

/** Whether something is about the whole day or a part of it, and from when to when. */
export function usePartOfDay() {
  const [isPart, setIsPart] = useState(false)
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  return {
    ...{ isPart, setIsPart, start, setStart, end, setEnd },
    /** Null for the whole day. */
    times: isPart ? { start, end } : WHOLE_DAY,
    isFilled: !isPart || (start !== '' && end !== ''),
  }
}

/**
 * The fields of a part of a day.
 *
 * @param aboutEnd a fault of the end, or to which day it belongs, once both times are there
 */
export function PartOfDay({
  part: { isPart, setIsPart, start, setStart, end, setEnd },
  aboutEnd = {},
}: {
  part: ReturnType<typeof usePartOfDay>
  aboutEnd?: { error?: string | undefined; hint?: string | undefined }
}) {
  const i18n = useI18n()
  return (
    <>
      <Checkbox
        label={i18n.t('Only part of the day')}
        showLabel
        checked={isPart}
        onChange={({ target }) => setIsPart(target.checked)}
        className="min-h-8.5 touch:min-h-11"
      />
      {isPart && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={i18n.t('Start time')} required>
            <TimeInput value={start} onChange={({ target }) => setStart(target.value)} />
          </Field>
          <Field label={i18n.t('End time')} required {...(start && end ? aboutEnd : {})}>
            <TimeInput value={end} onChange={({ target }) => setEnd(target.value)} />
          </Field>
        </div>
      )}
    </>
  )
}
