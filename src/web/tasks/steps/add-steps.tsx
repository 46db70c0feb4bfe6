import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { messageOf } from '../../../shared/call.ts'
import { MAX_STEP_TEXT, type NewStep, type StepKind, stepKinds, stepsApi } from '../../../shared/steps.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toastError } from '../../ui/toast.tsx'
import { kindLabels } from './kinds.ts'
import { stepsIn } from './lines.ts'

/**
 * A field that adds steps: Enter adds one and stays for the next, a pasted list becomes a step a line. `room` is for how many more.
 */
export function AddSteps({ task, room }: { task: Task; room: number }) {
  const i18n = useI18n()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<StepKind>('tick')
  const { mutateAsync: create, isPending } = useCall(stepsApi.create)

  /** Adds the steps. What was typed comes back if the server refuses. */
  const add = async (steps: NewStep[], typed = '') => {
    if (steps.length === 0) return
    if (steps.length > room) {
      toastError(
        i18n.t(
          'There is room for {room, plural, one {# more step} other {# more steps}}, and you are adding {count}.',
          {
            ...{ room, count: steps.length },
          },
        ),
      )
      return
    }
    setText('')
    try {
      await create({ params: { id: task.id }, body: { steps } })
    } catch (error) {
      setText((now) => now || typed)
      toastError(messageOf(error, i18n.t('The steps could not be added')))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(
      stepsIn(text).map((step) => ({ ...step, kind })),
      text,
    )
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
        autoFocus
        enterKeyHint="done"
        onChange={({ target }) => setText(target.value)}
        onPaste={onPaste}
        className="min-w-40 flex-1"
      />
      <Select
        aria-label={i18n.t('What it asks for')}
        value={kind}
        onChange={({ target }) => setKind(stepKinds.find((known) => known === target.value) ?? 'tick')}
        className="w-32"
      >
        {stepKinds.map((each) => (
          <option key={each} value={each}>
            {i18n.t(kindLabels[each])}
          </option>
        ))}
      </Select>
      {/* Not `pending`: the next step can be added while one is on its way. */}
      <Button type="submit" aria-busy={isPending || undefined}>
        {isPending ? <Spinner /> : <Plus aria-hidden="true" className="size-4" />}
        {i18n.t('Add ##a step')}
      </Button>
    </form>
  )
}
