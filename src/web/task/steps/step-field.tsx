import { MAX_STEP_VALUE, type Step } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useLimits } from '../../components/steps/limits.ts'
import { useI18n } from '../../language.ts'
import { Input } from '../../ui/field.tsx'
import { saveTyped, type, typedForm, useTypedValue } from './typed-values.ts'

/** The props of every field of a step. */
export interface StepFieldProps {
  task: Task
  step: Step
  labelledBy: string
  readOnly: boolean
}

/** A step's field for a number or text. Leaving, Enter or closing saves it. Emptied, it is open again. */
export function StepField({ task, step, labelledBy, readOnly }: StepFieldProps) {
  const i18n = useI18n()
  const limits = useLimits(step)
  const isNumber = step.kind === 'number'
  // Unsaved text is shown, so that nobody else's value replaces it.
  const typed = useTypedValue(step.id)
  const { fault, theirs } = typed ?? {}
  const noteId = `${labelledBy}note`

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
          value={typed?.text ?? typedForm(step, i18n)}
          onChange={({ target }) => type(step, target.value)}
          onBlur={() => void saveTyped(task, step)}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur()
          }}
          className={isNumber ? 'max-w-32 tabular' : undefined}
        />
        {isNumber && step.unit && <span dir="auto">{step.unit}</span>}
      </span>
      <span id={noteId} className={fault ? 'font-medium text-overdue text-sm' : 'text-muted text-sm empty:hidden'}>
        {fault ?? limits}
        {theirs && (
          <bdi className="block whitespace-pre-wrap font-normal text-base text-text wrap-anywhere">{theirs}</bdi>
        )}
      </span>
    </div>
  )
}
