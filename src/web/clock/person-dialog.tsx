import { Grid3x3, Link2 } from 'lucide-react'
import { useState } from 'react'
import { clockApi } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import type { PersonWithPicture } from '../../shared/fields.ts'
import { may, mayAnywhere } from '../../shared/permissions.ts'
import type { Person as Account } from '../../shared/person.ts'
import { dateOf } from '../../shared/time/time.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { MakeLinksDialog } from '../components/invitations/make-links-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { isUnseen, UnseenHours } from '../components/people/unseen-hours.tsx'
import { usePeople } from '../components/people/use-people.ts'
import { NewPinDialog } from '../components/pins/pin-dialogs.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { RecordButton } from './record-button.tsx'
import { WeekDays, WeekSkeleton } from './week-days.tsx'
import { useWeek, WeekNav } from './week-nav.tsx'

/** A person's week. Sessions can be corrected and hours added; `sessionId` is the session being corrected. */
export function PersonDialog({
  id,
  sessionId,
  onCorrect,
  onRecord,
  onClose,
}: {
  id: string
  sessionId: number | 'new' | undefined
  onCorrect: (sessionId: number | 'new') => void
  onRecord: () => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const { query, days, isCurrent, now, timeZone } = useWeek()
  const reply = useReply(clockApi.person, { params: { id }, query }, { keepPrevious: true })
  const { data, error, isPlaceholderData } = reply
  const [help, setHelp] = useState<'pin' | 'link'>()
  const { data: people } = usePeople()
  const account = people?.find((one) => one.id === id)
  const [opened, setOpened] = useState<{ session: ClockSession; person: PersonWithPicture }>()
  const session = data?.sessions.find((one) => one.id === sessionId)
  // Set once, so that nothing typed is lost. The server compares it with changes that others have made since.
  if (opened?.session.id !== sessionId && (opened || session)) {
    setOpened(data && session && { session, person: data.user })
  }
  if (opened && opened.session.id === sessionId) {
    return <CorrectionDialog key={sessionId} {...opened} onClose={onClose} />
  }
  if (isUnseen(error) && !data) return <UnseenHours title={i18n.t('Hours')} onClose={onClose} />
  if (help && account) {
    const leave = () => setHelp(undefined)
    if (help === 'pin') return <NewPinDialog person={account} onClose={leave} />
    return <MakeLinksDialog people={[account]} onePerson onClose={leave} />
  }
  // No skeleton: the form opens in a moment.
  if (sessionId !== undefined && !data && !error) return null
  if (sessionId === 'new' && data) {
    const day = isCurrent ? dateOf(now, timeZone) : days[0]?.date
    return <CorrectionDialog key="new" session={null} day={day} person={data.user} onClose={onClose} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={data ? fullName(data.user) : i18n.t('Hours')}
      description={data?.department?.name}
      size="lg"
    >
      <div className="-mx-4">
        {sessionId === undefined && (
          <div className="flex flex-wrap items-center gap-2 px-3 pb-2">
            <WeekNav align="start" />
            <Button disabled={!data} onClick={() => onCorrect('new')}>
              {i18n.t('Add hours')}
            </Button>
          </div>
        )}
        {data ? (
          <WeekDays
            sessions={data.sessions}
            contractMinutes={data.contractMinutes}
            stale={isPlaceholderData}
            onCorrect={({ id }) => onCorrect(id)}
          />
        ) : (
          <NotLoaded query={reply} failure={i18n.t('The hours could not be loaded.')}>
            <WeekSkeleton />
          </NotLoaded>
        )}
        {data && <RecordButton onClick={onRecord} />}
      </div>
      {account && <SignInHelp person={account} onHelp={setHelp} />}
    </Dialog>
  )
}

/** For managers: gives a person who cannot sign in a new PIN or link. */
function SignInHelp({ person, onHelp }: { person: Account; onHelp: (help: 'pin' | 'link') => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const subject = { ...person, userId: person.id }
  const isOther = person.id !== viewer.id
  const givesPin = isOther && may(viewer, 'user:set-pin', subject) && mayAnywhere(person.role, 'clock:use')
  const givesLink = isOther && may(viewer, 'user:invite', subject)
  if (!givesPin && !givesLink) return null
  return (
    <section aria-labelledby="sign-in-help" className="mt-4 border-line border-t pt-3">
      <h3 id="sign-in-help" className="font-semibold">
        {i18n.t('Cannot sign in?')}
      </h3>
      <div className="mt-2 flex flex-wrap gap-2">
        {givesPin && (
          <Button onClick={() => onHelp('pin')}>
            <Grid3x3 aria-hidden="true" className="size-4" />
            {i18n.t('New PIN for kiosks')}
          </Button>
        )}
        {givesLink && (
          <Button onClick={() => onHelp('link')}>
            <Link2 aria-hidden="true" className="size-4" />
            {i18n.t('Link to set a password')}
          </Button>
        )}
      </div>
    </section>
  )
}
