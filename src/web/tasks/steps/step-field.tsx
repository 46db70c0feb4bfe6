import { useState } from 'react'
import { MAX_STEP_VALUE, type Step } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useI18n } from '../../language.ts'
import { Input } from '../../ui/field.tsx'
import { useLimits } from './limits.ts'
import { numberIn } from './numbers.ts'
import { enterValue } from './use-steps.ts'

/** What every field of a step gets. */
export interface StepFieldProps {
  task: Task
  step: Step
  labelledBy: string
  readOnly: boolean
}

/** The field of a step that asks for a number or a text. It is saved when it is left, or by Enter. Emptied, it is open again. */
export function StepField({ task, step, labelledBy, readOnly }: StepFieldProps) {
  const i18n = useI18n()
  const limits = useLimits(step)
  const isNumber = step.kind === 'number'
  const saved = step.value === null ? '' : isNumber ? i18n.number(Number(step.value), PLAIN) : String(step.value)
  // What is being typed; undefined as long as the field shows what is saved. So nobody else's value replaces what was typed.
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const noteId = `${labelledBy}note`

  const save = () => {
    const text = typed?.trim()
    const value = text === undefined || text === saved ? saved : isNumber && text !== '' ? numberIn(text, i18n) : text
    setFault(value === undefined ? i18n.t('Enter a number') : undefined)
    if (value === undefined) return
    setTyped(undefined)
    if (value !== saved) void enterValue(task, step, value === '' ? null : value)
  }

  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-center gap-2">
        <Input
          aria-labelledby={labelledBy}
          aria-describedby={noteId}
          aria-invalid={fault ? true : undefined}
          inputMode={isNumber ? 'decimal' : 'text'}
          enterKeyHint="done"
          autoComplete="off"
          maxLength={isNumber ? 20 : MAX_STEP_VALUE}
          readOnly={readOnly}
          value={typed ?? saved}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur()
          }}
          className={isNumber ? 'max-w-32 tabular' : undefined}
        />
        {isNumber && step.unit && <span dir="auto">{step.unit}</span>}
      </span>
      <span id={noteId} className={fault ? 'font-medium text-overdue text-sm' : 'text-muted text-sm empty:hidden'}>
        {fault ?? limits}
      </span>
    </div>
  )
}

/** A number as people type it again. */
const PLAIN: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 6 }
