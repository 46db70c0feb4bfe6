import { Search } from 'lucide-react'
import { useState } from 'react'
import { refusalOfOther } from '../../shared/roster/claim-words.ts'
import { type Candidate, MAX_ASKED } from '../../shared/roster/exchange-calls.ts'
import { MAX_ROSTER_REASON } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { translate } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { FoldedSection } from '../ui/folded-section.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { wishInWords } from './wish-words.ts'

/** So many people are shown before somebody asks for all of them. */
const FIRST = 20

/** The people who could work a shift, best first: one is assigned, or some are asked whether they could come. */
export function FindSomebody(props: CandidatesProps) {
  const i18n = useI18n()
  return (
    <FoldedSection title={i18n.t('Find somebody')} icon={Search}>
      <Candidates {...props} />
    </FoldedSection>
  )
}

interface CandidatesProps {
  shiftId: number
  /** The person that the form has now. */
  assigned: string
  onAssign: (userId: string) => void
  /** Is told whether a reason has been typed that is not sent. */
  onTyped: (isTyped: boolean) => void
}

function Candidates({ shiftId, assigned, onAssign, onTyped }: CandidatesProps) {
  const i18n = useI18n()
  const query = useReply(rosterApi.candidates, { params: { id: shiftId } })
  const { mutateAsync: ask, isPending } = useCall(rosterApi.askPeople)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const type = (text: string) => {
    setReason(text)
    onTyped(text !== '')
  }
  const [showsAll, setShowsAll] = useState(false)
  if (!query.data)
    return (
      <NotLoaded query={query} failure={i18n.t('The people could not be loaded.')}>
        <LoadingBars bars="h-12 mb-2" count={4} />
      </NotLoaded>
    )
  const { candidates, mayAsk } = query.data
  const choose = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const send = async () => {
    try {
      const { asked } = await ask({ params: { id: shiftId }, body: { userIds: [...chosen], reason } })
      toast({
        title: i18n.t('{count, plural, one {# person was asked} other {# people were asked}}', { count: asked }),
      })
      setChosen(new Set())
      type('')
    } catch (error) {
      toastError(messageOf(error, i18n.t('The question could not be sent')))
    }
  }
  const shown = showsAll ? candidates : candidates.slice(0, FIRST)
  return (
    <div className="grid gap-3 pt-1 pb-2">
      {candidates.length === 0 && <p>{i18n.t('Nobody else works in the department.')}</p>}
      {!mayAsk && (
        <p className="text-muted text-sm">
          {i18n.t('You can ask people once the shift is published and open, or offered by its person.')}
        </p>
      )}
      <ul aria-label={i18n.t('People who could work the shift')} className="grid gap-1.5">
        {shown.map((candidate) => (
          <CandidateRow
            key={candidate.user.id}
            candidate={candidate}
            isChosen={chosen.has(candidate.user.id)}
            isAssigned={candidate.user.id === assigned}
            onChoose={mayAsk ? () => choose(candidate.user.id) : undefined}
            onAssign={() => onAssign(candidate.user.id)}
          />
        ))}
      </ul>
      {shown.length < candidates.length && (
        <Button onClick={() => setShowsAll(true)}>
          {i18n.t('Show all {count, plural, one {# person} other {# people}}', { count: candidates.length })}
        </Button>
      )}
      {chosen.size > 0 && (
        <>
          <Field label={i18n.t('Why do you ask?')}>
            <Textarea value={reason} maxLength={MAX_ROSTER_REASON} onChange={({ target }) => type(target.value)} />
          </Field>
          <Button variant="primary" pending={isPending} disabled={chosen.size > MAX_ASKED} onClick={() => void send()}>
            {i18n.t('{count, plural, one {Ask # person} other {Ask # people}}', { count: chosen.size })}
          </Button>
        </>
      )}
    </div>
  )
}

function CandidateRow({
  candidate,
  isChosen,
  isAssigned,
  onChoose,
  onAssign,
}: {
  candidate: Candidate
  isChosen: boolean
  isAssigned: boolean
  onChoose: (() => void) | undefined
  onAssign: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const { user, restBefore, restAfter, whyNot, wantsExtraShifts, wish, askedAt, declinedAt } = candidate
  const name = fullName(user)
  const minutes = (value: number) => formatMinutes(value, i18n)
  const { weekMinutesWith, contractMinutes } = candidate
  const facts = [
    restBefore !== null && i18n.t('{rest} of rest before', { rest: minutes(restBefore) }),
    restAfter !== null && i18n.t('{rest} of rest after', { rest: minutes(restAfter) }),
    contractMinutes === null
      ? i18n.t('{work} that week with it', { work: minutes(weekMinutesWith) })
      : i18n.t('{work} of {contract} that week with it', {
          work: minutes(weekMinutesWith),
          contract: minutes(contractMinutes),
        }),
    wish?.kind === 'preferred' && i18n.t('would like to work then'),
    wantsExtraShifts && i18n.t('wants extra shifts'),
  ]
  return (
    <li className="flex items-center gap-3 rounded-control bg-sunken px-3 py-2">
      {onChoose && (
        <Checkbox
          label={i18n.t('Ask {name}', { name })}
          checked={isChosen || askedAt !== null}
          disabled={askedAt !== null}
          onChange={onChoose}
          className="-m-2 p-2"
        />
      )}
      <span className="min-w-0 flex-1">
        <bdi className="font-medium">{name}</bdi>
        <span className="block text-muted text-sm">{facts.filter(Boolean).join(' · ')}</span>
        {wish?.kind === 'unavailable' && (
          <span className="block text-overdue text-sm">{wishInWords(wish, reader)}</span>
        )}
        {whyNot && <span className="block text-overdue text-sm">{translate(i18n, refusalOfOther(whyNot))}</span>}
        {askedAt !== null && (
          <span className="block text-sm">
            {declinedAt === null ? i18n.t('Asked ##a person about a shift') : i18n.t('Cannot come')}
          </span>
        )}
      </span>
      <Button
        variant={isAssigned ? 'secondary' : 'ghost'}
        aria-pressed={isAssigned}
        aria-label={i18n.t('Assign {name}', { name })}
        onClick={onAssign}
      >
        {i18n.t('Assign ##a person to a shift')}
      </Button>
    </li>
  )
}
