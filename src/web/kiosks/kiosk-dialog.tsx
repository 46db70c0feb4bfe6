import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Reply } from '../../shared/endpoint.ts'
import { kiosksApi, NewKiosk } from '../../shared/kiosks.ts'
import { formatTime } from '../../shared/words/formats.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { setViewer } from '../api/viewer.ts'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { clearOfflineQueue, queuedWrites } from '../offline/queued-writes.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toastError } from '../ui/toast.tsx'

type Code = Reply<typeof kiosksApi.createCode>

/** Empty for all departments. */
const Form = z.object({ name: NewKiosk.shape.name, departmentId: z.string() })

/** Makes this device a kiosk, or a code for another one. */
export function KioskDialog({ which, onClose }: { which: 'this' | 'other'; onClose: () => void }) {
  const [code, setCode] = useState<Code>()
  return code ? (
    <ShownCode code={code} onClose={onClose} />
  ) : (
    <KioskForm which={which} onClose={onClose} onCode={setCode} />
  )
}

function KioskForm({
  which,
  onClose,
  onCode,
}: {
  which: 'this' | 'other'
  onClose: () => void
  onCode: (code: Code) => void
}) {
  const i18n = useI18n()
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { name: '', departmentId: '' } })
  const { errors, isDirty } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const { mutateAsync: create } = useCall(kiosksApi.create)
  const { mutateAsync: createCode } = useCall(kiosksApi.createCode)
  const leaving = useLeaving(isDirty, onClose)
  /** The session has ended with the call: nothing of the administrator stays on the tablet. */
  async function leaveDevice() {
    leaving.leave()
    clearOfflineQueue()
    // Notifications that the device has shown to them go too.
    void import('../api/push-device.ts').then(({ clearDevice }) => clearDevice()).catch(() => undefined)
    await navigate({ to: '/kiosk', replace: true })
    await setViewer(null)
  }
  const submit = form.handleSubmit(async ({ name, departmentId }) => {
    const body = { name, departmentId: departmentId === '' ? null : Number(departmentId) }
    try {
      if (which === 'other') return onCode(await createCode({ body }))
      const text = i18n.t('Changes that have not been sent yet will be lost. Continue?')
      const question = { text, stay: i18n.t('Cancel'), leave: i18n.t('Continue') }
      if (queuedWrites().length > 0 && !(await ask(question))) return
      await create({ body })
      await leaveDevice()
    } catch (error) {
      if (showIssues(form, error)) return
      toastError(messageOf(error, i18n.t('The kiosk could not be made')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={which === 'this' ? i18n.t('Make this device a kiosk') : i18n.t('Set up a tablet')}
        description={
          which === 'this'
            ? i18n.t('You are signed out on this device. From then on it shows the names of people, and nothing else.')
            : i18n.t('You get a code to type on the tablet. You do not have to sign in there.')
        }
        submitLabel={which === 'this' ? i18n.t('Make it a kiosk') : i18n.t('Make a code')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        closesOnBack
      >
        <Field label={i18n.t('Name')} error={errors.name?.message ?? ''} required>
          <Input {...form.register('name')} autoComplete="off" placeholder={i18n.t('For example: Staff door')} />
        </Field>
        <DepartmentField
          label={i18n.t('Which people it shows')}
          may={() => true}
          none={i18n.t('People of all departments')}
        />
      </FormDialog>
    </FormProvider>
  )
}

/** The code, which is shown this once. */
function ShownCode({ code: { code, expiresAt }, onClose }: { code: Code; onClose: () => void }) {
  const i18n = useI18n()
  const reader = useReader()
  const address = `${deployment.publicUrl ?? location.origin}/kiosk`
  return (
    <Dialog
      open
      title={i18n.t('Type this code on the tablet')}
      onClose={onClose}
      closesOnBack
      footer={
        <Button variant="primary" onClick={onClose} className="max-md:flex-1">
          {i18n.t('Done')}
        </Button>
      }
    >
      <p className="text-pretty">{i18n.t('Open this address on the tablet:')}</p>
      <p dir="ltr" className="mt-1 font-medium wrap-anywhere">
        {address}
      </p>
      <p dir="ltr" className="my-5 text-center font-semibold text-3xl tracking-wider tabular">
        {code}
      </p>
      <p className="text-pretty text-muted">
        {i18n.t('The code works once, until {time}.', { time: formatTime(expiresAt, reader) })}
      </p>
    </Dialog>
  )
}
