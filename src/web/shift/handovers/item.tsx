import { Trans } from '@lingui/react'
import { Check, CornerDownRight, MapPin, Sparkles } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type HandoverItem, handoversApi, type Question } from '../../../shared/handovers.ts'
import { msg } from '../../../shared/words/message.ts'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { formatSince } from '../../clock/format.ts'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { tell, tellFailure } from '../../components/forms/tell.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { openHandover } from '../../components/shift/handing-over.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { useConnection } from '../../live/connection.ts'
import { serverNow } from '../../server-time.ts'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { useTicking } from '../../ui/now.ts'
import { OpeningLink } from '../../ui/opening-link.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useTyped } from './questions.ts'
import { holds, mayAnswer, mayAsk, mayReceive } from './rules.ts'
import { SeverityBadge } from './severity.tsx'
import { draftAgain } from './sheet/draft.ts'
import { Writing } from './writing.tsx'

/** Characters that somebody reads at a glance. In a briefing, longer texts come folded. */
const LONG = 180

/** One item of a handover: its subject, the next step, its questions, and the viewer's actions on it. */
export function ItemCard({
  item,
  inLog = false,
  onOpenTask,
  onReceived,
}: {
  item: HandoverItem
  /** In the log book its handover says who gave it, and its state stands below. */
  inLog?: boolean
  onOpenTask: (task: number) => void
  onReceived?: (item: HandoverItem) => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const titleId = useId()
  const [asked, keepQuestion] = useTyped(viewer.id, 'ask', item.id)
  const [answered, keepAnswer] = useTyped(viewer.id, 'answer', item.id)
  // Text typed before a reload opens its field again.
  const [writing, setWriting] = useState<'ask' | 'answer' | null>(answered ? 'answer' : asked ? 'ask' : null)
  const [mayAskIt, mayAnswerIt] = [mayAsk(viewer, item), mayAnswer(viewer, item)]
  const shown = writing === 'ask' ? mayAskIt && writing : mayAnswerIt && writing
  const close = () => {
    if (writing === 'ask' && !asked?.trim()) keepQuestion(null)
    if (writing === 'answer' && !answered?.trim()) keepAnswer(null)
    setWriting(null)
  }
  const { task, text, severity, next, ifThen, toUser } = item
  // In the log book it stands below the name of its giver.
  const Title = inLog ? 'h4' : 'h3'
  const [isWhole, setWhole] = useState(false)
  const isFolded = !inLog && !isWhole && (next.length > LONG || (ifThen ?? '').length > LONG)
  return (
    <article aria-labelledby={titleId} className={cx(card, 'px-3.5 py-3')}>
      <p className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
        <SeverityBadge severity={severity} />
        {!inLog && <Giver item={item} />}
        {toUser && (
          <span dir="auto">
            {toUser.id === viewer.id ? i18n.t('for you') : i18n.t('for {name}', { name: fullName(toUser) })}
          </span>
        )}
        {inLog && (
          <span className="ms-auto">
            <ItemState item={item} />
          </span>
        )}
      </p>
      <Title id={titleId} dir="auto" className="font-semibold text-md leading-snug wrap-anywhere">
        {task ? (
          <OpeningLink
            href={taskHref(task.id)}
            onOpen={() => onOpenTask(task.id)}
            className="relative [text-align:inherit] before:absolute before:inset-x-0 before:-inset-y-2.5 hover:underline"
          >
            {task.title}
          </OpeningLink>
        ) : (
          text
        )}
      </Title>
      {task?.place && (
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
          <bdi className="min-w-0 truncate">{task.place}</bdi>
        </p>
      )}
      {task && text && (
        <p dir="auto" className="mt-0.5 whitespace-pre-wrap text-md wrap-anywhere">
          {text}
        </p>
      )}
      <p dir="auto" className={cx('mt-0.5 whitespace-pre-wrap text-md wrap-anywhere', isFolded && 'line-clamp-4')}>
        {next || i18n.t('Please check whether this is done.')}
      </p>
      {ifThen && (
        <p className="mt-1.5 flex gap-1.5 text-muted wrap-anywhere">
          <CornerDownRight aria-hidden="true" className="mt-0.75 size-3.5 shrink-0" />
          <span dir="auto" className={isFolded ? 'line-clamp-3' : undefined}>
            {ifThen}
          </span>
        </p>
      )}
      {item.also?.map(({ id, giver, next, ifThen }) => (
        <div key={id} className="mt-2 text-muted wrap-anywhere">
          <p dir="auto" className="text-sm">
            {fullName(giver)}
          </p>
          <p dir="auto" className="whitespace-pre-wrap">
            {[next, ifThen].filter(Boolean).join(' · ')}
          </p>
        </div>
      ))}
      {isFolded && (
        <Button
          variant="ghost"
          aria-describedby={titleId}
          onClick={() => setWhole(true)}
          className="-ms-2 px-2! text-accent! text-sm"
        >
          {i18n.t('Read all of it')}
        </Button>
      )}
      {item.isForgotten && (
        <p className="mt-1.5 flex gap-1.5 text-muted text-sm">
          <Sparkles aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {i18n.t('{name} did not clock out. This was still in progress.', { name: fullName(item.giver) })}
        </p>
      )}
      {item.questions.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2.5 border-line border-s-2 ps-3">
          {item.questions.map((question) => (
            <QuestionItem key={question.id} question={question} />
          ))}
        </ul>
      )}
      {shown ? (
        <Writing key={shown} item={item} kind={shown} onClose={close} />
      ) : (
        <Actions
          item={item}
          titleId={titleId}
          isMain={!inLog}
          state={!inLog && item.receivedBy !== null ? <ItemState item={item} /> : null}
          onAsk={mayAskIt ? () => setWriting('ask') : undefined}
          onAnswer={mayAnswerIt ? () => setWriting('answer') : undefined}
          onReceived={onReceived}
        />
      )}
    </article>
  )
}

/** The giver, and since when it waits. */
function Giver({ item: { giver, createdAt } }: { item: HandoverItem }) {
  const reader = useReader()
  const time = useTicking((now) => formatSince(createdAt, now, reader))
  return (
    <span className="tabular min-w-0">
      <Trans
        id="{name}, <0/>"
        values={{ name: <bdi>{fullName(giver)}</bdi> }}
        components={{ 0: <time dateTime={createdAt}>{time}</time> }}
      />
    </span>
  )
}

/** "Waiting", or the receiver and the time. */
export function ItemState({ item: { receivedBy, receivedAt, isReturned } }: { item: HandoverItem }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const reader = useReader()
  const time = useTicking((now) => (receivedAt ? formatSince(receivedAt, now, reader) : ''))
  if (!receivedBy || isReturned) {
    return (
      <span className="flex items-center gap-1.5 font-medium text-sm">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-medium" />
        {i18n.t('Waiting ##for somebody to receive it')}
      </span>
    )
  }
  return (
    <span className="tabular flex items-center gap-1.5 text-done text-sm">
      <Check aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {receivedBy.id === viewer.id ? (
          i18n.t('You have it since {time}', { time })
        ) : (
          <Trans id="Received by {name}, {time}" values={{ name: <bdi>{fullName(receivedBy)}</bdi>, time }} />
        )}
      </span>
    </span>
  )
}

function QuestionItem({
  question: { asker, question, askedAt, answer, answeredBy, answeredAt },
}: {
  question: Question
}) {
  const i18n = useI18n()
  const reader = useReader()
  const [asked, answered] = [askedAt, answeredAt].map((iso) => iso && formatSince(iso, serverNow(), reader))
  return (
    <li className="text-base">
      <p className="text-muted text-sm">
        <Trans id="{name} asks, {time}" values={{ name: <bdi>{fullName(asker)}</bdi>, time: asked }} />
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {question}
      </p>
      {answer === null ? (
        <p className="mt-0.5 text-muted text-sm">{i18n.t('No answer yet')}</p>
      ) : (
        <div className="mt-1.5">
          <p className="text-muted text-sm">
            <Trans
              id="{name} answers, {time}"
              values={{ name: <bdi>{answeredBy ? fullName(answeredBy) : ''}</bdi>, time: answered }}
            />
          </p>
          <p dir="auto" className="whitespace-pre-wrap font-medium wrap-anywhere">
            {answer}
          </p>
        </div>
      )}
    </li>
  )
}

function Actions({
  item,
  titleId,
  isMain,
  state,
  onAsk,
  onAnswer,
  onReceived,
}: {
  item: HandoverItem
  titleId: string
  /** Its action is the next one on the screen. */
  isMain: boolean
  state: ReactNode
  onAsk: (() => void) | undefined
  onAnswer: (() => void) | undefined
  onReceived: ((item: HandoverItem) => void) | undefined
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { away } = useConnection()
  const { mutate, isPending } = useCall(handoversApi.receive, {
    onSuccess: (received) => onReceived?.(received),
    onError: showReceiveFailure,
  })
  const buttonId = useId()
  const mayReceiveIt = mayReceive(viewer, item)
  const isOpen = holds(viewer, item)
  if (!state && !mayReceiveIt && !isOpen && !onAsk && !onAnswer) return null
  function showReceiveFailure(error: Error) {
    if (error instanceof CallError && error.reply?.code === 'received') {
      const { assignee } = error.reply
      const title = assignee ? i18n.t('{name} was faster', { name: fullName(assignee) }) : i18n.t('Somebody was faster')
      toast({ title, destructive: true })
    } else if (error instanceof TypeError) {
      const title = i18n.t('You need a connection to take something over')
      toast({ title, description: i18n.t('Somebody else may have it already.'), destructive: true })
    } else toastError(messageOf(error, i18n.t('It could not be taken over')))
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {mayReceiveIt && (
        <Button
          id={`${buttonId}get`}
          size="lg"
          variant={isMain ? 'primary' : 'secondary'}
          pending={isPending}
          disabled={away}
          aria-labelledby={`${buttonId}get ${titleId}`}
          onClick={() => {
            navigator.vibrate?.(10)
            mutate({ params: { id: item.id } })
          }}
          className="font-semibold"
        >
          {i18n.t('Got it')}
        </Button>
      )}
      {isOpen && <OpenItem item={item} titleId={titleId} isMain={isMain && !mayReceiveIt} />}
      {onAnswer && (
        <Button
          id={`${buttonId}answer`}
          size="lg"
          variant="primary"
          aria-labelledby={`${buttonId}answer ${titleId}`}
          onClick={onAnswer}
          className="font-semibold"
        >
          {i18n.t('Answer ##button')}
        </Button>
      )}
      {onAsk && (
        <Button id={`${buttonId}ask`} size="lg" aria-labelledby={`${buttonId}ask ${titleId}`} onClick={onAsk}>
          {i18n.t('Ask ##button')}
        </Button>
      )}
      {state && <span className="flex min-h-11 min-w-0 items-center">{state}</span>}
    </div>
  )
}

/** The actions on an item that the viewer has received: it is done, or handed over again. */
function OpenItem({ item, titleId, isMain }: { item: HandoverItem; titleId: string; isMain: boolean }) {
  const i18n = useI18n()
  const { id: by } = useViewer()
  const { away } = useConnection()
  const buttonId = useId()
  const { mutate, isPending } = useCall(handoversApi.done, {
    onSuccess: tell(msg('Done ##a task')),
    onError: tellFailure(msg('No connection. Please try again.')),
  })
  return (
    <>
      <Button
        id={`${buttonId}done`}
        size="lg"
        variant={isMain ? 'primary' : 'secondary'}
        pending={isPending}
        disabled={away}
        aria-labelledby={`${buttonId}done ${titleId}`}
        onClick={() => {
          navigator.vibrate?.(10)
          mutate({ params: { id: item.id } })
        }}
        className="font-semibold"
      >
        {i18n.t('Done ##a task')}
      </Button>
      <Button
        id={`${buttonId}over`}
        size="lg"
        aria-labelledby={`${buttonId}over ${titleId}`}
        onClick={() => {
          draftAgain(by, item)
          openHandover()
        }}
      >
        {i18n.t('Hand over ##a task')}
      </Button>
    </>
  )
}
