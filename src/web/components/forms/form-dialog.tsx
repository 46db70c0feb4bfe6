import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { discardQuestion } from '../../ui/guarded-closing.ts'
import { KeptForm } from './kept-typing.ts'

/** Guards a form against losing typed text. `leave` closes it after saving. `askBeforeClose` is for its dialog. */
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
    askBeforeClose() {
      if (leaving.current || !isDirty) return undefined
      return discardQuestion(i18n)
    },
  }
}

/** A dialog with a form, which must stand in a `FormProvider`. Ctrl or Cmd with Enter submits from any field. */
export function FormDialog({
  title,
  description,
  submitLabel,
  pendingLabel,
  onSubmit,
  leaving: { leave, askBeforeClose },
  closesOnBack,
  keptAs,
  aside,
  below,
  children,
}: {
  title: string
  description?: ReactNode
  submitLabel: string
  pendingLabel: string
  onSubmit: () => Promise<unknown>
  leaving: ReturnType<typeof useLeaving>
  closesOnBack?: boolean
  /** The name under which typed text survives a reload. */
  keptAs?: string
  /** Further actions, at the other end of the row of buttons. */
  aside?: ReactNode
  /** Parts with forms of their own. They stand below the form, because no form may stand in another. */
  below?: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  const id = useId()
  const { isSubmitting } = useFormContext().formState
  const submit = () => {
    if (!isSubmitting) void onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={leave}
      askBeforeClose={askBeforeClose}
      {...(closesOnBack && { closesOnBack })}
      footer={(requestClose) => (
        <>
          {aside && <span className="me-auto flex">{aside}</span>}
          <Button onClick={requestClose}>{i18n.t('Cancel')}</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting} className="max-md:flex-1">
            {isSubmitting ? pendingLabel : submitLabel}
          </Button>
        </>
      )}
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
        {keptAs && <KeptForm place={keptAs} />}
        {children}
      </form>
      {below}
    </Dialog>
  )
}
