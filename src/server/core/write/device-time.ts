import { CLOCK_SKEW_MINUTES, OFFLINE_HOURS } from '../../../shared/device-time.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import type { OpenContext } from '../context.ts'

const TOO_LONG_AGO = msg(
  '{hours, plural, one {This was more than # hour ago.} other {This was more than # hours ago.}}',
  { hours: OFFLINE_HOURS },
)

/**
 * The time of something that a device did, perhaps without a network: never later than now. If the device says how long
 * ago that was, its clock may be wrong: `at`, which it showed, then stands in the audit log. Throws 400 at `at` for a
 * time too long ago, or in the future by more than a device's clock may differ.
 */
export function deviceTime(ctx: OpenContext, at: string | undefined, tooLongAgo: Message = TOO_LONG_AGO): string {
  const { now, age } = ctx
  if (at === undefined) return now.toISOString()
  const time = age === undefined ? Date.parse(at) : now.getTime() - age
  if (Math.abs(time - Date.parse(at)) > CLOCK_SKEW_MINUTES * 60_000) ctx.deviceClock = at
  const minutes = (now.getTime() - time) / 60_000
  if (minutes > OFFLINE_HOURS * 60) throw invalid('at', tooLongAgo)
  if (minutes < -CLOCK_SKEW_MINUTES) throw invalid('at', msg('Must not be in the future'))
  return minutes < 0 ? now.toISOString() : new Date(time).toISOString()
}
