import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Department, departmentsApi, NewDepartment } from '../../shared/departments.ts'
import { type House, houses, setupApi } from '../../shared/setup.ts'
import { fold } from '../../shared/words/fold.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { allQueries, NotLoaded } from '../ui/not-loaded.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastError } from '../ui/toast.tsx'
import { Existing, NewNames } from './department-lists.tsx'
import { suggestions } from './houses.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** Chooses departments: suggested ones are added to those that exist, and empty ones can go. */
export function DepartmentsStep(props: StepProps) {
  const i18n = useI18n()
  const departments = useReply(departmentsApi.list, {})
  const empty = useReply(departmentsApi.empty, {})
  if (departments.data && empty.data)
    return <Choice {...props} departments={departments.data} emptyIds={new Set(empty.data)} />
  return (
    <NotLoaded query={allQueries(departments, empty)} failure={i18n.t('The departments could not be loaded.')}>
      <Skeleton className="h-72" />
    </NotLoaded>
  )
}

function Choice({
  setup,
  departments,
  emptyIds,
  onDone,
  onSkip,
}: StepProps & { departments: readonly Department[]; emptyIds: ReadonlySet<number> }) {
  const i18n = useI18n()
  const [house, setHouse] = useState<House | null>(setup.house)
  const [names, setNames] = useState<string[]>([])
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync: save, isPending } = useCall(departmentsApi.updateMany)
  const { mutateAsync: note } = useCall(setupApi.update)
  const suggested = (of: House) => suggestions[of].departments.map((name) => i18n.t(name))

  const choose = (next: House) => {
    const wanted = new Map(suggested(next).map((name) => [fold(name), name]))
    const before = new Set(house ? suggested(house).map(fold) : [])
    const typed = names.filter((name) => name.trim() !== '' && !before.has(fold(name)) && !wanted.has(fold(name)))
    const known = new Set(departments.map(({ name }) => fold(name)))
    setNames([...[...wanted].filter(([folded]) => !known.has(folded)).map(([, name]) => name), ...typed])
    // The departments of the very beginning were nobody's choice.
    if (setup.steps.departments === 'open')
      setRemoved(
        new Set(departments.filter(({ id, name }) => emptyIds.has(id) && !wanted.has(fold(name))).map(({ id }) => id)),
      )
    setHouse(next)
  }
  const toggle = (id: number) =>
    setRemoved((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  const add = names.map((name) => name.trim()).filter((name) => name !== '')
  const isTooLong = add.some((name) => !NewDepartment.shape.name.safeParse(name).success)
  const submit = async () => {
    if (isTooLong) return
    try {
      if (add.length > 0 || removed.size > 0) await save({ body: { add, remove: [...removed] } })
      if (house !== setup.house) await note({ body: { house } })
      await onDone()
    } catch (error) {
      toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  return (
    <StepFrame
      title={i18n.t('Which departments are there?')}
      description={i18n.t('People, tasks, procedures and hours belong to departments.')}
      submitLabel={i18n.t('Save and continue')}
      pending={isPending}
      onSubmit={submit}
      onSkip={onSkip}
    >
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="font-medium text-sm">
          {i18n.t('Kind of organisation')}
        </span>
        <Segmented
          label={i18n.t('Kind of organisation')}
          value={house ?? ('' as House)}
          onChange={choose}
          choices={houses.map((value) => ({ value, label: i18n.t(suggestions[value].label) }))}
          className="self-start max-md:w-full"
        />
      </div>
      <NewNames names={names} onChange={setNames} />
      <Button onClick={() => setNames([...names, ''])} className="self-start">
        <Plus aria-hidden="true" className="size-4" />
        {i18n.t('Add a department')}
      </Button>
      <Existing departments={departments} emptyIds={emptyIds} removed={removed} onToggle={toggle} />
    </StepFrame>
  )
}
