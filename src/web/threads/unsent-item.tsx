import { SquareCheckBig } from 'lucide-react'
import { LinkedText } from '../components/labels/linked-text.tsx'
import { useI18n } from '../language.ts'
import { UnsentPhotos } from '../task/photos/draft-photos.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { MessageBubble } from './message-item.tsx'
import { discardMessage, sendMessageAgain, type UnsentMessage } from './send-queue.ts'

/** A message that the server has not confirmed: on its way, waiting for the network, or failed. */
export function UnsentMessageItem({ message }: { message: UnsentMessage }) {
  const { body, task, fault, state } = message
  const i18n = useI18n()
  return (
    <li className="flex flex-col items-end pt-2.5">
      <div className={cx('flex max-w-[85%] flex-col items-end md:max-w-[75%]', state !== 'sending' && 'opacity-75')}>
        <span className="sr-only">{i18n.t('You')}</span>
        <MessageBubble isOwn>
          {body.text && (
            <p dir="auto" className="whitespace-pre-wrap text-md leading-normal wrap-anywhere">
              <LinkedText text={body.text} />
            </p>
          )}
          <UnsentPhotos ids={body.photoIds ?? []} />
          {task && (
            <p className="flex items-center gap-2 py-1 font-medium">
              <SquareCheckBig aria-hidden="true" className="size-4 shrink-0 text-accent" />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {task.title}
              </span>
            </p>
          )}
        </MessageBubble>
      </div>
      {state !== 'failed' && (
        <p className="min-h-5 px-3 pt-0.5 text-muted text-xs">
          {state === 'sending' ? i18n.t('Sending...') : i18n.t('Waits for a connection')}
        </p>
      )}
      {state === 'failed' && (
        <div className="flex flex-wrap items-center justify-end gap-2 pt-1.5">
          <p role="alert" className="w-full text-end font-medium text-overdue text-sm">
            {fault ?? i18n.t('It could not be sent.')}
          </p>
          <Button onClick={() => void sendMessageAgain(message)}>{i18n.t('Try again')}</Button>
          <Button variant="ghost" onClick={() => discardMessage(message)}>
            {i18n.t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
