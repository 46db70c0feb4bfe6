import { useRef, useState } from 'react'
import { MAX_RELEASE_NOTE } from '../../shared/problems.ts'
import type { Task } from '../../shared/tasks.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { discardQuestion } from '../ui/guarded-closing.ts'
import { releaseTask } from './claim.ts'

/** Gives a task back so that others can take it, with a note for them if there is something to say. */
export function GiveBackDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const [note, setNote] = useState('')
  const [isPending, setPending] = useState(false)
  const leaving = useRef(false)
  const giveBack = async () => {
    if (isPending) return
    setPending(true)
    leaving.current = await releaseTask(task, note.trim() || undefined)
    if (leaving.current) onClose()
    else setPending(false)
  }
  return (
    <Dialog
      open
      size="sm"
      title={i18n.t('Give it back')}
      description={<bdi>{task.title}</bdi>}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() => (leaving.current || note.trim() === '' ? undefined : discardQuestion(i18n))}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>{i18n.t('Cancel')}</Button>
          <Button variant="primary" pending={isPending} onClick={giveBack} className="max-md:flex-1">
            {i18n.t('Give it back')}
          </Button>
        </>
      )}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void giveBack()
        }}
      >
        <Field
          label={i18n.t('What should the next person know?')}
          hint={i18n.t('Not needed. It is added to the comments.')}
        >
          <Textarea
            value={note}
            rows={3}
            maxLength={MAX_RELEASE_NOTE}
            onChange={({ target }) => setNote(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void giveBack()
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
