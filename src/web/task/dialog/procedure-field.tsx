import { BookOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { useReply } from '../../api/queries.ts'
import { ChoiceField } from '../../components/choice/choice-field.tsx'
import { sopChoices } from '../../components/choice/sop-choices.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { NewTaskFormValues } from './form-values.ts'

/** The procedure of a new task, and the page at which it opens. The procedures are read when they are needed. */
export function ProcedureField() {
  const i18n = useI18n()
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <Wanted />
  return (
    <Button variant="ghost" onClick={() => setWanted(true)} className="-mx-3 self-start">
      <BookOpen aria-hidden="true" className="size-4" />
      {i18n.t('Add a procedure')}
    </Button>
  )
}

function Wanted() {
  const i18n = useI18n()
  const query = useReply(sopsApi.list, {})
  const { data } = query
  if (data) return <Choice sops={data} />
  return (
    <NotLoaded query={query} failure={i18n.t('The procedures could not be loaded.')}>
      <Skeleton className="h-15" />
    </NotLoaded>
  )
}

function Choice({ sops }: { sops: Sop[] }) {
  const i18n = useI18n()
  const { control, register, setFocus, setValue, watch, formState } = useFormContext<NewTaskFormValues>()
  const { sopId, sopPage } = formState.errors
  const isChosen = watch('sopId') !== ''
  const box = useRef<HTMLDivElement>(null)
  const hasFault = sopId !== undefined || sopPage !== undefined
  useEffect(() => setFocus('sopId'), [setFocus])
  // The end of the form comes into view whole, with its faults.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens, and when it has a fault
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [hasFault])
  return (
    <div ref={box} className="grid scroll-mb-5 grid-cols-[minmax(0,1fr)_5.5rem] gap-x-4 gap-y-1.5">
      <Controller
        control={control}
        name="sopId"
        render={({ field: { onChange, ...field } }) => (
          <Field label={i18n.t('Procedure')} error={sopId?.message} className="row-span-2">
            <ChoiceField
              {...field}
              choices={sopChoices(sops, i18n)}
              label={i18n.t('Procedures')}
              onChange={(id) => {
                onChange(id)
                setValue('sopPage', '1')
              }}
            />
          </Field>
        )}
      />
      {isChosen && (
        // The fault of the page has the whole width.
        <Field label={i18n.t('Page')} error={sopPage?.message} className="contents! *:col-start-2 [&>p]:col-span-full!">
          <Input inputMode="numeric" autoComplete="off" {...register('sopPage')} />
        </Field>
      )}
    </div>
  )
}
