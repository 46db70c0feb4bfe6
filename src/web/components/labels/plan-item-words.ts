import type { PlanItem } from '../../../shared/roster/day-shapes.ts'
import { formatSpan, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { fullName } from '../people/avatar.tsx'

/** A change of a shift, or a person who is missing: "New shift: Dec 10, 06:00 – 14:00". */
export function planItemTitle(news: PlanItem, reader: Reader): string {
  const { i18n } = reader
  const { what, person } = news
  if (what === 'missing') return i18n.t('{name} has not come', { name: person ? fullName(person) : '' })
  const span = formatSpan(news.startTime, news.endTime, reader)
  return what === 'added'
    ? i18n.t('New shift: {span}', { span })
    : what === 'removed'
      ? i18n.t('No longer your shift: {span}', { span })
      : i18n.t('Changed shift: {span}', { span })
}

/** How a changed shift was before, or since when a person is missing; null if there is nothing to say. */
export function planItemDetails({ what, before, startTime }: PlanItem, reader: Reader): string | null {
  const { i18n } = reader
  if (what === 'missing') return i18n.t('Planned from {time} on', { time: formatTime(startTime, reader) })
  return before && i18n.t('Before: {span}', { span: formatSpan(before.startTime, before.endTime, reader) })
}
