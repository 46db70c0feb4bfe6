import { useState } from 'react'
import { departmentsApi } from '../../shared/departments.ts'
import { type House, houses } from '../../shared/setup.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { fold } from '../../shared/words/fold.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { useI18n } from '../language.ts'
import { Segmented } from '../ui/segmented.tsx'
import { toastError } from '../ui/toast.tsx'
import { suggestions } from './houses.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** Suggests first tasks. Those that are ticked are created; without any the step is skipped. */
export function TasksStep({ setup, onDone, onSkip }: StepProps) {
  const i18n = useI18n()
  const departments = useReply(departmentsApi.list, {}).data
  const [house, setHouse] = useState<House>(setup.house ?? 'hotel')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [created, setCreated] = useState<ReadonlySet<string>>(new Set())
  const [isPending, setPending] = useState(false)
  const { mutateAsync: create } = useCall(tasksApi.create)
  const offered = suggestions[house].tasks.map(({ title, department }) => {
    const name = i18n.t(department)
    const found = departments?.find((each) => fold(each.name) === fold(name))
    return { title: i18n.t(title), department: found }
  })
  const submit = async () => {
    if (ticked.size === 0) return onSkip()
    setPending(true)
    try {
      // One after the other: the board shows them in this order.
      for (const { title, department } of offered) {
        if (!ticked.has(title) || created.has(title)) continue
        await create({ body: { title, ...(department && { departmentId: department.id }) } })
        setCreated((before) => new Set([...before, title]))
      }
      await onDone()
    } catch (error) {
      toastError(messageOf(error, i18n.t('Failed to create task')))
    } finally {
      setPending(false)
    }
  }
  const tick = (title: string, isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, title] : [...before].filter((each) => each !== title)))
  return (
    <StepFrame
      title={i18n.t('What is to be done first?')}
      description={i18n.t('Tick what fits. You can change and assign these tasks on the board.')}
      submitLabel={i18n.t('Create tasks and continue')}
      pending={isPending}
      onSubmit={submit}
      onSkip={onSkip}
    >
      <Segmented
        label={i18n.t('Kind of organisation')}
        value={house}
        onChange={setHouse}
        choices={houses.map((value) => ({ value, label: i18n.t(suggestions[value].label) }))}
        className="self-start max-md:w-full"
      />
      <ul aria-label={i18n.t('Suggested tasks')} className="divide-y divide-line rounded-card border border-line px-4">
        {offered.map(({ title, department }) => (
          <li key={title} className="py-1">
            <CheckOption
              checked={ticked.has(title)}
              disabled={created.has(title)}
              onChange={({ target }) => tick(title, target.checked)}
            >
              <span className="block">{title}</span>
              {department && (
                <span dir="auto" className="block text-muted text-sm">
                  {department.name}
                </span>
              )}
            </CheckOption>
          </li>
        ))}
      </ul>
    </StepFrame>
  )
}
