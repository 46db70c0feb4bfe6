import { useRef, useState } from 'react'
import { MAX_RELEASE_NOTE } from '../../shared/problems.ts'
import type { Task } from '../../shared/tasks.ts'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { useI18n } from '../language.ts'
import { Field, Textarea } from '../ui/field.tsx'
import { discardQuestion } from '../ui/guarded-closing.ts'
import { giveTaskBack } from './claim.ts'

/** Gives a task back so that others can take it, with a note for them if there is something to say. */
export function GiveBackDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const [note, setNote] = useState('')
  const [isPending, setPending] = useState(false)
  const leaving = useRef(false)
  const giveBack = async () => {
    setPending(true)
    leaving.current = await giveTaskBack(task, note.trim() || undefined)
    if (leaving.current) onClose()
    else setPending(false)
  }
  return (
    <PlainFormDialog
      size="sm"
      title={i18n.t('Give it back')}
      description={<bdi>{task.title}</bdi>}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() => (leaving.current || note.trim() === '' ? undefined : discardQuestion(i18n))}
      submitLabel={i18n.t('Give it back')}
      pending={isPending}
      onSubmit={giveBack}
    >
      <Field
        label={i18n.t('What should the next person know?')}
        hint={i18n.t('Not needed. It is added to the comments.')}
      >
        <Textarea value={note} rows={3} maxLength={MAX_RELEASE_NOTE} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </PlainFormDialog>
  )
}
