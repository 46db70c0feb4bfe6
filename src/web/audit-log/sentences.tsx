import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import type { AuditEntry, FieldChange } from '../../shared/audit-log.ts'
import { formatList } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { fieldName, formatValue, shownChanges, spellOut, verbOf } from '../components/history/change-labels.ts'
import { cx } from '../ui/class-names.ts'

/**
 * The sentences of the log without the person: "changed status of task Towels to Completed". Each action of each thing
 * has a sentence of its own, because other languages inflect the thing by the action.
 */

/** A sentence's subject. The title is an element: in a text, tags that somebody has written would count. */
type Subject = { title: ReactNode }
/** `part` is the changed part of it: the text of a step, for example. `count`: how many of them. */
type SubjectWithPart = Subject & { part: ReactNode; count: number }

/** Actions that need no thing. */
const complete: Record<string, Message> = {
  'session.start': msg('signed in'),
  'session.start-by-provider': msg('signed in by single sign-on'),
  'session.end': msg('signed out'),
  'session.refuse': msg('was refused at sign-in'),
  'session.refuse-provider': msg('was refused at single sign-on'),
  'session.refuse-code': msg('entered a wrong code at sign-in'),
  'session.refuse-pin': msg('entered a wrong PIN at a kiosk'),
  'user.set-pin': msg('set a PIN for kiosks'),
  'user.remove-pin': msg('removed the PIN for kiosks'),
  'user.add-app': msg('set up a second step for their sign-in'),
  'user.remove-app': msg('removed the second step of their sign-in'),
  'session.refuse-passkey': msg('used a wrong passkey at sign-in'),
  'session.refuse-copied-passkey': msg('used a passkey that may have been copied'),
  'user.add-passkey': msg('added a passkey'),
  'user.rename-passkey': msg('renamed a passkey'),
  'user.remove-passkey': msg('removed a passkey'),
  'user.renew-codes': msg('made new recovery codes'),
  'user.make-token': msg('made a token for a program'),
  'user.revoke-token': msg('revoked a token'),
  'user.make-calendar-address': msg('made a new address for their calendar'),
  'user.end-calendar-address': msg('removed the address of their calendar'),
  'sample.load': msg('loaded the sample hotel'),
  'clock-session.create': msg('clocked in'),
  'clock-session.export': msg('exported hours'),
  'task.export': msg('exported tasks'),
  'audit-log.export': msg('exported the audit log'),
  'audit-log.read': msg('read the audit log'),
  'access.refuse': msg('had a request refused'),
  'user.refuse-password': msg('entered a wrong current password'),
  'organisation.update': msg('changed the name or the emergency number of the organisation'),
  'setup.update': msg('continued the set-up'),
}

/** Actions at a kiosk. */
const atKiosk: Record<string, (kiosk: string) => Message> = {
  'clock-session.create': (kiosk) => msg('clocked in at kiosk {kiosk}', { kiosk }),
  'clock-session.stop': (kiosk) => msg('clocked out at kiosk {kiosk}', { kiosk }),
}

/** All other actions but the updates. */
const sentences: Record<string, (subject: SubjectWithPart) => ReactNode> = {
  'step.create': (values) =>
    values.count > 0 ? (
      <Trans id="added {count, plural, one {# step} other {# steps}} to task {title}" values={values} />
    ) : (
      <Trans id="added step {part} to task {title}" values={values} />
    ),
  'step.update': (values) => <Trans id="changed step {part} of task {title}" values={values} />,
  'step.delete': (values) => <Trans id="deleted step {part} of task {title}" values={values} />,
  'step.restore': (values) => <Trans id="restored step {part} of task {title}" values={values} />,
  'step.order': (values) => <Trans id="changed the order of the steps of task {title}" values={values} />,
  'step.check': (values) => <Trans id="filled in step {part} of task {title}" values={values} />,
  'step.clear': (values) => <Trans id="cleared step {part} of task {title}" values={values} />,
  'step.remove-photo': (values) => <Trans id="removed the photo of step {part} of task {title}" values={values} />,
  'step.restore-photo': (values) => <Trans id="restored the photo of step {part} of task {title}" values={values} />,
  'task.complete-anyway': (values) => <Trans id="completed task {title} with open steps" values={values} />,
  'task.create': (values) => <Trans id="created task {title}" values={values} />,
  'task.delete': (values) => <Trans id="deleted task {title}" values={values} />,
  'task.restore': (values) => <Trans id="restored task {title}" values={values} />,
  'task.claim': (values) => <Trans id="took task {title}" values={values} />,
  'task.receive': (values) => <Trans id="received task {title}" values={values} />,
  'task.release': (values) => <Trans id="gave back task {title}" values={values} />,
  'task.move': (values) => <Trans id="sent problem {title} to another department" values={values} />,
  'task.open': (values) => <Trans id="opened task {title}" values={values} />,
  'task.miss': (values) => <Trans id="closed task {title} as missed" values={values} />,
  'task.skip': (values) => <Trans id="skipped task {title}" values={values} />,
  'task.unskip': (values) => <Trans id="opened skipped task {title} again" values={values} />,
  'routine.create': (values) => <Trans id="created routine {title}" values={values} />,
  'routine.delete': (values) => <Trans id="deleted routine {title}" values={values} />,
  'routine.restore': (values) => <Trans id="restored routine {title}" values={values} />,
  'place.create': (values) => <Trans id="created place {title}" values={values} />,
  'kiosk.create': (values) => <Trans id="made kiosk {title}" values={values} />,
  'kiosk.delete': (values) => <Trans id="revoked kiosk {title}" values={values} />,
  'kiosk.lose-owner': (values) => <Trans id="noted that kiosk {title} needs a new owner" values={values} />,
  'kiosk.regain-owner': (values) => <Trans id="noted that kiosk {title} has its owner again" values={values} />,
  'kiosk.take-over': (values) => <Trans id="took over kiosk {title}" values={values} />,
  'kiosk.pause-unowned': (values) => <Trans id="paused kiosk {title}, because nobody took it over" values={values} />,
  'kiosk.make-code': (values) => <Trans id="made a code for kiosk {title}" values={values} />,
  'place.delete': (values) => <Trans id="deleted place {title}" values={values} />,
  'webhook.create': (values) => <Trans id="created webhook {title}" values={values} />,
  'webhook.delete': (values) => <Trans id="deleted webhook {title}" values={values} />,
  'webhook.pause': (values) => <Trans id="paused webhook {title}" values={values} />,
  'webhook.resume': (values) => <Trans id="resumed webhook {title}" values={values} />,
  'webhook.stop': (values) => <Trans id="paused webhook {title}, because messages did not arrive" values={values} />,
  'webhook.test': (values) => <Trans id="sent a test to webhook {title}" values={values} />,
  'webhook.resend': (values) => <Trans id="sent a message to webhook {title} again" values={values} />,
  'webhook.show-secret': (values) => <Trans id="looked at the secret of webhook {title}" values={values} />,
  'webhook.renew-secret': (values) => <Trans id="made a new secret for webhook {title}" values={values} />,
  'webhook.lose-owner': (values) => <Trans id="noted that webhook {title} needs a new owner" values={values} />,
  'webhook.regain-owner': (values) => <Trans id="noted that webhook {title} has its owner again" values={values} />,
  'webhook.take-over': (values) => <Trans id="took over webhook {title}" values={values} />,
  'webhook.pause-unowned': (values) => (
    <Trans id="paused webhook {title}, because nobody took it over" values={values} />
  ),
  'comment.create': (values) => <Trans id="commented on task {title}" values={values} />,
  'comment.update': (values) => <Trans id="changed a comment on task {title}" values={values} />,
  'comment.delete': (values) => <Trans id="deleted a comment on task {title}" values={values} />,
  'comment.restore': (values) => <Trans id="restored a comment on task {title}" values={values} />,
  'photo.delete': (values) => <Trans id="removed a photo of task {title}" values={values} />,
  'photo.restore': (values) => <Trans id="restored a photo of task {title}" values={values} />,
  'project.create': (values) => <Trans id="created project {title}" values={values} />,
  'project.delete': (values) => <Trans id="deleted project {title}" values={values} />,
  'sop.create': (values) => <Trans id="created procedure {title}" values={values} />,
  'sop.delete': (values) => <Trans id="deleted procedure {title}" values={values} />,
  'sop.confirm': (values) => <Trans id="confirmed procedure {title}" values={values} />,
  'sop.remind': (values) => <Trans id="reminded readers of procedure {title}" values={values} />,
  'reminder.create': (values) => <Trans id="created reminder {title}" values={values} />,
  'reminder.delete': (values) => <Trans id="deleted reminder {title}" values={values} />,
  'reminder.fire': (values) => <Trans id="sent reminder {title}" values={values} />,
  'department.create': (values) => <Trans id="created department {title}" values={values} />,
  'department.delete': (values) => <Trans id="deleted department {title}" values={values} />,
  'user.link-provider': (values) => <Trans id="linked person {title} to a single sign-on account" values={values} />,
  'user.create-by-provider': (values) => <Trans id="created person {title} by single sign-on" values={values} />,
  'user.create': (values) => <Trans id="created person {title}" values={values} />,
  'user.delete': (values) => <Trans id="deleted person {title}" values={values} />,
  'user.set-password': (values) => <Trans id="set a new password for person {title}" values={values} />,
  'user.reset-password': (values) => <Trans id="reset the password of person {title}" values={values} />,
  'user.ask-password': (values) => <Trans id="asked for a new password for person {title}" values={values} />,
  'user.clear-second-step': (values) => <Trans id="cleared the second step of person {title}" values={values} />,
  'user.end-sessions': (values) => <Trans id="ended sign-in sessions of person {title}" values={values} />,
  'user.revoke-tokens': (values) => <Trans id="revoked the tokens of person {title}" values={values} />,
  'user.invite': (values) => <Trans id="invited person {title}" values={values} />,
  'user.revoke-invitation': (values) => <Trans id="ended the invitation of person {title}" values={values} />,
  'user.accept-invitation': (values) => <Trans id="accepted the invitation of person {title}" values={values} />,
  'message.send': () => <Trans id="sent a message" />,
  'message.send-urgent': () => <Trans id="sent an urgent message" />,
  'feedback.create': () => <Trans id="created feedback" />,
  'clock-session.add': () => <Trans id="added clock session" />,
  'clock-session.correct': () => <Trans id="corrected clock session" />,
  'clock-session.stop': () => <Trans id="ended clock session" />,
  'clock-session.extend': () => <Trans id="handed over after clocking out, which counts as work" />,
  'clock-session.confirm': () => <Trans id="confirmed to be still at work" />,
  'clock-session.state-end': () => <Trans id="entered when a shift had ended" />,
  'handover.create': () => <Trans id="wrote a handover" />,
  'handover.offer': (values) => <Trans id="offered the work of {title} to others" values={values} />,
  'handover-item.create': (values) => <Trans id="handed over {title}" values={values} />,
  'handover-item.receive': (values) => <Trans id="received the handover {title}" values={values} />,
  'handover-item.close': (values) => <Trans id="closed the handover {title}" values={values} />,
  'handover-item.ask': (values) => <Trans id="asked about the handover {title}" values={values} />,
  'handover-item.answer': (values) => <Trans id="answered a question about the handover {title}" values={values} />,
  'handover-item.escalate': (values) => (
    <Trans id="notified managers that nobody has received the handover {title}" values={values} />
  ),
  'job.retry': () => <Trans id="tried background work again" />,
  'job.delete': () => <Trans id="deleted background work" />,
}

interface Update {
  /** One field, with its new value. */
  toValue: (values: Subject & { field: string; value: ReactNode }) => ReactNode
  /** A few fields by name. */
  fields: (values: Subject & { fields: string }) => ReactNode
  /** More fields than are named. */
  count: (values: Subject & { count: number }) => ReactNode
  /** No field that people see. */
  plain: (values: Subject) => ReactNode
}

const updates: Record<string, Update> = {
  'task.update': {
    toValue: (values) => <Trans id="changed {field} of task {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of task {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of task {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed task {title}" values={values} />,
  },
  'project.update': {
    toValue: (values) => <Trans id="changed {field} of project {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of project {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of project {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed project {title}" values={values} />,
  },
  'sop.update': {
    toValue: (values) => <Trans id="changed {field} of procedure {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of procedure {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of procedure {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed procedure {title}" values={values} />,
  },
  'reminder.update': {
    toValue: (values) => <Trans id="changed {field} of reminder {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of reminder {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of reminder {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed reminder {title}" values={values} />,
  },
  'department.update': {
    toValue: (values) => <Trans id="changed {field} of department {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of department {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of department {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed department {title}" values={values} />,
  },
  'place.update': {
    toValue: (values) => <Trans id="changed {field} of place {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of place {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of place {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed place {title}" values={values} />,
  },
  'webhook.update': {
    toValue: (values) => <Trans id="changed {field} of webhook {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of webhook {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of webhook {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed webhook {title}" values={values} />,
  },
  'routine.update': {
    toValue: (values) => <Trans id="changed {field} of routine {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of routine {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of routine {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed routine {title}" values={values} />,
  },
  'user.update': {
    toValue: (values) => <Trans id="changed {field} of person {title} to {value}" values={values} />,
    fields: (values) => <Trans id="changed {fields} of person {title}" values={values} />,
    count: (values) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of person {title}" values={values} />
    ),
    plain: (values) => <Trans id="changed person {title}" values={values} />,
  },
  'user.update-by-provider': {
    toValue: (values) => (
      <Trans id="changed {field} of person {title} to {value}, by single sign-on groups" values={values} />
    ),
    fields: (values) => <Trans id="changed {fields} of person {title}, by single sign-on groups" values={values} />,
    count: (values) => (
      <Trans
        id="changed {count, plural, one {# field} other {# fields}} of person {title}, by single sign-on groups"
        values={values}
      />
    ),
    plain: (values) => <Trans id="changed person {title}, by single sign-on groups" values={values} />,
  },
  'feedback.update': {
    toValue: ({ field, value }) => <Trans id="changed {field} of feedback to {value}" values={{ field, value }} />,
    fields: ({ fields }) => <Trans id="changed {fields} of feedback" values={{ fields }} />,
    count: ({ count }) => (
      <Trans id="changed {count, plural, one {# field} other {# fields}} of feedback" values={{ count }} />
    ),
    plain: () => <Trans id="changed feedback" />,
  },
}

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
  const sentence = update
    ? updateSentence(update, shownChanges(changes), subject, reader)
    : sentences[action]?.({ ...subject, ...partOf({ part, changes }, reader) })
  return (
    <span className="text-muted">
      {sentence ?? (
        <>
          {spellOut(verbOf(action))} {spellOut(resourceType)} {subject.title}
        </>
      )}
    </span>
  )
}

/** The part of an entry that is about one, or how many there are. */
function partOf({ part, changes }: Pick<AuditEntry, 'part' | 'changes'>, { i18n }: Reader) {
  const name = part ?? i18n.t('erased ##in place of the text of a step')
  const count = Number(changes.find(({ field }) => field === 'count')?.after ?? 0)
  return { part: <q className={cx('wrap-anywhere', cutAtItsEnd)}>{name}</q>, count }
}

function updateSentence(update: Update, changes: FieldChange[], subject: Subject, reader: Reader) {
  const names = changes.map(({ field }) => fieldName(field, reader.i18n))
  const [first] = changes
  if (!first) return update.plain(subject)
  if (changes.length > MAX_NAMED) return update.count({ ...subject, count: changes.length })
  const fields = formatList(names, reader)
  if (changes.length > 1 || !first.after || first.after.length > MAX_SHOWN_LENGTH)
    return update.fields({ ...subject, fields })
  const value = <>{formatValue(first.field, first.after, reader)}</>
  return update.toValue({ ...subject, field: fields, value })
}
