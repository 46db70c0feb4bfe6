import { formatDateTime, formatList } from '../../../shared/words/formats.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** Webhooks or kiosks whose owner may not manage them any more. */
export interface OwnerParams {
  owner: string
  /** The first of them: `what`, such as first words of message types, goes to `where`: a host, or a department. */
  items: { name: string; what: string[]; where: string | null; usedAt: string | null }[]
  count: number
  pausesAt: string
  /** They have paused, because nobody took them over. */
  isPaused?: true
}

/** Words about lost and regained owners of webhooks and kiosks (`core/owners.ts`). */
export const ownerWords = {
  'webhooks-unowned': ({ items, ...params }: OwnerParams, reader: Reader) => {
    const { i18n } = reader
    const { owner, count, pausesAt, isPaused } = params
    const webhooks = formatItems(
      items.map((item) => webhookInWords(item, reader)),
      count,
      reader,
    )
    return isPaused
      ? {
          type: 'webhook',
          title: i18n.t('{count, plural, one {A webhook was paused} other {# webhooks were paused}}', { count }),
          message: i18n.t('{webhooks}. {owner} can no longer manage webhooks, and nobody has taken over.', {
            ...{ webhooks, owner },
          }),
        }
      : {
          type: 'webhook',
          title: i18n.t('{count, plural, one {A webhook needs a new owner} other {# webhooks need a new owner}}', {
            count,
          }),
          message: i18n.t(
            '{webhooks}. {owner} can no longer manage webhooks. Take over those that you need and delete the rest. The others pause on {when}.',
            { webhooks, owner, when: formatDateTime(pausesAt, reader) },
          ),
        }
  },
  'kiosks-unowned': ({ items, ...params }: OwnerParams, reader: Reader) => {
    const { i18n } = reader
    const { owner, count, pausesAt, isPaused } = params
    const kiosks = formatItems(
      items.map((item) => kioskInWords(item, reader)),
      count,
      reader,
    )
    return isPaused
      ? {
          type: 'kiosk',
          title: i18n.t('{count, plural, one {A kiosk was paused} other {# kiosks were paused}}', { count }),
          message: i18n.t('{kiosks}. {owner} can no longer manage kiosks, and nobody has taken over.', {
            ...{ kiosks, owner },
          }),
        }
      : {
          type: 'kiosk',
          title: i18n.t('{count, plural, one {A kiosk needs a new owner} other {# kiosks need a new owner}}', {
            count,
          }),
          message: i18n.t(
            '{kiosks}. {owner} can no longer manage kiosks. Take over those that you need and revoke the rest. The others pause on {when}.',
            { kiosks, owner, when: formatDateTime(pausesAt, reader) },
          ),
        }
  },
}

/** The subjects of a webhook's messages, by the first word of their types. */
const subjectsOfMessages: Record<string, Message> = {
  task: msg('tasks ##what a webhook tells'),
  problem: msg('problems ##what a webhook tells'),
  comment: msg('comments ##what a webhook tells'),
  handover: msg('handovers ##what a webhook tells'),
  clock: msg('hours ##what a webhook tells'),
}

type OwnedItem = OwnerParams['items'][number]

/** "Door locks (tasks and hours to locks.example, last delivered Nov 20, 2026, 17:30)" */
function webhookInWords({ name, what, where, usedAt }: OwnedItem, reader: Reader) {
  const { i18n } = reader
  const known = what.flatMap((each) => subjectsOfMessages[each] ?? [])
  const params = {
    name,
    what: formatList(
      known.map((each) => i18n.t(each)),
      reader,
    ),
    host: where ?? '',
  }
  return usedAt === null
    ? i18n.t('{name} ({what} to {host}, nothing delivered in 30 days)', params)
    : i18n.t('{name} ({what} to {host}, last delivered {when})', { ...params, when: formatDateTime(usedAt, reader) })
}

/** "Staff door (people of Housekeeping, last seen Nov 20, 2026, 17:30)" */
function kioskInWords({ name, where, usedAt }: OwnedItem, reader: Reader) {
  const { i18n } = reader
  const people =
    where === null ? i18n.t('people of all departments') : i18n.t('people of {department}', { department: where })
  return usedAt === null
    ? i18n.t('{name} ({people}, not seen yet)', { name, people })
    : i18n.t('{name} ({people}, last seen {when})', { name, people, when: formatDateTime(usedAt, reader) })
}

/** The first of them, and how many more. */
function formatItems(named: string[], count: number, reader: Reader) {
  const more = count - named.length
  const rest = more > 0 ? [reader.i18n.t('{count, plural, one {# more} other {# more}}', { count: more })] : []
  return formatList([...named, ...rest], reader)
}
