import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import type { AuditEntry, FieldChange } from '../../shared/audit-log.ts'
import { formatList } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
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

/**
 * The sentences of the log without the person: "changed status of task Towels to Completed". Each action of each thing
 * has a sentence of its own, because other languages inflect the thing by the action.
 */

/** The values of a sentence. People's texts are elements: in a text, tags that somebody has written would count. */
type Values = Record<string, ReactNode>

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
  'clock-session.break-start': msg('started a break'),
  'clock-session.break-end': msg('ended a break'),
  'clock-session.break-state': msg('entered a break afterwards'),
  'clock-session.export': msg('exported hours'),
  'task.export': msg('exported tasks'),
  'audit-log.export': msg('exported the audit log'),
  'audit-log.read': msg('read the audit log'),
  'access.refuse': msg('had a request refused'),
  'user.refuse-password': msg('entered a wrong current password'),
  'organisation.update': msg('changed the name or the emergency number of the organisation'),
  'work-rules.update': msg('changed the work rules'),
  'payroll-file.update': msg('changed the file for payroll'),
  'pay-period.update': msg('changed the pay period'),
  'setup.update': msg('continued the set-up'),
}

/** Actions at a kiosk. */
const atKiosk: Record<string, (kiosk: string) => Message> = {
  'clock-session.create': (kiosk) => msg('clocked in at kiosk {kiosk}', { kiosk }),
  'clock-session.stop': (kiosk) => msg('clocked out at kiosk {kiosk}', { kiosk }),
  'clock-session.break-start': (kiosk) => msg('started a break at kiosk {kiosk}', { kiosk }),
  'clock-session.break-end': (kiosk) => msg('ended a break at kiosk {kiosk}', { kiosk }),
}

/** All other actions but the updates. */
const sentences: Record<string, Message> = {
  'step.create': msg('added step {part} to task {title}'),
  'step.update': msg('changed step {part} of task {title}'),
  'step.delete': msg('deleted step {part} of task {title}'),
  'step.restore': msg('restored step {part} of task {title}'),
  'step.order': msg('changed the order of the steps of task {title}'),
  'step.check': msg('filled in step {part} of task {title}'),
  'step.clear': msg('cleared step {part} of task {title}'),
  'step.remove-photo': msg('removed the photo of step {part} of task {title}'),
  'step.restore-photo': msg('restored the photo of step {part} of task {title}'),
  'task.complete-anyway': msg('completed task {title} with open steps'),
  'task.create': msg('created task {title}'),
  'task.delete': msg('deleted task {title}'),
  'task.restore': msg('restored task {title}'),
  'task.claim': msg('took task {title}'),
  'task.receive': msg('received task {title}'),
  'task.release': msg('gave back task {title}'),
  'task.move': msg('sent problem {title} to another department'),
  'task.open': msg('opened task {title}'),
  'task.miss': msg('closed task {title} as missed'),
  'task.skip': msg('skipped task {title}'),
  'task.unskip': msg('opened skipped task {title} again'),
  'routine.create': msg('created routine {title}'),
  'routine.delete': msg('deleted routine {title}'),
  'routine.restore': msg('restored routine {title}'),
  'all-clear.read': msg('read what waits in {title}: all clear'),
  'wage-type.create': msg('added wage type {title}'),
  'wage-type.delete': msg('deleted wage type {title}'),
  'payroll-run.create': msg('made the payroll run of {title}'),
  'payroll-run.export': msg('downloaded the file of the payroll run of {title}'),
  'holiday.create': msg('added holiday {title}'),
  'holiday.delete': msg('deleted holiday {title}'),
  'place.create': msg('created place {title}'),
  'saved-view.share': msg('shared the view {title} with a department'),
  'saved-view.unshare': msg('no longer shares the view {title} with a department'),
  'kiosk.create': msg('made kiosk {title}'),
  'kiosk.delete': msg('revoked kiosk {title}'),
  'kiosk.lose-owner': msg('noted that kiosk {title} needs a new owner'),
  'kiosk.regain-owner': msg('noted that kiosk {title} has its owner again'),
  'kiosk.take-over': msg('took over kiosk {title}'),
  'kiosk.pause-unowned': msg('paused kiosk {title}, because nobody took it over'),
  'kiosk.make-code': msg('made a code for kiosk {title}'),
  'place.delete': msg('deleted place {title}'),
  'webhook.create': msg('created webhook {title}'),
  'webhook.delete': msg('deleted webhook {title}'),
  'webhook.pause': msg('paused webhook {title}'),
  'webhook.resume': msg('resumed webhook {title}'),
  'webhook.stop': msg('paused webhook {title}, because messages did not arrive'),
  'webhook.test': msg('sent a test to webhook {title}'),
  'webhook.resend': msg('sent a message to webhook {title} again'),
  'webhook.show-secret': msg('looked at the secret of webhook {title}'),
  'webhook.renew-secret': msg('made a new secret for webhook {title}'),
  'webhook.lose-owner': msg('noted that webhook {title} needs a new owner'),
  'webhook.regain-owner': msg('noted that webhook {title} has its owner again'),
  'webhook.take-over': msg('took over webhook {title}'),
  'webhook.pause-unowned': msg('paused webhook {title}, because nobody took it over'),
  'comment.create': msg('commented on task {title}'),
  'comment.update': msg('changed a comment on task {title}'),
  'comment.delete': msg('deleted a comment on task {title}'),
  'comment.restore': msg('restored a comment on task {title}'),
  'photo.delete': msg('removed a photo of task {title}'),
  'photo.restore': msg('restored a photo of task {title}'),
  'project.create': msg('created project {title}'),
  'project.delete': msg('deleted project {title}'),
  'sop.create': msg('created procedure {title}'),
  'sop.delete': msg('deleted procedure {title}'),
  'sop.confirm': msg('confirmed procedure {title}'),
  'sop.remind': msg('reminded readers of procedure {title}'),
  'reminder.create': msg('created reminder {title}'),
  'reminder.delete': msg('deleted reminder {title}'),
  'reminder.fire': msg('sent reminder {title}'),
  'department.create': msg('created department {title}'),
  'department.delete': msg('deleted department {title}'),
  'user.link-provider': msg('linked person {title} to a single sign-on account'),
  'user.create-by-provider': msg('created person {title} by single sign-on'),
  'user.create': msg('created person {title}'),
  'user.delete': msg('deleted person {title}'),
  'user.give-pin': msg('made a new PIN for person {title}'),
  'user.copy-data': msg('made a copy of the data of person {title}'),
  'user.set-password': msg('set a new password for person {title}'),
  'user.reset-password': msg('reset the password of person {title}'),
  'user.ask-password': msg('asked for a new password for person {title}'),
  'user.clear-second-step': msg('cleared the second step of person {title}'),
  'user.end-sessions': msg('ended sign-in sessions of person {title}'),
  'user.revoke-tokens': msg('revoked the tokens of person {title}'),
  'user.invite': msg('invited person {title}'),
  'user.revoke-invitation': msg('ended the invitation of person {title}'),
  'user.accept-invitation': msg('accepted the invitation of person {title}'),
  'message.send': msg('sent a message'),
  'message.send-urgent': msg('sent an urgent message'),
  'message.take-back': msg('took a message back'),
  'feedback.create': msg('created feedback'),
  'department.publish-roster': msg('published the roster of department {title}'),
  'planned-shift.create': msg('planned a shift for {title}'),
  'planned-shift.remove': msg('removed the planned shift of {title} from the draft'),
  'planned-shift.delete': msg('deleted the planned shift of {title}'),
  'planned-shift.publish': msg('published the planned shift of {title}'),
  'planned-shift.ask': msg('asked {title} about a late change of a shift'),
  'planned-shift.accept': msg('accepted a late change of the shift of {title}'),
  'planned-shift.claim': msg('took over a planned shift, which {title} has now'),
  'planned-shift.exchange': msg('exchanged a planned shift, which {title} has now'),
  'shift-exchange.ask': msg('asked for an exchange of shifts of {title}'),
  'shift-exchange.accept': msg('agreed to an exchange of shifts of {title}'),
  'shift-exchange.approve': msg('approved an exchange of shifts of {title}'),
  'shift-exchange.refuse': msg('refused an exchange of shifts of {title}'),
  'shift-exchange.cancel': msg('took back an exchange of shifts of {title}'),
  'shift-exchange.void': msg('changed the plan, which cancelled an exchange of shifts of {title}'),
  'shift-ask.ask': msg('asked {title} about an open shift'),
  'shift-ask.decline': msg('said that {title} cannot come for an open shift'),
  'planned-shift.offer': msg('offered the planned shift of {title} to colleagues'),
  'planned-shift.withdraw': msg('took back the offer of the planned shift of {title}'),
  'planned-shift.refuse': msg('refused a late change of the shift of {title}'),
  'shift-template.create': msg('created shift template {title}'),
  'shift-template.delete': msg('deleted shift template {title}'),
  'contract.create': msg('added a contract of {title}'),
  'contract.delete': msg('deleted a contract of {title}'),
  'hours-approval.approve': msg('approved the hours of {title}'),
  'hours-approval.withdraw': msg('withdrew the approval of the hours of {title}'),
  'hours-answer.confirm': msg('confirmed their hours'),
  'hours-answer.object': msg('said that something is wrong with their hours'),
  'hours-answer.settle': msg('answered {title} about their hours'),
  'clock-session.add': msg('added clock session'),
  'clock-session.correct': msg('corrected clock session'),
  'clock-session.break-correct': msg('corrected the breaks of a clock session'),
  'clock-session.stop': msg('ended clock session'),
  'clock-session.extend': msg('handed over after clocking out, which counts as work'),
  'clock-session.confirm': msg('confirmed to be still at work'),
  'clock-session.state-end': msg('entered when a shift had ended'),
  'handover.create': msg('wrote a handover'),
  'handover.offer': msg('offered the work of {title} to others'),
  'handover-item.create': msg('handed over {title}'),
  'handover-item.receive': msg('received the handover {title}'),
  'handover-item.close': msg('closed the handover {title}'),
  'handover-item.ask': msg('asked about the handover {title}'),
  'handover-item.answer': msg('answered a question about the handover {title}'),
  'handover-item.escalate': msg('notified managers that nobody has received the handover {title}'),
  'job.retry': msg('tried background work again'),
  'job.delete': msg('deleted background work'),
}

const severalSteps = msg('added {count, plural, one {# step} other {# steps}} to task {title}')

interface Update {
  /** One field, with its new value. */
  toValue: Message
  /** A few fields by name. */
  fields: Message
  /** More fields than are named. */
  count: Message
  /** No field that people see. */
  plain: Message
}

const updates: Record<string, Update> = {
  'task.update': {
    toValue: msg('changed {field} of task {title} to {value}'),
    fields: msg('changed {fields} of task {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of task {title}'),
    plain: msg('changed task {title}'),
  },
  'project.update': {
    toValue: msg('changed {field} of project {title} to {value}'),
    fields: msg('changed {fields} of project {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of project {title}'),
    plain: msg('changed project {title}'),
  },
  'sop.update': {
    toValue: msg('changed {field} of procedure {title} to {value}'),
    fields: msg('changed {fields} of procedure {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of procedure {title}'),
    plain: msg('changed procedure {title}'),
  },
  'reminder.update': {
    toValue: msg('changed {field} of reminder {title} to {value}'),
    fields: msg('changed {fields} of reminder {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of reminder {title}'),
    plain: msg('changed reminder {title}'),
  },
  'department.update': {
    toValue: msg('changed {field} of department {title} to {value}'),
    fields: msg('changed {fields} of department {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of department {title}'),
    plain: msg('changed department {title}'),
  },
  'place.update': {
    toValue: msg('changed {field} of place {title} to {value}'),
    fields: msg('changed {fields} of place {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of place {title}'),
    plain: msg('changed place {title}'),
  },
  'webhook.update': {
    toValue: msg('changed {field} of webhook {title} to {value}'),
    fields: msg('changed {fields} of webhook {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of webhook {title}'),
    plain: msg('changed webhook {title}'),
  },
  'routine.update': {
    toValue: msg('changed {field} of routine {title} to {value}'),
    fields: msg('changed {fields} of routine {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of routine {title}'),
    plain: msg('changed routine {title}'),
  },
  'planned-shift.update': {
    toValue: msg('changed {field} of the planned shift of {title} to {value}'),
    fields: msg('changed {fields} of the planned shift of {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of the planned shift of {title}'),
    plain: msg('changed the planned shift of {title}'),
  },
  'shift-template.update': {
    toValue: msg('changed {field} of shift template {title} to {value}'),
    fields: msg('changed {fields} of shift template {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of shift template {title}'),
    plain: msg('changed shift template {title}'),
  },
  'user.update': {
    toValue: msg('changed {field} of person {title} to {value}'),
    fields: msg('changed {fields} of person {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of person {title}'),
    plain: msg('changed person {title}'),
  },
  'user.update-by-provider': {
    toValue: msg('changed {field} of person {title} to {value}, by single sign-on groups'),
    fields: msg('changed {fields} of person {title}, by single sign-on groups'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of person {title}, by single sign-on groups'),
    plain: msg('changed person {title}, by single sign-on groups'),
  },
  'wage-type.update': {
    toValue: msg('changed {field} of wage type {title} to {value}'),
    fields: msg('changed {fields} of wage type {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of wage type {title}'),
    plain: msg('changed wage type {title}'),
  },
  'contract.update': {
    toValue: msg('changed {field} of a contract of {title} to {value}'),
    fields: msg('changed {fields} of a contract of {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of a contract of {title}'),
    plain: msg('changed a contract of {title}'),
  },
  'feedback.update': {
    toValue: msg('changed {field} of feedback to {value}'),
    fields: msg('changed {fields} of feedback'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of feedback'),
    plain: msg('changed feedback'),
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
