import { formatSpan } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** When a shift begins and ends, as ISO 8601. */
export interface ShiftParams {
  start: string
  end: string
}

/** The shift that one person gives, and the one that they get for it; null for none. `first` is the earlier start. */
export interface ExchangeParams {
  by: string
  first: string
  gives: ShiftParams | null
  gets: ShiftParams | null
}

const spanOf = ({ start, end }: ShiftParams, reader: Reader) => formatSpan(start, end, reader)

/** A shift, or two shifts of an exchange. */
const shiftsOf = (shift: ShiftParams, forShift: ShiftParams | null, reader: Reader) =>
  forShift
    ? reader.i18n.t('{span} for {other}', { span: spanOf(shift, reader), other: spanOf(forShift, reader) })
    : spanOf(shift, reader)

/** Words about exchanges of shifts, and about questions whether somebody could come. */
export const exchangeWords = {
  /** For the person who is asked: `gets` is the shift that the other person would give away. */
  'exchange-asked': ({ by, gives, gets }: ExchangeParams, reader: Reader) => ({
    type: 'roster',
    title: gives
      ? reader.i18n.t('{by} would like to exchange shifts with you', { by })
      : reader.i18n.t('{by} would like to give you a shift', { by }),
    message: gets && shiftsOf(gets, gives, reader),
  }),
  /** For each of the two. */
  'exchange-done': ({ by, gives, gets }: ExchangeParams, reader: Reader) => ({
    type: 'roster',
    title:
      gives && gets
        ? reader.i18n.t('You have exchanged shifts with {by}', { by })
        : gives
          ? reader.i18n.t('{by} takes over your shift', { by })
          : reader.i18n.t('You take over a shift of {by}', { by }),
    message:
      gives && gets
        ? reader.i18n.t('You work {span} instead of {other}', {
            span: spanOf(gets, reader),
            other: spanOf(gives, reader),
          })
        : spanOf(gives ?? gets ?? { start: '', end: '' }, reader),
  }),
  'exchange-refused': ({ by, start, end }: ShiftParams & { by: string; first: string }, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('{by} says no to an exchange of shifts', { by }),
    message: formatSpan(start, end, reader),
  }),
  'exchange-void': ({ start, end }: ShiftParams & { first: string }, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('An exchange of shifts is cancelled'),
    message: reader.i18n.t('{span}: the plan has changed meanwhile', { span: formatSpan(start, end, reader) }),
  }),
  /** For managers on duty. */
  'exchange-waiting': (
    { by, from, shift, forShift }: { by: string; from: string; shift: ShiftParams; forShift: ShiftParams | null },
    reader: Reader,
  ) => ({
    type: 'roster',
    title: reader.i18n.t('{from} and {by} would like to exchange shifts', { from, by }),
    message: shiftsOf(shift, forShift, reader),
  }),
  /** For managers on duty. */
  'shift-exchanged': (
    { by, from, shift, forShift }: { by: string; from: string; shift: ShiftParams; forShift: ShiftParams | null },
    reader: Reader,
  ) => ({
    type: 'roster',
    title: forShift
      ? reader.i18n.t('{from} and {by} have exchanged shifts', { from, by })
      : reader.i18n.t('{by} takes over a shift of {from}', { by, from }),
    message: shiftsOf(shift, forShift, reader),
  }),
  /** A planner's question about an open shift; `first` is when it begins. */
  'shift-wanted': (
    { by, first, end, reason }: { by: string; first: string; end: string; reason: string | null },
    reader: Reader,
  ) => ({
    type: 'roster',
    title: reader.i18n.t('Could you come?'),
    message: reason
      ? reader.i18n.t('{by} asks for {span}: {reason}', { by, span: formatSpan(first, end, reader), reason })
      : reader.i18n.t('{by} asks for {span}', { by, span: formatSpan(first, end, reader) }),
  }),
}
