import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import type { FieldChange, HistoryEntry } from '../../../shared/audit-log.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { fullName } from '../people/avatar.tsx'
import { fieldName, formatValue, nobodysName, shownChanges, verbOf, wordsOfName } from './change-labels.ts'

/**
 * Sentences of a subject's history: "Ana Reis completed it". People's texts stand in them as elements, because a text
 * would be searched for tags. The audit log has sentences of its own, with the subject.
 */

/** Actions on the subject, besides changing fields. */
const verbs: Record<string, (values: { person: ReactNode }) => ReactNode> = {
  create: (values) => <Trans id="{person} created it" values={values} />,
  delete: (values) => <Trans id="{person} deleted it" values={values} />,
  restore: (values) => <Trans id="{person} restored it" values={values} />,
  claim: (values) => <Trans id="{person} took it" values={values} />,
  receive: (values) => <Trans id="{person} received it from a handover" values={values} />,
  release: (values) => <Trans id="{person} gave it back" values={values} />,
  open: (values) => <Trans id="{person} opened it" values={values} />,
  miss: (values) => <Trans id="{person} closed it as missed" values={values} />,
  unskip: (values) => <Trans id="{person} opened it again" values={values} />,
  move: (values) => <Trans id="{person} sent it to another department" values={values} />,
  confirm: (values) => <Trans id="{person} confirmed it" values={values} />,
  remind: (values) => <Trans id="{person} reminded its readers" values={values} />,
  invite: (values) => <Trans id="{person} sent an invitation" values={values} />,
  'revoke-invitation': (values) => <Trans id="{person} ended the invitation" values={values} />,
  'link-provider': (values) => <Trans id="{person} linked it to a single sign-on account" values={values} />,
  'create-by-provider': (values) => <Trans id="{person} created it by single sign-on" values={values} />,
  'update-by-provider': (values) => <Trans id="{person} changed it by single sign-on groups" values={values} />,
  'accept-invitation': (values) => <Trans id="{person} accepted the invitation" values={values} />,
  'set-pin': (values) => <Trans id="{person} set a PIN for kiosks" values={values} />,
  'remove-pin': (values) => <Trans id="{person} removed the PIN for kiosks" values={values} />,
  'add-app': (values) => <Trans id="{person} set up a second step for their sign-in" values={values} />,
  'remove-app': (values) => <Trans id="{person} removed the second step of their sign-in" values={values} />,
  'add-passkey': (values) => <Trans id="{person} added a passkey" values={values} />,
  'rename-passkey': (values) => <Trans id="{person} renamed a passkey" values={values} />,
  'remove-passkey': (values) => <Trans id="{person} removed a passkey" values={values} />,
  'renew-codes': (values) => <Trans id="{person} made new recovery codes" values={values} />,
  'give-pin': (values) => <Trans id="{person} made a new PIN" values={values} />,
  'clear-second-step': (values) => <Trans id="{person} cleared the second step" values={values} />,
  'end-sessions': (values) => <Trans id="{person} ended sign-in sessions" values={values} />,
  'make-token': (values) => <Trans id="{person} made a token for a program" values={values} />,
  'revoke-token': (values) => <Trans id="{person} revoked a token" values={values} />,
  'revoke-tokens': (values) => <Trans id="{person} revoked all tokens" values={values} />,
  'make-calendar-address': (values) => <Trans id="{person} made a new address for their calendar" values={values} />,
  'end-calendar-address': (values) => <Trans id="{person} removed the address of their calendar" values={values} />,
  'set-password': (values) => <Trans id="{person} set a new password" values={values} />,
  'reset-password': (values) => <Trans id="{person} reset the password" values={values} />,
  'copy-data': (values) => <Trans id="{person} made a copy of the data" values={values} />,
  'ask-password': (values) => <Trans id="{person} asked for a new password" values={values} />,
}

/** Actions on a part of the subject. `part` is the text of a step, `value` its entry. */
const ofParts: Record<string, (values: { person: ReactNode; part: ReactNode; value: ReactNode }) => ReactNode> = {
  'comment.create': (values) => <Trans id="{person} commented" values={values} />,
  'comment.update': (values) => <Trans id="{person} changed a comment" values={values} />,
  'comment.delete': (values) => <Trans id="{person} deleted a comment" values={values} />,
  'comment.restore': (values) => <Trans id="{person} restored a comment" values={values} />,
  'photo.delete': (values) => <Trans id="{person} removed a photo" values={values} />,
  'photo.restore': (values) => <Trans id="{person} restored a photo" values={values} />,
  'step.create': (values) => <Trans id="{person} added the step {part}" values={values} />,
  'step.update': (values) => <Trans id="{person} changed the step {part}" values={values} />,
  'step.delete': (values) => <Trans id="{person} deleted the step {part}" values={values} />,
  'step.restore': (values) => <Trans id="{person} restored the step {part}" values={values} />,
  'step.order': (values) => <Trans id="{person} changed the order of the steps" values={values} />,
  'step.clear': (values) => <Trans id="{person} cleared the step {part}" values={values} />,
  'step.remove-photo': (values) => <Trans id="{person} removed the photo of the step {part}" values={values} />,
  'step.restore-photo': (values) => <Trans id="{person} restored the photo of the step {part}" values={values} />,
  'step.check': (values) =>
    values.value === null ? (
      <Trans id="{person} filled in the step {part}" values={values} />
    ) : values.value === 'true' ? (
      <Trans id="{person} ticked the step {part}" values={values} />
    ) : (
      <Trans id="{person} entered {value} for the step {part}" values={values} />
    ),
}

/** The sentence of an entry with more than its verb: a part of the subject, or a reason; or undefined. */
function partSentence({ action, changes, part }: HistoryEntry, person: ReactNode, { i18n }: Reader) {
  const after = (field: string) => changes.find((change) => change.field === field)?.after ?? null
  if (action === 'task.complete-anyway') {
    const values = { person, count: Number(after('openSteps')), reason: after('reason') }
    return (
      <Trans
        id="{person} completed it with {count, plural, one {# open step} other {# open steps}}: {reason}"
        values={values}
      />
    )
  }
  if (action === 'task.skip') {
    const reason = after('skipReason')
    return reason === null ? (
      <Trans id="{person} skipped it" values={{ person }} />
    ) : (
      <Trans id="{person} skipped it: {reason}" values={{ person, reason }} />
    )
  }
  const count = Number(after('count'))
  if (action === 'step.create' && count > 0)
    return <Trans id="{person} added {count, plural, one {# step} other {# steps}}" values={{ person, count }} />
  const name = part ?? i18n.t('erased ##in place of the text of a step')
  return ofParts[action]?.({ person, part: <q className="wrap-anywhere">{name}</q>, value: after('value') })
}

/**
 * The sentence of an entry in a subject's history: "Ana Reis changed status from Pending to Completed". `withValues`:
 * it is an update of one field, and the sentence has its values.
 */
export function historySentence(entry: HistoryEntry, withValues: boolean, reader: Reader) {
  const { action, person, changes } = entry
  const { i18n } = reader
  const name = person ? fullName(person) : nobodysName(action, i18n)
  const who = <bdi className="font-semibold">{name}</bdi>
  const ofPart = partSentence(entry, who, reader)
  if (ofPart) return ofPart
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
    return <Trans id="{person} entered a wrong current password" values={{ person: who }} />
  const spelt = `${wordsOfName(verbOf(action))} it`
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
