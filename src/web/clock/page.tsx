import { Suspense } from 'react'
import { useCan } from '../api/viewer.ts'
import { clockPatches } from '../live/clock-changes.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Face } from './face.tsx'
import { Hours } from './hours.tsx'
import { OnTheClock } from './on-the-clock.tsx'
import { useClockSearch } from './search-params.ts'
import { Today } from './today.tsx'

registerPatches('clock', clockPatches)

const PersonDialog = lazyPart(() => import('./person-dialog.tsx'), 'PersonDialog')

const PersonPeriodDialog = lazyPart(() => import('./hours/person-dialog.tsx'), 'PersonPeriodDialog')
const RecordDialog = lazyPart(() => import('./record-dialog.tsx'), 'RecordDialog')

const closed = { person: undefined, session: undefined, record: undefined, month: undefined, hours: undefined }

/** The clock, today's sessions and the hours by week. Managers also see their team. */
export function ClockPage() {
  const { search } = useClockSearch()
  const { open, close } = useAddressDialog(closed)
  const mayUse = useCan('clock:use')
  const seesOthers = useCan('clock:read-others')
  const openPerson = (person: string) => open({ person })
  const openDay = (person: string, week: string) => open({ person, week } as Parameters<typeof open>[0])
  // The session is running now, so the dialog opens at this week.
  const openNow = (person: string) => open({ person, week: undefined } as Parameters<typeof open>[0])

  if (!mayUse) {
    return (
      <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col p-3.5 md:p-6">
        <Face />
      </div>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-3 p-3.5 md:gap-4 md:p-6 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
      <Face />
      <div className="flex min-w-0 flex-col gap-3 md:gap-4">
        <Today />
        {seesOthers && <OnTheClock onOpen={openNow} />}
      </div>
      <div className="min-w-0 lg:col-span-2">
        <Hours
          onOpen={openPerson}
          onRecord={(record) => open({ record })}
          onOpenPeriod={(hours) => open({ hours })}
          onCorrect={openDay}
        />
      </div>
      {search.person && seesOthers && (
        <Suspense fallback={null}>
          <PersonDialog
            key={search.person}
            id={search.person}
            sessionId={search.session}
            onCorrect={(session) => open({ person: search.person, session })}
            onRecord={() => open({ record: search.person })}
            onClose={close}
          />
        </Suspense>
      )}
      {search.hours && seesOthers && (
        <Suspense fallback={null}>
          <PersonPeriodDialog key={search.hours} id={search.hours} onCorrect={openDay} onClose={close} />
        </Suspense>
      )}
      {search.record && (
        <Suspense fallback={null}>
          <RecordDialog key={search.record} id={search.record} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
