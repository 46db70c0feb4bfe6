import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import type { FieldChange, HistoryEntry } from '../../shared/audit-log.ts'
import type { Reader } from '../../shared/reader.ts'
import { fullName } from './avatar.tsx'
import { fieldName, formatValue, shownChanges, spellOut, verbOf } from './change-labels.ts'

/**
 * Sentences of a subject's history: what somebody did to it. What people have written stands in them as elements, because a text
 * would be searched for tags. The audit log has sentences of its own, with the subject.
 */

/** What somebody did to the subject, besides changing fields. */
const verbs: Record<string, (values: { person: ReactNode }) => ReactNode> = {
  create: (values) => <Trans id="{person} created it" values={values} />,
  delete: (values) => <Trans id="{person} deleted it" values={values} />,
  restore: (values) => <Trans id="{person} restored it" values={values} />,
  confirm: (values) => <Trans id="{person} confirmed it" values={values} />,
  remind: (values) => <Trans id="{person} reminded its readers" values={values} />,
  'set-password': (values) => <Trans id="{person} set a new password" values={values} />,
  'reset-password': (values) => <Trans id="{person} reset the password" values={values} />,
  'ask-password': (values) => <Trans id="{person} asked for a new password" values={values} />,
}

/** What somebody did to something that hangs on the subject. */
const contents: Record<string, (values: { person: ReactNode }) => ReactNode> = {
  'comment.create': (values) => <Trans id="{person} commented" values={values} />,
  'comment.update': (values) => <Trans id="{person} changed a comment" values={values} />,
  'comment.delete': (values) => <Trans id="{person} deleted a comment" values={values} />,
  'comment.restore': (values) => <Trans id="{person} restored a comment" values={values} />,
}

/**
 * What an entry of a subject's history says: "Ana Reis changed status from Pending to Completed". `withValues`: it is an update of
 * one field, and the sentence has its values.
 */
export function historySentence({ action, person, changes }: HistoryEntry, withValues: boolean, reader: Reader) {
  const { i18n } = reader
  const name = person ? fullName(person) : 'Muster'
  const who = <bdi className="font-semibold">{name}</bdi>
  const ofContents = contents[action]?.({ person: who })
  if (ofContents) return ofContents
  const shown = shownChanges(changes)
  const [only] = shown
  if (withValues && only) return oneChange(who, only, reader)
  if (action.endsWith('.update') && only && shown.length === 1)
    return <Trans id="{person} changed {field}" values={{ person: who, field: fieldName(only.field, i18n) }} />
  if (action.endsWith('.update')) {
    return (
      <Trans
        id="{person} changed {count, plural, one {# field} other {# fields}}"
        values={{ person: who, count: shown.length }}
      />
    )
  }
  if (action === 'user.refuse-password')
    return <Trans id="{person} gave a wrong current password" values={{ person: who }} />
  const spelt = `${spellOut(verbOf(action))} it`
  return (
    verbs[verbOf(action)]?.({ person: who }) ?? (
      <>
        {who} {spelt}
      </>
    )
  )
}

function oneChange(person: ReactNode, { field, before, after }: FieldChange, reader: Reader) {
  const { i18n } = reader
  const shown = (value: string | null) => (
    <span className="font-medium wrap-anywhere">
      {value === null ? i18n.t('nothing ##an empty value') : formatValue(field, value, reader)}
    </span>
  )
  const values = { person, field: fieldName(field, i18n), before: shown(before), after: shown(after) }
  return <Trans id="{person} changed {field} from {before} to {after}" values={values} />
}
