import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { todayApi } from '../../shared/today.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useI18n } from '../language.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { todayPatches } from '../live/today-changes.ts'
import { TaskDialogs } from '../task/dialogs.tsx'
import { useAddress } from '../ui/address.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { DepartmentPart } from './department/part.tsx'
import { Duty } from './duty.tsx'
import { Loading } from './loading.tsx'
import { readTodaySearch } from './search-params.ts'
import { Sections } from './sections.tsx'
import { shownAbove, withoutShown } from './shown-above.ts'
import { UrgentOutlet } from './urgent.tsx'

registerPatches('tasks', todayPatches)

/** Today's work, before figures. The installed app opens here. */
export function TodayPage() {
  const { start } = useAddress(readTodaySearch)
  const { startScreen } = useViewer()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  if (start) return <Navigate to={startScreen === 'dashboard' ? '/dashboard' : '/today'} replace />
  return (
    <TaskDialogs>
      <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-3 pt-3 md:gap-6 md:p-6">
        <div ref={setSlot} className="contents" />
        <UrgentOutlet value={slot}>
          <Duty>
            <DepartmentPart />
            <Work />
          </Duty>
        </UrgentOutlet>
      </div>
    </TaskDialogs>
  )
}

function Work() {
  const i18n = useI18n()
  const query = useReply(todayApi.read, {})
  const { data, refetch } = query
  // At midnight the tasks due today become overdue, and the next day's come in.
  useMidnight(() => void refetch())
  // Work finished on one day does not stay for the next.
  const above = shownAbove.use()
  const today = data && withoutShown(data, above)
  if (today) return <Sections key={today.dayEnds} today={today} waitsAbove={today !== data} />
  return (
    <NotLoaded query={query} failure={i18n.t('Your day could not be loaded.')}>
      <Loading />
    </NotLoaded>
  )
}
