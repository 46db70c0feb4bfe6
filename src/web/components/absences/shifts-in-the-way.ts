import { formatDays } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { CallError } from '../../api/call-endpoint.ts'

/** A shift at the time of an absence, in words. */
export interface ShiftInTheWay {
  key: string
  words: string
}

/** The shifts that a refusal names, `has_shifts`; null for another fault. */
export function shiftsInTheWay(error: unknown, i18n: Reader['i18n']): ShiftInTheWay[] | null {
  if (!(error instanceof CallError) || error.reply?.code !== 'has_shifts') return null
  return (error.reply.issues ?? []).map(({ code, params = {}, message }, at) => {
    const { date, start, end } = params
    const times =
      typeof date === 'string'
        ? i18n.t('{date}, {start} – {end}', { date: formatDays(date, date, { i18n }), start, end })
        : message
    const isDraft = code === 'draft'
    return { key: `${params.shiftId ?? at}`, words: isDraft ? `${times} · ${i18n.t('Draft')}` : times }
  })
}
