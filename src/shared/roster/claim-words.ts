import { type Message, msg } from '../words/message.ts'
import type { ClaimRefusal } from './claim-shapes.ts'

/** A refusal in words, for somebody who looks at another person's work. */
export const refusalOfOther = (refusal: ClaimRefusal): Message =>
  refusal.code === 'overlaps'
    ? msg('Has another shift at that time')
    : refusal.code === 'away'
      ? msg('Is away at that time')
      : refusalMessage(refusal)

/** A refusal in words, for the person themself. Its numbers are in `params` of a reply. */
export function refusalMessage({ code, rule, value, limit, side }: ClaimRefusal): Message {
  const [is, most] = [value ?? 0, limit ?? 0]
  if (code === 'begun') return msg('This shift has begun already')
  if (code === 'being_changed') return msg('This shift is being changed. Look again later.')
  if (code === 'in_exchange') return msg('This shift is in another exchange already')
  if (code === 'overlaps') return msg('You have another shift at that time')
  if (code === 'away') return msg('You are away at that time')
  const rest = { restMinutes: is, neededMinutes: most, rest: inHours(is), needed: inHours(most) }
  const work = { minutes: is, limitMinutes: most, work: inHours(is), limit: inHours(most) }
  switch (rule) {
    case 'restMinutes':
      if (side === 'before') return msg('Only {rest} of rest before it, {needed} are needed', rest)
      if (side === 'after') return msg('Only {rest} of rest after it, {needed} are needed', rest)
      return msg('Only {rest} of rest within 24 hours, {needed} are needed', rest)
    case 'weekRestMinutes':
      return msg('Only {rest} free in one piece that week, {needed} are needed', rest)
    case 'dayMinutes':
      return msg('It would make {work} of work between two rests, at most {limit} are allowed', work)
    case 'averageMinutes':
      return msg('It would make {work} of work a week on average, at most {limit} are allowed', work)
    case 'daysInRow':
      return msg(
        'It would make {days, plural, one {# day} other {# days}} of work in a row, at most {limitDays} are allowed',
        { days: is, limitDays: most },
      )
    default:
      return msg('It would make {work} of work that week, at most {limit} are allowed', work)
  }
}

/** "9 h 30 min", "45 min", "11 h". */
function inHours(minutes: number): Message {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return msg('{minutes} min', { minutes: rest })
  return rest === 0 ? msg('{hours} h', { hours }) : msg('{hours} h {minutes} min', { hours, minutes: rest })
}
