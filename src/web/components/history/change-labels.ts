import type { I18n } from '@lingui/core'
import { rankOf, roles } from '../../../shared/permissions.ts'
import { formatWeekdayName } from '../../../shared/words/formats.ts'
import { isLanguage, languages } from '../../../shared/words/languages.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { pauseLabels } from '../labels/pause-labels.ts'
import { payPeriodLabels } from '../labels/pay-period-labels.ts'
import { holidayLabels, payrollLabels, wageSourceLabels } from '../labels/payroll-labels.ts'
import { priorityLabels } from '../labels/priority-icon.tsx'
import { notifyLabels, startScreenLabels } from '../labels/profile-labels.ts'
import { severityLabels } from '../labels/severity-labels.ts'
import { sopAudienceLabels } from '../labels/sop-audience.ts'
import { statusLabels } from '../labels/status-icon.tsx'
import { workRuleLabels } from '../labels/work-rule-labels.ts'
import { roleLabel } from '../people/role-label.ts'
import { stepKindLabels } from '../steps/kinds.ts'
import { formatMoment } from '../time/format.ts'
import { formatMinutes } from '../time/format-minutes.ts'

/**
 * Labels for the fields of changes; `change-sentences.tsx` has the sentences. A name without a label here is
 * spelt out, in English.
 *
 * Each has two forms, because some languages write them differently: one for a label, and one for within a sentence.
 */
type Forms = readonly [label: Message, within: Message]

/** The type of an action's subject: "task" of "task.create". */
export const resourceOf = (action: string) => action.split('.')[0] ?? action
/** The verb of an action: "create" of "task.create". */
export const verbOf = (action: string) => action.split('.').slice(1).join(' ')

/** Actions of nobody but the calendar of a routine. */
const ofRoutines = ['task.open', 'task.miss']

/** The name that stands with an action of nobody: a routine's, or Muster's. */
export const nobodysName = (action: string, i18n: I18n) => (ofRoutines.includes(action) ? i18n.t('Routine') : 'Muster')

const fields: Record<string, Forms> = {
  visibleTo: [msg('Readers ##of a procedure'), msg('readers ##of a procedure')],
  emergencyPhone: [msg('Emergency number'), msg('emergency number')],
  title: [msg('Title'), msg('title')],
  name: [msg('Name'), msg('name')],
  issuer: [msg('Provider'), msg('provider')],
  description: [msg('Description'), msg('description')],
  status: [msg('Status'), msg('status')],
  priority: [msg('Priority'), msg('priority')],
  dueDate: [msg('Due date'), msg('due date')],
  tags: [msg('Tags'), msg('tags')],
  place: [msg('Place'), msg('place')],
  estimateMinutes: [msg('Estimated minutes'), msg('estimated minutes')],
  workMinutes: [msg('Estimated minutes'), msg('estimated minutes')],
  kiosk: [msg('Kiosk'), msg('kiosk')],
  deviceClock: [msg('Clock of the device'), msg('clock of the device')],
  code: [msg('Code of the sign'), msg('code of the sign')],
  projectId: [msg('Project'), msg('project')],
  departmentId: [msg('Department'), msg('department')],
  assigneeId: [msg('Assignee'), msg('assignee')],
  creatorId: [msg('Creator'), msg('creator')],
  createdBy: [msg('Creator'), msg('creator')],
  ownerId: [msg('Owner'), msg('owner')],
  userId: [msg('Person'), msg('person')],
  uploadedBy: [msg('Uploaded by'), msg('uploaded by')],
  completedAt: [msg('Completed ##at this time'), msg('completed ##at this time')],
  deletedAt: [msg('Deleted ##at this time'), msg('deleted ##at this time')],
  firstName: [msg('First name'), msg('first name')],
  lastName: [msg('Last name'), msg('last name')],
  email: [msg('E-mail'), msg('e-mail')],
  username: [msg('User name'), msg('user name ##within a sentence')],
  role: [msg('Role'), msg('role')],
  token: [msg('Token'), msg('token')],
  tokens: [msg('Tokens'), msg('tokens')],
  calendars: [msg('Calendars'), msg('calendars')],
  devices: [msg('Devices'), msg('devices')],
  scopes: [msg('May ##what a token may do'), msg('may ##what a token may do')],
  expire: [msg('Expires'), msg('expires')],
  language: [msg('Language'), msg('language')],
  startScreen: [msg('Start screen'), msg('start screen')],
  notify: [msg('Notifications on devices'), msg('notifications on devices')],
  wantsExtraShifts: [msg('Ask for extra shifts'), msg('ask for extra shifts')],
  exchangesNeedApproval: [msg('Managers decide about exchanges'), msg('managers decide about exchanges')],
  shiftId: [msg('Planned shift'), msg('planned shift')],
  forShiftId: [msg('Planned shift in exchange'), msg('planned shift in exchange')],
  fromUserId: [msg('From ##a person'), msg('from ##a person')],
  isActive: [msg('Active ##yes or no'), msg('active ##yes or no')],
  profileImageUrl: [msg('Picture'), msg('picture')],
  isVisible: [msg('Shown ##yes or no'), msg('shown ##yes or no')],
  rating: [msg('Rating'), msg('rating')],
  category: [msg('Category'), msg('category')],
  nextRun: [msg('Next run'), msg('next run')],
  cronRule: [msg('Repeats ##how often'), msg('repeats ##how often')],
  lastTriggered: [msg('Last triggered'), msg('last triggered')],
  fileName: [msg('File'), msg('file')],
  width: [msg('Width in pixels'), msg('width in pixels')],
  height: [msg('Height in pixels'), msg('height in pixels')],
  size: [msg('Size in bytes'), msg('size in bytes')],
  commentId: [msg('Comment'), msg('comment')],
  taskId: [msg('Task'), msg('task')],
  date: [msg('Date'), msg('date')],
  isForgotten: [msg('Clock-out forgotten ##yes or no'), msg('clock-out forgotten ##yes or no')],
  version: [msg('Version'), msg('version')],
  changeNote: [msg('Note on the change'), msg('note on the change')],
  revision: [msg('Revision'), msg('revision')],
  people: [msg('People'), msg('people')],
  startTime: [msg('Start time'), msg('start time')],
  endTime: [msg('End time'), msg('end time')],
  start: [msg('Start time'), msg('start time')],
  end: [msg('End time'), msg('end time')],
  breakMinutes: [msg('Break in minutes'), msg('break in minutes')],
  isPinned: [msg('Pinned ##of a planned shift'), msg('pinned ##of a planned shift')],
  duration: [msg('Duration'), msg('duration')],
  startedOffline: [msg('Started offline'), msg('started offline')],
  endedOffline: [msg('Ended offline'), msg('ended offline')],
  confirmedAt: [msg('Still at work ##at this time'), msg('still at work ##at this time')],
  endStatedAt: [msg('End entered ##at this time'), msg('end entered ##at this time')],
  breaks: [msg('Breaks'), msg('breaks')],
  breaksStatedAt: [msg('Breaks entered ##at this time'), msg('breaks entered ##at this time')],
  toUserId: [msg('Handed over to'), msg('recipient of the handover')],
  receivedBy: [msg('Received by'), msg('receiver')],
  severity: [msg('Importance'), msg('importance')],
  correctedBy: [msg('Corrected by'), msg('corrected by')],
  correctedAt: [msg('Corrected at'), msg('corrected at')],
  correctionReason: [msg('Correction reason'), msg('correction reason')],
  kind: [msg('Kind'), msg('kind')],
  sopId: [msg('Procedure'), msg('procedure')],
  sopPage: [msg('Page of the procedure'), msg('page of the procedure')],
  required: [msg('Required ##yes or no'), msg('required ##yes or no')],
  unit: [msg('Unit ##of measurement'), msg('unit ##of measurement')],
  min: [msg('Smallest value'), msg('smallest value')],
  max: [msg('Largest value'), msg('largest value')],
  value: [msg('Value'), msg('value')],
  openSteps: [msg('Open steps'), msg('open steps')],
  reason: [msg('Reason'), msg('reason')],
  text: [msg('Text'), msg('text')],
  recipients: [msg('Recipients'), msg('recipients')],
  offDuty: [msg('Of them off duty'), msg('of them off duty')],
  skipReason: [msg('Reason'), msg('reason')],
  routineId: [msg('Routine'), msg('routine')],
  steps: [msg('Steps'), msg('steps')],
  days: [msg('Days ##day of month, month and weekday'), msg('days ##day of month, month and weekday')],
  everyDays: [msg('Days from one to the next'), msg('days from one to the next')],
  opensAt: [msg('Opens at'), msg('opening time')],
  dueAfterMinutes: [msg('Due after'), msg('time until it is due')],
  closesAfterMinutes: [msg('Closes after'), msg('time until it closes')],
  eachCounts: [msg('Catch up after an outage ##yes or no'), msg('catch up after an outage ##yes or no')],
  mimeType: [msg('Mime type'), msg('mime type')],
  action: [msg('Action'), msg('action')],
  call: [msg('Call ##of the API'), msg('call ##of the API')],
  passkey: [msg('Passkey'), msg('passkey')],
  ended: [msg('Ended ##sessions'), msg('ended ##sessions')],
  resourceType: [msg('Resource type'), msg('resource type')],
  resourceId: [msg('Resource id'), msg('resource id')],
  personnelNumber: [msg('Personnel number'), msg('personnel number')],
  weeklyMinutes: [msg('Working time a week'), msg('working time a week')],
  daysPerWeek: [msg('Working days a week'), msg('working days a week')],
  from: [msg('From ##time'), msg('from ##time')],
  to: [msg('To ##time'), msg('to ##time')],
  url: [msg('Address ##of the web'), msg('address ##of the web')],
  types: [msg('Events ##that a webhook gets'), msg('events ##that a webhook gets')],
  pausedAt: [msg('Paused at'), msg('time of the pause')],
  pausedBecause: [msg('Paused because'), msg('reason of the pause')],
  messageId: [msg('Id of the message'), msg('id of the message')],
  fromDate: [msg('First day'), msg('first day')],
  toDate: [msg('Last day'), msg('last day')],
  periodStart: [msg('First day'), msg('first day')],
  periodEnd: [msg('Last day'), msg('last day')],
  minutes: [msg('Paid hours'), msg('paid hours')],
  withdrawReason: [msg('Reason'), msg('reason')],
  payPeriod: [msg('Pay period'), msg('pay period')],
  anchor: [msg('Two weeks begin on'), msg('beginning of two weeks')],
  since: [msg('Holds from'), msg('first day on which it holds')],
  ...workRuleLabels,
  ...payrollLabels,
  unlogged: [msg('More, not logged'), msg('more, not logged')],
}

/** The forms of a field's name; none for a field without a label. */
export const formsOf = (field: string): Forms | readonly [] => (Object.hasOwn(fields, field) && fields[field]) || []

/** The label of a field: "Due date". A field without a label is spelt out: "startTime" as "Start time". */
export function fieldLabel(field: string, i18n: I18n) {
  const [label] = formsOf(field)
  return label ? i18n.t(label) : capitalize(wordsOfName(field))
}

/** A field within a sentence: "due date". */
export function fieldName(field: string, i18n: I18n) {
  const [, within] = formsOf(field)
  return within ? i18n.t(within) : wordsOfName(field)
}

/** The statuses of tasks, projects and clock sessions. */
const statuses: Record<string, Message> = { ...statusLabels, active: msg('Active ##clock session') }

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Fields that hold minutes. */
const minuteFields = new Set([
  ...['dueAfterMinutes', 'closesAfterMinutes', 'weeklyMinutes', 'restMinutes', 'weekRestMinutes', 'dayMinutes'],
  ...['weekMinutes', 'averageMinutes', 'breakPiece', 'overtimeWeekMinutes', 'minutes'],
])

/** A field's value as text for people. */
export function formatValue(field: string, value: string, reader: Reader) {
  const { i18n } = reader
  const label = valueLabels[field]?.[value]
  if (label) return i18n.t(label)
  if (field === 'status') return capitalize(wordsOfName(value))
  if (field === 'language') return isLanguage(value) ? languages[value].name : value
  if (field === 'role') return roleLabel(roles[rankOf(value)] ?? value, i18n)
  if (value === 'true') return i18n.t('Yes')
  if (value === 'false') return i18n.t('No')
  // Weekdays by their numbers, 1 for Monday.
  if (field === 'weekdays') return value.replace(/[1-7]/g, (day) => formatWeekdayName(Number(day), reader, 'short'))
  if (minuteFields.has(field)) return formatMinutes(Number(value), i18n)
  return INSTANT.test(value) ? formatMoment(value, reader) : value
}

/** The labels of the values of some fields. */
const valueLabels: Record<string, Record<string, Message>> = {
  status: statuses,
  priority: priorityLabels,
  visibleTo: sopAudienceLabels,
  source: wageSourceLabels,
  holidays: holidayLabels,
  payPeriod: payPeriodLabels,
  severity: severityLabels,
  kind: stepKindLabels,
  startScreen: startScreenLabels,
  notify: notifyLabels,
  pausedBecause: pauseLabels,
}

export const capitalize = (english: string) => english.charAt(0).toUpperCase() + english.slice(1)

/** The English words of a name in code. */
export const wordsOfName = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

/**
 * Fields whose changes follow from others: a history's own time shows when a task was completed or deleted. A shift
 * template's colour follows from its place in the list.
 */
const implied = new Set(['completedAt', 'deletedAt', 'doneAt', 'doneBy', 'sopRevision', 'count', 'colour'])

/** The changes without those that follow from others. */
export const shownChanges = <C extends { field: string }>(changes: C[]) =>
  changes.filter(({ field }) => !implied.has(field))
