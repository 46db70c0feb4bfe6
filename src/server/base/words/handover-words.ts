import type { Reader } from '../../../shared/words/reader.ts'
import { firstOf, shorten, type Words } from './words.ts'

/** Characters of a handover's short title. The message has them all. */
const MAX_ABOUT = 120

/** `about` is the first one's subject, and `by` is the person whose work it was. */
export interface HandedOverParams {
  by: string
  about: string
  count?: number
}

/** Words about handovers. */
export const handoverWords = {
  handover: ({ by, about, count = 1 }: HandedOverParams, reader: Reader): Words => {
    const { i18n } = reader
    const withoutWords = i18n.t('{count, plural, one {{by} hands over something} other {{by} hands over # things}}', {
      by,
      count,
    })
    if (count > 1) return { type: 'handover', title: withoutWords, message: firstOf({ title: about, count }, reader) }
    const beginning = shorten(about, MAX_ABOUT)
    return {
      type: 'handover',
      title: i18n.t('{by} hands over: {about}', { by, about: beginning }),
      message: beginning === about ? null : about,
      withoutWords,
    }
  },
  /** Its giver forgot to clock out, or somebody else has ended the shift. */
  'handover-forgotten': ({ by, about, count = 1 }: HandedOverParams, { i18n }: Reader): Words => ({
    type: 'handover',
    title: i18n.t(
      '{count, plural, one {Please check whether this is done} other {Please check whether # tasks are done}}',
      {
        count,
      },
    ),
    message: handedOver({ by, about, count }, i18n),
  }),
  /** Nobody has received it, although somebody was on duty. */
  'handover-waiting': (
    { by, about, count = 1, department }: HandedOverParams & { department: string | null },
    { i18n }: Reader,
  ): Words => ({
    type: 'handover',
    title: i18n.t('{count, plural, one {Nobody has received a handover} other {Nobody has received # handovers}}', {
      count,
    }),
    message: department
      ? i18n.t('{department}: {handover}', { department, handover: handedOver({ by, about, count }, i18n) })
      : handedOver({ by, about, count }, i18n),
  }),
  'handover-question': (
    { by, about, question }: { by: string; about: string; question: string },
    { i18n }: Reader,
  ): Words => ({
    type: 'handover',
    title: i18n.t('{by} asks about a handover', { by }),
    message: about ? i18n.t('{about}: {text}', { about, text: question }) : question,
  }),
  'handover-answer': (
    { by, about, answer }: { by: string; about: string; answer: string },
    { i18n }: Reader,
  ): Words => ({
    type: 'handover',
    title: i18n.t('{by} has answered your question', { by }),
    message: about ? i18n.t('{about}: {text}', { about, text: answer }) : answer,
  }),
}

/** "Ada King: Tap drips", and how many more. */
const handedOver = ({ by, about, count }: Required<HandedOverParams>, i18n: Reader['i18n']) =>
  count === 1
    ? i18n.t('{by}: {about}', { by, about })
    : i18n.t('{by}: {about}, and {count} more', { by, about, count: count - 1 })
