import { useViewer } from '../../api/viewer.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { UnsentPhotos } from '../photos/draft-photos.tsx'
import { CommentText } from './comment-text.tsx'
import { discardComment, sendCommentAgain, type UnsentComment } from './send-queue.ts'

/** A comment that the server has not confirmed: on its way, waiting for the network, or failed. */
export function UnsentItem({ comment }: { comment: UnsentComment }) {
  const { body, fault, names, state } = comment
  const i18n = useI18n()
  const viewer = useViewer()
  return (
    <li className="flex gap-3">
      <Avatar person={viewer} size="lg" />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-5 flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {fullName(viewer)}
          </span>
          {state === 'sending' && <span className="text-muted text-sm">{i18n.t('Sending...')}</span>}
          {state === 'waiting' && <span className="text-muted text-sm">{i18n.t('Waits for a connection')}</span>}
        </p>
        <div className={cx(state !== 'sending' && 'opacity-70')}>
          {body.text && <CommentText text={body.text} names={names} own={fullName(viewer)} />}
          <UnsentPhotos ids={body.photoIds ?? []} />
        </div>
        {state === 'failed' && (
          <div className="mt-1.5 flex flex-wrap items-center gap-2">
            <p role="alert" className="w-full font-medium text-overdue text-sm">
              {fault ?? i18n.t('It could not be sent.')}
            </p>
            <Button onClick={() => void sendCommentAgain(comment)}>{i18n.t('Try again')}</Button>
            <Button variant="ghost" onClick={() => discardComment(comment)}>
              {i18n.t('Remove')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
