import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A dialog with a form, and buttons to cancel and to submit it. Ctrl or Cmd with Enter submits from any field. */
export function PlainFormDialog({
  cancelLabel,
  cancelsApart = false,
  submitLabel,
  pending,
  isReady = true,
  onSubmit,
  aside,
  below,
  formClass = 'flex flex-col gap-5',
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'open' | 'footer'> & {
  cancelLabel?: string
  /** The button to cancel stands at the other end, and is quiet. */
  cancelsApart?: boolean
  submitLabel: string
  pending: boolean
  /** Whether there is something to submit. */
  isReady?: boolean
  /** It is not called while a submit is pending. */
  onSubmit: () => unknown
  /** Further actions, at the other end of the row of buttons. */
  aside?: ReactNode
  /** Parts with forms of their own. They stand below the form, because no form may stand in another. */
  below?: ReactNode
  /** How the form lays out its parts. */
  formClass?: string
}) {
  const i18n = useI18n()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <Dialog
      {...dialog}
      open
      footer={(requestClose) => (
        <>
          {aside && <span className="me-auto flex">{aside}</span>}
          <Button onClick={requestClose} {...(cancelsApart && { variant: 'ghost', className: 'me-auto' })}>
            {cancelLabel ?? i18n.t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            pending={pending}
            disabled={!isReady}
            className="max-md:flex-1"
          >
            {submitLabel}
          </Button>
        </>
      )}
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) onSubmit()
        }}
        onKeyDown={onKeyDown}
        className={formClass}
      >
        {children}
      </form>
      {below}
    </Dialog>
  )
}
