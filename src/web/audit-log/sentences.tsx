import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import type { AuditEntry, FieldChange } from '../../shared/audit-log.ts'
import { formatList } from '../../shared/words/formats.ts'
import type { Message } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import {
  capitalize,
  fieldName,
  formatValue,
  resourceOf,
  shownChanges,
  verbOf,
  wordsOfName,
} from '../components/history/change-labels.ts'
import { cx } from '../ui/class-names.ts'
import { atKiosk, complete, sentences, severalSteps } from './action-words.ts'
import { type Update, updates } from './update-words.ts'

/**
 * The sentences of the log without the person: "changed status of task Towels to Completed". Each action of each thing
 * has a sentence of its own, because other languages inflect the thing by the action.
 */

/** The values of a sentence. People's texts are elements: in a text, tags that somebody has written would count. */
type Values = Record<string, ReactNode>

/** A closed entry shows values up to this length. */
const MAX_SHOWN_LENGTH = 40
/** A closed entry names up to so many fields. */
const MAX_NAMED = 3

/** Of a name in a sentence that has one line. */
export const cutAtItsEnd = 'min-w-0 overflow-hidden text-ellipsis'

/** The sentence of an entry, without the person. An action without a sentence is spelt out. */
export function sentenceOf({ action, resourceType, title, changes, part }: AuditEntry, reader: Reader): ReactNode {
  const { i18n } = reader
  const [logged] = changes
  if (action === 'session.refuse' && logged?.field === 'email')
    return i18n.t('was refused at sign-in as {email}', { email: logged.after })
  if (action === 'access.refuse' && logged?.field === 'call')
    return i18n.t('had a request refused: {call}', { call: logged.after })
  const kiosk = changes.find(({ field }) => field === 'kiosk')?.after
  if (kiosk && atKiosk[action]) return i18n.t(atKiosk[action](kiosk))
  if (complete[action]) return i18n.t(complete[action])
  const subject = { title: title && <bdi className={cx('font-medium text-text', cutAtItsEnd)}>{title}</bdi> }
  const update = updates[action]
  const [sentence, values] = update
    ? updateSentence(update, shownChanges(changes), reader)
    : [sentences[action], partOf({ part, changes }, reader)]
  const message = action === 'step.create' && values.count ? severalSteps : sentence
  return (
    <span className="text-muted">
      {message ? (
        <Trans id={message.id} values={{ ...subject, ...values }} />
      ) : (
        <>
          {wordsOfName(verbOf(action))} {wordsOfName(resourceType)} {subject.title}
        </>
      )}
    </span>
  )
}

/** The name of an action in a list: its sentence, with dots for the thing. */
export function actionLabel(action: string, i18n: Reader['i18n']): string {
  const sentence = complete[action] ?? updates[action]?.plain ?? sentences[action]
  if (!sentence) return capitalize(`${wordsOfName(resourceOf(action))} ${wordsOfName(verbOf(action))}`)
  const words = i18n.t(sentence.id, { title: '…', part: '…' }).replace(/\s*…$/, '')
  return words.charAt(0).toLocaleUpperCase(i18n.locale) + words.slice(1)
}

/** The changed part of a thing, the text of a step for example, or how many there are. */
function partOf({ part, changes }: Pick<AuditEntry, 'part' | 'changes'>, { i18n }: Reader): Values {
  const name = part ?? i18n.t('erased ##in place of the text of a step')
  const count = Number(changes.find(({ field }) => field === 'count')?.after ?? 0)
  return { part: <q className={cx('wrap-anywhere', cutAtItsEnd)}>{name}</q>, count }
}

function updateSentence(update: Update, changes: FieldChange[], reader: Reader): [Message, Values] {
  const names = changes.map(({ field }) => fieldName(field, reader.i18n))
  const [first] = changes
  if (!first) return [update.plain, {}]
  if (changes.length > MAX_NAMED) return [update.count, { count: changes.length }]
  const fields = formatList(names, reader)
  if (changes.length > 1 || !first.after || first.after.length > MAX_SHOWN_LENGTH) return [update.fields, { fields }]
  return [update.toValue, { field: fields, value: <>{formatValue(first.field, first.after, reader)}</> }]
}
