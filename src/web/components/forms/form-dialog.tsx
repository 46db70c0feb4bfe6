import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useI18n } from '../../language.ts'
import { discardQuestion } from '../../ui/guarded-closing.ts'
import { KeptForm } from './kept-typing.ts'
import { PlainFormDialog } from './plain-form-dialog.tsx'

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

/** A dialog with a form, which must stand in a `FormProvider`. */
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
  const { isSubmitting } = useFormContext().formState
  return (
    <PlainFormDialog
      title={title}
      description={description}
      onClose={leave}
      askBeforeClose={askBeforeClose}
      {...(closesOnBack && { closesOnBack })}
      submitLabel={isSubmitting ? pendingLabel : submitLabel}
      pending={isSubmitting}
      onSubmit={onSubmit}
      aside={aside}
      below={below}
    >
      {keptAs && <KeptForm place={keptAs} />}
      {children}
    </PlainFormDialog>
  )
}
