import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Guards a form against losing what was typed. `leave` closes it after saving. `mayLeave` asks for a confirmation first. */
export function useLeaving(isDirty: boolean, onClose: () => void) {
  const i18n = useI18n()
  const leaving = useRef(false)
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => !leaving.current && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  return {
    leave() {
      leaving.current = true
      onClose()
    },
    /** Remembers the answer: closing goes back in the history, where the dialog asks again. */
    mayLeave() {
      leaving.current ||= !isDirty || confirm(i18n.t('Discard what you have typed?'))
      return leaving.current
    },
  }
}

/** A dialog with a form, which must stand in a `FormProvider`. Ctrl or Cmd with Enter submits from any field. */
export function FormDialog({
  title,
  submitLabel,
  pendingLabel,
  onSubmit,
  leaving: { leave, mayLeave },
  aside,
  children,
}: {
  title: string
  submitLabel: string
  pendingLabel: string
  onSubmit: () => Promise<unknown>
  leaving: ReturnType<typeof useLeaving>
  /** Further actions, at the other end of the row of buttons. */
  aside?: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  const id = useId()
  const { isSubmitting } = useFormContext().formState
  const submit = () => {
    if (!isSubmitting) void onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={leave}
      confirmClose={mayLeave}
      footer={
        <>
          {aside && <span className="me-auto flex">{aside}</span>}
          <Button onClick={() => mayLeave() && leave()}>{i18n.t('Cancel')}</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting} className="max-md:flex-1">
            {isSubmitting ? pendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={onKeyDown}
        className="flex flex-col gap-5"
      >
        {children}
      </form>
    </Dialog>
  )
}
