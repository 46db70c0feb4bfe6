import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { MAX_STEP_TEXT, type NewStep, type StepKind, stepKinds } from '../../../shared/step-fields.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toastError } from '../../ui/toast.tsx'
import { stepKindLabels } from './kinds.ts'
import { stepsIn } from './lines.ts'

/**
 * A field that adds steps: Enter adds one and stays for the next, a pasted list becomes a step a line. `room`: how many
 * more may be. `isFocused`: it takes the focus when it appears. `onTyped` receives typed text that is not added yet.
 */
export function AddSteps({
  room,
  isFocused,
  onAdd,
  onTyped,
}: {
  room: number
  isFocused: boolean
  onAdd: (steps: NewStep[]) => unknown
  onTyped?: ((steps: NewStep[]) => void) | undefined
}) {
  const i18n = useI18n()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<StepKind>('tick')
  const [isPending, setPending] = useState(false)
  const stepsOf = (typed: string, kindOf: StepKind) => stepsIn(typed).map((step) => ({ ...step, kind: kindOf }))
  // For parts that come after an answer of the server.
  const latest = useRef(text)
  const type = (typed: string) => {
    latest.current = typed
    setText(typed)
    onTyped?.(stepsOf(typed, kind))
  }

  /** Adds the steps, and empties the field if they were typed there. Typed text comes back if the server refuses. */
  const add = async (steps: NewStep[], typed?: string) => {
    if (steps.length === 0) return
    if (steps.length > room) {
      toastError(
        i18n.t(
          'There is room for {room, plural, one {# more step} other {# more steps}}, and you are adding {count}.',
          { room, count: steps.length },
        ),
      )
      return
    }
    if (typed !== undefined) type('')
    setPending(true)
    try {
      await onAdd(steps)
    } catch (error) {
      if (typed !== undefined && latest.current === '') type(typed)
      toastError(messageOf(error, i18n.t('The steps could not be added')))
    } finally {
      setPending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(stepsOf(text, kind), text)
  }
  const onPaste = (event: ClipboardEvent) => {
    const steps = stepsIn(event.clipboardData.getData('text/plain'))
    if (steps.length < 2) return
    event.preventDefault()
    void add(steps.map((step) => ({ ...step, kind })))
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <Input
        aria-label={i18n.t('New step')}
        placeholder={i18n.t('New step, or paste a list')}
        value={text}
        maxLength={MAX_STEP_TEXT}
        autoFocus={isFocused}
        enterKeyHint="done"
        onChange={({ target }) => type(target.value)}
        onPaste={onPaste}
        className="min-w-40 flex-1"
      />
      <Select
        aria-label={i18n.t('What it asks for')}
        value={kind}
        onChange={({ target }) => {
          const chosen = stepKinds.find((known) => known === target.value) ?? 'tick'
          setKind(chosen)
          onTyped?.(stepsOf(text, chosen))
        }}
        className="w-32"
      >
        <SelectOptions values={stepKinds} labels={stepKindLabels} />
      </Select>
      {/* Not `pending`: the next step can be added while one is on its way. */}
      <Button type="submit" aria-busy={isPending || undefined}>
        {isPending ? <Spinner /> : <Plus aria-hidden="true" className="size-4" />}
        {i18n.t('Add ##a step')}
      </Button>
    </form>
  )
}
