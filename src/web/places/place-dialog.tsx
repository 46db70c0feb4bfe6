import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { may } from '../../shared/permissions.ts'
import { NewPlace, type Place, placesApi } from '../../shared/places.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { MessageDialog } from '../components/forms/message-dialog.tsx'
import { useI18n } from '../language.ts'
import { Field, Input } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** Empty for no department. */
const Form = z.object({ name: NewPlace.shape.name, departmentId: z.string() })

/** The dialog in the address: a new place, or the one with this id. */
export function PlaceDialog({ id, places, onClose }: { id: number; places: Place[] | undefined; onClose: () => void }) {
  const i18n = useI18n()
  const found = places?.find((place) => place.id === id)
  // Set once, so that nothing typed is lost when the place is deleted meanwhile.
  const [opened, setOpened] = useState<Place>()
  if (!opened && found) setOpened(found)
  if (id === 0) return <PlaceForm onClose={onClose} />
  if (opened) return <PlaceForm place={opened} onClose={onClose} />
  if (!places) return null
  return (
    <MessageDialog title={i18n.t('Edit place')} onClose={onClose}>
      {i18n.t('There is no such place any more.')}
    </MessageDialog>
  )
}

function PlaceForm({ place, onClose }: { place?: Place; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: place?.name ?? '', departmentId: place?.departmentId ? String(place.departmentId) : '' },
  })
  const { errors, isDirty } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const { mutateAsync: create } = useCall(placesApi.create)
  const { mutateAsync: update } = useCall(placesApi.update)
  const leaving = useLeaving(isDirty, onClose)
  const submit = form.handleSubmit(async ({ name, departmentId }) => {
    const body = { name, departmentId: departmentId === '' ? null : Number(departmentId) }
    try {
      if (place) await update({ params: { id: place.id }, body })
      else await create({ body })
      toast({ title: place ? i18n.t('Place changed') : i18n.t('Place added') })
      leaving.leave()
    } catch (error) {
      if (showIssues(form, error)) return
      toastError(messageOf(error, i18n.t('The place could not be saved')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={place ? i18n.t('Edit place') : i18n.t('New place')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <Field label={i18n.t('Name')} error={errors.name?.message ?? ''} required>
          <Input {...form.register('name')} autoComplete="off" placeholder={i18n.t('For example: Room 218')} />
        </Field>
        <DepartmentField
          hint={i18n.t('Problems reported here go to this department, unless somebody chooses another.')}
          may={(departmentId) => may(viewer, 'place:manage', { departmentId })}
        />
      </FormDialog>
    </FormProvider>
  )
}
