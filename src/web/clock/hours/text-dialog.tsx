import { type ReactNode, useRef, useState } from 'react'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { useKeptTyping } from '../../components/forms/kept-typing.ts'
import { PlainFormDialog } from '../../components/forms/plain-form-dialog.tsx'
import { useI18n } from '../../language.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { discardQuestion } from '../../ui/guarded-closing.ts'

const MAX_TEXT = 500

/** Asks for a few words: an objection to hours, an answer to it, or the reason of a withdrawal. */
export function TextDialog({
  title,
  description,
  label,
  hint,
  missing,
  submitLabel,
  failure,
  keptAs,
  send,
  onClose,
}: {
  title: string
  description: ReactNode
  label: string
  hint: string
  /** The fault if nothing is typed. */
  missing: string
  submitLabel: string
  failure: string
  keptAs: string
  /** Resolves when it was sent. */
  send: (text: string) => Promise<unknown>
  onClose: () => void
}) {
  const i18n = useI18n()
  const [kept, keep] = useKeptTyping<string>(keptAs)
  const [text, setText] = useState(kept ?? '')
  const [fault, setFault] = useState<string>()
  const [pending, setPending] = useState(false)
  const leaving = useRef(false)
  const submit = async () => {
    if (text.trim() === '') return setFault(missing)
    setPending(true)
    try {
      await send(text.trim())
      leaving.current = true
      keep(null)
      onClose()
    } catch (error) {
      setFault(error instanceof CallError ? messageOf(error, failure) : i18n.t('No connection. Please try again.'))
    } finally {
      setPending(false)
    }
  }
  return (
    <PlainFormDialog
      size="sm"
      title={title}
      description={description}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() => (leaving.current || text.trim() === '' ? undefined : discardQuestion(i18n))}
      submitLabel={submitLabel}
      pending={pending}
      onSubmit={() => void submit()}
    >
      <Field label={label} hint={hint} required {...(fault && { error: fault })}>
        <Textarea
          value={text}
          rows={3}
          maxLength={MAX_TEXT}
          onChange={({ target }) => {
            setText(target.value)
            keep(target.value.trim() === '' ? null : target.value)
            setFault(undefined)
          }}
        />
      </Field>
    </PlainFormDialog>
  )
}
