import type { OnTheClock } from '../../../shared/clock.ts'
import { hoursApi } from '../../../shared/hours.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { type Patches, registerPatches } from '../../live/reply-patches.ts'
import type { ReplyContext, RowChange } from '../../live/row-changes.ts'
import { type Changed, READ_AGAIN } from '../../live/task-changes.ts'

/**
 * The hours of a pay period after a change of a session. A session that began after the period does not matter, unless
 * it was corrected: that may have moved it there.
 */
export const changePeriodHours = <Hours extends { period: { end: string } }>(
  hours: Hours,
  { row }: RowChange<OnTheClock>,
  _query: object,
  { timeZone }: ReplyContext,
): Changed<Hours> =>
  row && row.correction === null && dateOf(Date.parse(row.startTime), timeZone) > hours.period.end ? hours : READ_AGAIN

const patches: Patches = [
  [hoursApi.periods, changePeriodHours],
  [hoursApi.person, changePeriodHours],
]

/** To be called by the modules that read these replies. */
export const followHours = () => registerPatches('clock', patches)
