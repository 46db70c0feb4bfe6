import { formatDays } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** The first and the last day of a pay period: "2026-11-01". */
export interface PeriodParams {
  start: string
  end: string
}

const periodOf = ({ start, end }: PeriodParams, reader: Reader) => formatDays(start, end, reader)

/** Words about the hours of a pay period. */
export const hoursWords = {
  /** `name` is the person whose hours they are. */
  'hours-changed': ({ name, ...period }: PeriodParams & { name: string }, reader: Reader) => ({
    type: 'team-hours',
    title: reader.i18n.t('Approved hours have changed'),
    message: reader.i18n.t('{name}, {period}: the hours differ from those that were approved.', {
      ...{ name, period: periodOf(period, reader) },
    }),
  }),
  'hours-withdrawn': ({ by, reason, ...period }: PeriodParams & { by: string; reason: string }, reader: Reader) => ({
    type: 'hours',
    title: reader.i18n.t('The approval of your hours was withdrawn'),
    message: reader.i18n.t('{by}, {period}: {reason}', { by, period: periodOf(period, reader), reason }),
  }),
  'hours-objected': ({ by, text, ...period }: PeriodParams & { by: string; text: string }, reader: Reader) => ({
    type: 'team-hours',
    title: reader.i18n.t('Something is wrong with hours'),
    message: reader.i18n.t('{by}, {period}: {text}', { by, period: periodOf(period, reader), text }),
  }),
  'hours-settled': ({ by, text, ...period }: PeriodParams & { by: string; text: string }, reader: Reader) => ({
    type: 'hours',
    title: reader.i18n.t('An answer about your hours'),
    message: reader.i18n.t('{by}, {period}: {text}', { by, period: periodOf(period, reader), text }),
  }),
}
