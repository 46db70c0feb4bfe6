import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { capitalize, wordsOfName } from '../components/history/change-labels.ts'

/** The things of the log in its filters and buttons. A name without a label here is spelt out. */

const kinds: Record<string, Message> = {
  task: msg('Task'),
  comment: msg('Comment'),
  photo: msg('Photo'),
  step: msg('Step'),
  project: msg('Project'),
  sop: msg('Procedure'),
  reminder: msg('Reminder'),
  routine: msg('Routine'),
  place: msg('Place'),
  'saved-view': msg('Saved view'),
  webhook: msg('Webhook'),
  kiosk: msg('Kiosk'),
  message: msg('Message'),
  department: msg('Department'),
  'all-clear': msg('All clear ##a manager has read what waits'),
  user: msg('Person'),
  feedback: msg('Feedback'),
  'clock-session': msg('Clock session'),
  contract: msg('Contract'),
  'hours-approval': msg('Approval of hours'),
  'hours-answer': msg('Answer about hours'),
  holiday: msg('Holiday'),
  'planned-shift': msg('Planned shift'),
  'shift-template': msg('Shift template'),
  'shift-exchange': msg('Exchange of shifts'),
  'shift-ask': msg('Question about an open shift'),
  absence: msg('Absence'),
  'shift-wish': msg('Wish about shifts'),
  'wage-type': msg('Wage type'),
  'payroll-run': msg('Payroll run'),
  'payroll-file': msg('File for payroll'),
  handover: msg('Handover'),
  'handover-item': msg('Handover item'),
  job: msg('Background work'),
  session: msg('Session'),
  sample: msg('Sample hotel'),
  access: msg('Permission'),
  'audit-log': msg('Audit log'),
  organisation: msg('Organisation'),
  setup: msg('Set-up'),
  'work-rules': msg('Work rules'),
  'pay-period': msg('Pay period'),
}

/** A kind of things in a list: "Task". */
export const kindLabel = (kind: string, i18n: Reader['i18n']) =>
  kinds[kind] ? i18n.t(kinds[kind]) : capitalize(wordsOfName(kind))

const openLabels: Record<string, Message> = {
  task: msg('Open the task'),
  project: msg('Open the project'),
  routine: msg('Open the routine'),
  user: msg('Open the person'),
}

/** The label of a link to the screen of a thing. */
export const openLabel = (kind: string, i18n: Reader['i18n']) =>
  openLabels[kind] ? i18n.t(openLabels[kind]) : i18n.t('Open the {kind}', { kind: wordsOfName(kind) })

const onlyThisLabels: Record<string, Message> = {
  task: msg('Only this task'),
  project: msg('Only this project'),
  sop: msg('Only this procedure'),
  reminder: msg('Only this reminder'),
  routine: msg('Only this routine'),
  place: msg('Only this place'),
  'saved-view': msg('Only this view'),
  webhook: msg('Only this webhook'),
  kiosk: msg('Only this kiosk'),
  department: msg('Only this department'),
  'all-clear': msg('Only this all clear'),
  user: msg('Only this person'),
  message: msg('Only this message'),
  feedback: msg('Only this feedback'),
  'clock-session': msg('Only this clock session'),
  contract: msg('Only this contract'),
  'hours-approval': msg('Only this approval'),
  'hours-answer': msg('Only this answer'),
  holiday: msg('Only this holiday'),
  'planned-shift': msg('Only this planned shift'),
  'shift-template': msg('Only this shift template'),
  'shift-exchange': msg('Only this exchange'),
  'shift-ask': msg('Only this question'),
  absence: msg('Only this absence'),
  'shift-wish': msg('Only this wish'),
  'wage-type': msg('Only this wage type'),
  'payroll-run': msg('Only this payroll run'),
  job: msg('Only this background work'),
}

/** The label of a button that filters by one thing. */
export const onlyThisLabel = (kind: string, i18n: Reader['i18n']) =>
  onlyThisLabels[kind] ? i18n.t(onlyThisLabels[kind]) : i18n.t('Only this {kind}', { kind: wordsOfName(kind) })

const onlyLabels: Record<string, (id: string, i18n: Reader['i18n']) => string> = {
  task: (id, i18n) => i18n.t('Only task {id}', { id }),
  project: (id, i18n) => i18n.t('Only project {id}', { id }),
  sop: (id, i18n) => i18n.t('Only procedure {id}', { id }),
  reminder: (id, i18n) => i18n.t('Only reminder {id}', { id }),
  routine: (id, i18n) => i18n.t('Only routine {id}', { id }),
  place: (id, i18n) => i18n.t('Only place {id}', { id }),
  'saved-view': (id, i18n) => i18n.t('Only view {id}', { id }),
  webhook: (id, i18n) => i18n.t('Only webhook {id}', { id }),
  kiosk: (id, i18n) => i18n.t('Only kiosk {id}', { id }),
  department: (id, i18n) => i18n.t('Only department {id}', { id }),
  user: (id, i18n) => i18n.t('Only person {id}', { id }),
  message: (id, i18n) => i18n.t('Only message {id}', { id }),
  feedback: (id, i18n) => i18n.t('Only feedback {id}', { id }),
  'clock-session': (id, i18n) => i18n.t('Only clock session {id}', { id }),
  contract: (id, i18n) => i18n.t('Only contract {id}', { id }),
  'hours-approval': (id, i18n) => i18n.t('Only approval {id}', { id }),
  'hours-answer': (id, i18n) => i18n.t('Only answer {id}', { id }),
  holiday: (id, i18n) => i18n.t('Only holiday {id}', { id }),
  'planned-shift': (id, i18n) => i18n.t('Only planned shift {id}', { id }),
  'shift-template': (id, i18n) => i18n.t('Only shift template {id}', { id }),
  'shift-exchange': (id, i18n) => i18n.t('Only exchange {id}', { id }),
  'shift-ask': (id, i18n) => i18n.t('Only question {id}', { id }),
  absence: (id, i18n) => i18n.t('Only absence {id}', { id }),
  'shift-wish': (id, i18n) => i18n.t('Only wish {id}', { id }),
  'wage-type': (id, i18n) => i18n.t('Only wage type {id}', { id }),
  'payroll-run': (id, i18n) => i18n.t('Only payroll run {id}', { id }),
  job: (id, i18n) => i18n.t('Only background work {id}', { id }),
}

/** A filter by one thing: "Only task 7". */
export const onlyLabel = (kind: string, id: string, i18n: Reader['i18n']) =>
  onlyLabels[kind]?.(id, i18n) ?? i18n.t('Only {kind} {id}', { kind: wordsOfName(kind), id })
