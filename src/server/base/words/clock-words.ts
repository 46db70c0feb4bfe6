import { formatSpan } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** From when to when a session was, as ISO 8601; a null end: it still runs. */
export interface SpanParams {
  start: string
  end: string | null
}

const span = ({ start, end }: SpanParams, reader: Reader) => formatSpan(start, end, reader)

/** Words about hours that a manager has corrected, confirmed or added. */
export const clockWords = {
  'clock-corrected': (
    { by, before, after, reason }: { by: string; before: SpanParams; after: SpanParams; reason: string },
    reader: Reader,
  ) => ({
    type: 'clock',
    title: reader.i18n.t('Your hours were corrected'),
    message: reader.i18n.t('{by} changed {before} to {after}: {reason}', {
      ...{ by, before: span(before, reader), after: span(after, reader), reason },
    }),
  }),
  'clock-confirmed': (
    { by, session, reason }: { by: string; session: SpanParams; reason: string },
    reader: Reader,
  ) => ({
    type: 'clock',
    title: reader.i18n.t('Your hours were confirmed'),
    message: reader.i18n.t('{by} confirmed {span}: {reason}', { by, span: span(session, reader), reason }),
  }),
  'clock-added': ({ by, session, reason }: { by: string; session: SpanParams; reason: string }, reader: Reader) => ({
    type: 'clock',
    title: reader.i18n.t('Hours were added for you'),
    message: reader.i18n.t('{by} added {span}: {reason}', { by, span: span(session, reader), reason }),
  }),
  'clock-breaks': (
    {
      by,
      session,
      minutesBefore,
      minutes,
      reason,
    }: { by: string; session: SpanParams; minutesBefore: number; minutes: number; reason: string },
    reader: Reader,
  ) => ({
    type: 'clock',
    title: reader.i18n.t('Your breaks were corrected'),
    message: reader.i18n.t(
      '{by} changed the breaks of {span} from {minutesBefore, plural, one {# minute} other {# minutes}} to {minutes, plural, one {# minute} other {# minutes}}: {reason}',
      { by, span: span(session, reader), minutesBefore, minutes, reason },
    ),
  }),
}
