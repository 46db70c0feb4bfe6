import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { type HandoverItem, handoversApi, MAX_QUESTION } from '../../../shared/handovers.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { useConnection } from '../../live/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useTyped } from './questions.ts'

/** A field for a question about an item, or for the answer. Typed text is kept until it is sent. */
export function Writing({ item, kind, onClose }: { item: HandoverItem; kind: 'ask' | 'answer'; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { away } = useConnection()
  const [text, keep] = useTyped(viewer.id, kind, item.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const formId = useId()
  useEffect(() => field.current?.focus(), [])
  const done = () => {
    keep(null)
    onClose()
  }
  const failed = (error: Error) => toastError(messageOf(error, i18n.t('It could not be sent.')))
  const asking = useCall(handoversApi.ask, {
    onSuccess: () => {
      toast({ title: i18n.t('Question sent'), description: i18n.t('You get a notification when there is an answer.') })
      done()
    },
    onError: failed,
  })
  const answering = useCall(handoversApi.answer, {
    onSuccess: () => {
      toast({ title: i18n.t('Answer sent') })
      done()
    },
    onError: failed,
  })
  const isPending = asking.isPending || answering.isPending
  const words = (text ?? '').trim()
  const send = () => {
    if (isPending || away || words === '') return
    const params = { id: item.id }
    if (kind === 'ask') asking.mutate({ params, body: { question: words } })
    else answering.mutate({ params, body: { answer: words } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  }
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mt-3"
    >
      <Field
        label={
          kind === 'ask'
            ? i18n.t('Your question to {name}', { name: item.giver.firstName })
            : i18n.t('Your answer to {name}', { name: item.questions.at(-1)?.asker.firstName ?? '' })
        }
        hint={away ? i18n.t('It can be sent when the connection is back. What you typed is kept.') : undefined}
      >
        <Textarea
          ref={field}
          rows={2}
          maxLength={MAX_QUESTION}
          value={text ?? ''}
          onChange={({ target }) => keep(target.value)}
          onKeyDown={onKeyDown}
          className="min-h-16!"
        />
      </Field>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" pending={isPending} disabled={away || words === ''}>
          {kind === 'ask' ? i18n.t('Send question') : i18n.t('Send answer')}
        </Button>
      </div>
    </form>
  )
}
