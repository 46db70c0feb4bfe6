import { useState } from 'react'
import { signInName } from '../../../shared/sign-in-name.ts'
import { taskKinds } from '../../../shared/task-kinds.ts'
import { useCan } from '../../api/viewer.ts'
import { ChoiceField } from '../../components/choice/choice-field.tsx'
import { Combobox } from '../../components/choice/combobox.tsx'
import { usePlaceNames } from '../../components/choice/use-place-names.ts'
import { useProjects } from '../../components/choice/use-projects.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { usePeople } from '../../components/people/use-people.ts'
import { useI18n } from '../../language.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { Field, Select } from '../../ui/field.tsx'
import { DateInput } from '../../ui/moment-input.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { taskKindLabels } from '../task-kind-labels.ts'
import { dueChoices } from './due-choices.ts'
import { TagsField } from './tags-field.tsx'

/** The filters that are used less often: assignee, due date, kind, place, tags and project. */
export const FilterFields = () => (
  <>
    <AssigneeField />
    <DueField />
    <KindField />
    <PlaceField />
    <TagsField />
    <ProjectField />
  </>
)

/** People are offered to those who may list them. To all others there are oneself and nobody. */
function AssigneeField() {
  const i18n = useI18n()
  const mayList = useCan('person:list')
  const people = usePeople(mayList)
  const { search, change } = useTaskSearch()
  const value = search.assignee ?? ''
  const choices = [
    { id: '', label: i18n.t('All') },
    { id: 'me', label: i18n.t('Mine ##tasks') },
    { id: 'none', label: i18n.t('Nobody ##assignee') },
    ...(people.data ?? []).map((person) => ({
      id: person.id,
      label: fullName(person),
      words: `${signInName(person)} ${person.department?.name ?? ''}`,
    })),
  ]
  const isKnown = choices.some(({ id }) => id === value)
  const field = {
    label: i18n.t('People'),
    choices: isKnown ? choices : [...choices, { id: value, label: i18n.t('one person') }],
    value,
    onChange: (assignee: string) => change({ assignee: assignee || undefined }),
  }
  return (
    <Field label={i18n.t('Assignee')}>
      {/* It takes typing from the start, although people arrive later. */}
      {mayList ? <Combobox {...field} placeholder="" /> : <ChoiceField {...field} />}
    </Field>
  )
}

function KindField() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  return (
    <Field label={i18n.t('Kind')}>
      <Select
        value={search.kind ?? ''}
        onChange={({ target }) => change({ kind: taskKinds.find((kind) => kind === target.value) })}
      >
        <option value="">{i18n.t('All')}</option>
        <SelectOptions values={taskKinds} labels={taskKindLabels} />
      </Select>
    </Field>
  )
}

/** The known places, and the one that a link has named. */
function PlaceField() {
  const i18n = useI18n()
  const names = usePlaceNames()
  const { search, change } = useTaskSearch()
  const value = search.place ?? ''
  const known =
    names.some((name) => name.toLowerCase() === value.toLowerCase()) || value === '' ? names : [value, ...names]
  return (
    <Field label={i18n.t('Place')}>
      <ChoiceField
        label={i18n.t('Places')}
        choices={[{ id: '', label: i18n.t('All') }, ...known.map((name) => ({ id: name, label: name }))]}
        value={known.find((name) => name.toLowerCase() === value.toLowerCase()) ?? ''}
        onChange={(place) => change({ place: place || undefined })}
      />
    </Field>
  )
}

function ProjectField() {
  const i18n = useI18n()
  const { data: projects = [] } = useProjects()
  const { search, change } = useTaskSearch()
  const value = String(search.project ?? '')
  const choices = [
    { id: '', label: i18n.t('All') },
    { id: 'none', label: i18n.t('No project') },
    ...projects.map(({ id, name }) => ({ id: String(id), label: name })),
  ]
  const isKnown = choices.some(({ id }) => id === value)
  return (
    <Field label={i18n.t('Project')}>
      <ChoiceField
        label={i18n.t('Projects')}
        choices={isKnown ? choices : [...choices, { id: value, label: i18n.t('unknown ##a project') }]}
        value={value}
        onChange={(id) => change({ project: id === 'none' ? id : Number(id) || undefined })}
      />
    </Field>
  )
}

const DAYS = 'days'

function DueField() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const { due, dueFrom, dueTo } = search
  const [choosesDays, setChoosesDays] = useState(false)
  const hasDays = dueFrom !== undefined || dueTo !== undefined
  const value = hasDays || choosesDays ? DAYS : (due ?? '')
  const choose = (next: string) => {
    setChoosesDays(next === DAYS)
    const chosen = dueChoices(i18n).find((choice) => choice.value === next)?.value
    if (chosen !== due || hasDays) void change({ due: chosen, dueFrom: undefined, dueTo: undefined })
  }
  return (
    <>
      <Field label={i18n.t('Due date')}>
        <Select value={value} onChange={({ target }) => choose(target.value)}>
          <option value="">{i18n.t('All')}</option>
          {dueChoices(i18n).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={DAYS}>{i18n.t('Between two days')}</option>
        </Select>
      </Field>
      {value === DAYS && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
          <Field label={i18n.t('From ##a day')}>
            <DateInput
              value={dueFrom ?? ''}
              onChange={({ target }) => change({ dueFrom: target.value || undefined })}
            />
          </Field>
          <Field label={i18n.t('To ##a day')}>
            <DateInput value={dueTo ?? ''} onChange={({ target }) => change({ dueTo: target.value || undefined })} />
          </Field>
        </div>
      )}
    </>
  )
}
