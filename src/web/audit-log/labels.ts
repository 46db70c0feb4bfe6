import { type Message, msg } from '../../shared/message.ts'
import type { Reader } from '../../shared/reader.ts'
import { capitalize, kindOf, spellOut, verbOf } from '../components/change-labels.ts'

/** The things and actions of the log in its filters and buttons. A name without a label here is spelt out. */

const kinds: Record<string, Message> = {
  task: msg('Task'),
  comment: msg('Comment'),
  photo: msg('Photo'),
  step: msg('Step'),
  project: msg('Project'),
  sop: msg('SOP'),
  reminder: msg('Reminder'),
  routine: msg('Routine'),
  place: msg('Place'),
  kiosk: msg('Kiosk'),
  message: msg('Message'),
  department: msg('Department'),
  user: msg('Person'),
  feedback: msg('Feedback'),
  'clock-session': msg('Clock session'),
  handover: msg('Handover'),
  'handover-item': msg('Handover item'),
  job: msg('Background work'),
  session: msg('Session'),
  sample: msg('Sample hotel'),
  access: msg('Permission'),
  'audit-log': msg('Audit log'),
  organisation: msg('Organisation'),
  setup: msg('Set-up'),
}

/** A kind of things in a list: "Task". */
export const kindLabel = (kind: string, i18n: Reader['i18n']) =>
  kinds[kind] ? i18n.t(kinds[kind]) : capitalize(spellOut(kind))

const actions: Record<string, Message> = {
  'task.create': msg('Task created'),
  'task.update': msg('Task changed'),
  'task.delete': msg('Task deleted'),
  'task.restore': msg('Task restored'),
  'task.claim': msg('Task taken'),
  'task.receive': msg('Task received from a handover'),
  'task.release': msg('Task given back'),
  'task.move': msg('Problem sent to another department'),
  'task.open': msg('Task opened by a routine'),
  'task.miss': msg('Task missed'),
  'task.skip': msg('Task skipped'),
  'task.unskip': msg('Skipped task opened again'),
  'task.export': msg('Tasks exported'),
  'comment.create': msg('Comment written'),
  'comment.update': msg('Comment changed'),
  'comment.delete': msg('Comment deleted'),
  'comment.restore': msg('Comment restored'),
  'photo.delete': msg('Photo removed'),
  'photo.restore': msg('Photo restored'),
  'task.complete-anyway': msg('Task completed with open steps'),
  'step.create': msg('Step added'),
  'step.update': msg('Step changed'),
  'step.delete': msg('Step deleted'),
  'step.restore': msg('Step restored'),
  'step.order': msg('Steps put in order'),
  'step.check': msg('Step filled in'),
  'step.clear': msg('Step cleared'),
  'step.remove-photo': msg('Photo of a step removed'),
  'step.restore-photo': msg('Photo of a step restored'),
  'project.create': msg('Project created'),
  'project.update': msg('Project changed'),
  'project.delete': msg('Project deleted'),
  'sop.create': msg('SOP created'),
  'sop.update': msg('SOP changed'),
  'sop.delete': msg('SOP deleted'),
  'sop.confirm': msg('SOP confirmed'),
  'sop.remind': msg('Readers of an SOP reminded'),
  'reminder.create': msg('Reminder created'),
  'reminder.update': msg('Reminder changed'),
  'reminder.delete': msg('Reminder deleted'),
  'reminder.fire': msg('Reminder sent'),
  'routine.create': msg('Routine created'),
  'routine.update': msg('Routine changed'),
  'routine.delete': msg('Routine deleted'),
  'routine.restore': msg('Routine restored'),
  'place.create': msg('Place created'),
  'place.update': msg('Place changed'),
  'place.delete': msg('Place deleted'),
  'kiosk.create': msg('Kiosk made'),
  'kiosk.delete': msg('Kiosk revoked'),
  'kiosk.make-code': msg('Code for a kiosk made'),
  'department.create': msg('Department created'),
  'department.update': msg('Department changed'),
  'department.delete': msg('Department deleted'),
  'user.create': msg('Person created'),
  'user.update': msg('Person changed'),
  'user.delete': msg('Person deleted'),
  'user.set-password': msg('New password set'),
  'user.reset-password': msg('Password reset by a link'),
  'user.ask-password': msg('New password asked for'),
  'user.refuse-password': msg('Wrong current password given'),
  'user.add-app': msg('Second step set up'),
  'user.remove-app': msg('Second step removed'),
  'user.renew-codes': msg('New recovery codes made'),
  'user.clear-second-step': msg('Second step cleared'),
  'user.set-pin': msg('PIN set'),
  'user.remove-pin': msg('PIN removed'),
  'user.end-sessions': msg('Sessions ended'),
  'user.invite': msg('Person invited'),
  'user.revoke-invitation': msg('Invitation ended'),
  'user.accept-invitation': msg('Invitation accepted'),
  'message.send': msg('Message sent'),
  'message.send-urgent': msg('Urgent message sent'),
  'feedback.create': msg('Feedback created'),
  'feedback.update': msg('Feedback changed'),
  'clock-session.create': msg('Clocked in'),
  'clock-session.stop': msg('Clock session ended'),
  'clock-session.add': msg('Clock session added'),
  'clock-session.correct': msg('Clock session corrected'),
  'clock-session.extend': msg('Clock session extended by a handover'),
  'clock-session.confirm': msg('Confirmed being still at work'),
  'clock-session.state-end': msg('End of a shift stated'),
  'handover.create': msg('Handover written'),
  'handover.offer': msg('Work offered of who forgot to clock out'),
  'handover-item.create': msg('Handed over'),
  'handover-item.receive': msg('Handover received'),
  'handover-item.ask': msg('Question asked about a handover'),
  'handover-item.answer': msg('Question about a handover answered'),
  'handover-item.escalate': msg('Managers told of a handover that waits'),
  'clock-session.export': msg('Hours exported'),
  'job.retry': msg('Background work tried again'),
  'job.delete': msg('Background work deleted'),
  'session.start': msg('Signed in'),
  'session.end': msg('Signed out'),
  'session.refuse': msg('Sign-in refused'),
  'session.refuse-code': msg('Wrong code at sign-in'),
  'session.refuse-pin': msg('Wrong PIN at a kiosk'),
  'access.refuse': msg('Change refused'),
  'sample.load': msg('Sample hotel loaded'),
  'organisation.update': msg('Organisation renamed'),
  'setup.update': msg('Set-up continued'),
  'audit-log.read': msg('Audit log read'),
  'audit-log.export': msg('Audit log exported'),
}

/** An action in a list of actions: "Task created". */
export const actionLabel = (action: string, i18n: Reader['i18n']) =>
  actions[action] ? i18n.t(actions[action]) : capitalize(`${spellOut(kindOf(action))} ${spellOut(verbOf(action))}`)

const openLabels: Record<string, Message> = {
  task: msg('Open the task'),
  project: msg('Open the project'),
  routine: msg('Open the routine'),
  user: msg('Open the person'),
}

/** The label of a link to the screen of a thing. */
export const openLabel = (kind: string, i18n: Reader['i18n']) =>
  openLabels[kind] ? i18n.t(openLabels[kind]) : i18n.t('Open the {kind}', { kind: spellOut(kind) })

const onlyThisLabels: Record<string, Message> = {
  task: msg('Only this task'),
  project: msg('Only this project'),
  sop: msg('Only this SOP'),
  reminder: msg('Only this reminder'),
  routine: msg('Only this routine'),
  place: msg('Only this place'),
  kiosk: msg('Only this kiosk'),
  department: msg('Only this department'),
  user: msg('Only this person'),
  message: msg('Only this message'),
  feedback: msg('Only this feedback'),
  'clock-session': msg('Only this clock session'),
  job: msg('Only this background work'),
}

/** The label of a button that filters by one thing. */
export const onlyThisLabel = (kind: string, i18n: Reader['i18n']) =>
  onlyThisLabels[kind] ? i18n.t(onlyThisLabels[kind]) : i18n.t('Only this {kind}', { kind: spellOut(kind) })

const onlyLabels: Record<string, (id: string, i18n: Reader['i18n']) => string> = {
  task: (id, i18n) => i18n.t('Only task {id}', { id }),
  project: (id, i18n) => i18n.t('Only project {id}', { id }),
  sop: (id, i18n) => i18n.t('Only SOP {id}', { id }),
  reminder: (id, i18n) => i18n.t('Only reminder {id}', { id }),
  routine: (id, i18n) => i18n.t('Only routine {id}', { id }),
  place: (id, i18n) => i18n.t('Only place {id}', { id }),
  kiosk: (id, i18n) => i18n.t('Only kiosk {id}', { id }),
  department: (id, i18n) => i18n.t('Only department {id}', { id }),
  user: (id, i18n) => i18n.t('Only person {id}', { id }),
  message: (id, i18n) => i18n.t('Only message {id}', { id }),
  feedback: (id, i18n) => i18n.t('Only feedback {id}', { id }),
  'clock-session': (id, i18n) => i18n.t('Only clock session {id}', { id }),
  job: (id, i18n) => i18n.t('Only background work {id}', { id }),
}

/** A filter by one thing: "Only task 7". */
export const onlyLabel = (kind: string, id: string, i18n: Reader['i18n']) =>
  onlyLabels[kind]?.(id, i18n) ?? i18n.t('Only {kind} {id}', { kind: spellOut(kind), id })
