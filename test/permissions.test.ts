import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { clockSessions } from '../src/server/db/tables/clock.ts'
import { departments } from '../src/server/db/tables/departments.ts'
import { holidays } from '../src/server/db/tables/holidays.ts'
import { hoursAnswers, hoursApprovals } from '../src/server/db/tables/hours.ts'
import { notifications } from '../src/server/db/tables/notifications.ts'
import { sessions } from '../src/server/db/tables/sessions.ts'
import { workContracts } from '../src/server/db/tables/work-contracts.ts'
import { api } from '../src/shared/api.ts'
import { API_PREFIX } from '../src/shared/api-prefix.ts'
import { type Endpoint, pathOf } from '../src/shared/endpoint.ts'
import { defaultPayrollFile } from '../src/shared/payroll-file.ts'
import type { Role } from '../src/shared/permissions.ts'
import { daysLater } from '../src/shared/time/time.ts'
import { scopeOf, scopes } from '../src/shared/token-scopes.ts'
import { fold } from '../src/shared/words/fold.ts'
import { workRulePresets } from '../src/shared/work-rules.ts'
import { dayToCome, putAbsence } from './support/absences.ts'
import { putPasskey } from './support/authenticator.ts'
import { clearSessions, putBreak, putSession } from './support/clock.ts'
import { putComment } from './support/comments.ts'
import { formOf } from './support/forms.ts'
import { putHandover, putQuestion } from './support/handovers.ts'
import { putFailedJob } from './support/jobs.ts'
import { putKiosk } from './support/kiosks.ts'
import { isLongRun } from './support/long-run.ts'
import { clearPayroll, putPayrollRun, putWageType } from './support/payroll.ts'
import { smallPdf } from './support/pdfs.ts'
import { type DepartmentName, deactivate, emailOf, PASSWORD, type PersonName, putPerson } from './support/people.ts'
import { newPhotoId, putCommentWithPhoto, putPhoto } from './support/photos.ts'
import { jpegOf } from './support/pictures.ts'
import { putPlace, putProblem } from './support/problems.ts'
import { putDevice, someKeys } from './support/push.ts'
import { putReminder } from './support/reminders.ts'
import { clearRoster, putAsk, putExchange, putShift, putTemplate } from './support/roster.ts'
import { newRoutine, putOccurrence, putRoutine } from './support/routines.ts'
import { putSavedView } from './support/saved-views.ts'
import { putSop } from './support/sops.ts'
import { putTaskWithStep } from './support/steps.ts'
import { putFeedback, putProject, putTask } from './support/tasks.ts'
import { type Browser, useTestApp } from './support/test-app.ts'
import { putThread, putThreadMessage } from './support/threads.ts'
import { putToken, withToken } from './support/tokens.ts'
import { putWebhook, putWebhookMessage } from './support/webhooks.ts'

/** Calls every endpoint as every actor, and compares the status with the table below. */

// With e-mail settings, so that the endpoints about e-mail work. No mail server listens there.
const muster = useTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://muster.example' })

/** The actors in the order of the table's columns: no session, a deactivated account, and each role. */
const actors = ['nobody', 'closed', 'guest', 'user', 'manager', 'admin', 'god'] as const
type Actor = (typeof actors)[number]
const people = { guest: 'gus', user: 'uli', manager: 'marta', admin: 'adam', god: 'gita' } as const
type Statuses = readonly [
  nobody: number,
  closed: number,
  guest: number,
  user: number,
  manager: number,
  admin: number,
  god: number,
]

/** The department of the guest, the user and the manager, and another. */
const places = { own: 'Housekeeping', other: 'Maintenance' } as const satisfies Record<string, DepartmentName>
type DepartmentChoice = keyof typeof places

interface Sent {
  params?: Record<string, unknown>
  query?: string
  body?: unknown
  /** The fields of a form with a file. */
  form?: Record<string, string>
  /** The content of that file, if it is no PDF. */
  content?: Buffer
}
interface Row {
  /** The request about a row of this department, or of the actor. */
  send?(place: DepartmentChoice, actor: Actor): Promise<Sent>
  /** The status for each actor. */
  own: Statuses
  /** The status for a row of another department or person, if that makes a difference. */
  other?: Statuses
}

type Names<A> = { [Noun in keyof A & string]: `${Noun}.${keyof A[Noun] & string}` }[keyof A & string]

const departmentId = (place: DepartmentChoice) => muster.fixtures.departments[places[place]]
const commentIn = async (place: DepartmentChoice, author: PersonName = 'gita', deletedAt: string | null = null) => {
  const { id } = await putTask(muster, { department: places[place] })
  return { id: (await putComment(muster, id, { author, deletedAt })).id }
}
/** An actor who has an open account. */
const nameOf = (actor: Actor): PersonName => (actor in people ? people[actor as keyof typeof people] : 'gita')
const taskIn = async (place: DepartmentChoice) => ({ id: (await putTask(muster, { department: places[place] })).id })
const stepIn = async (place: DepartmentChoice, deletedAt: string | null = null) => {
  const { step } = await putTaskWithStep(muster, { department: places[place] }, { deletedAt })
  return { id: step.id }
}
const photoIn = async (place: DepartmentChoice, deletedAt?: string) => {
  const { id } = await taskIn(place)
  const photo = await putCommentWithPhoto(muster, id, { author: 'nora', ...(deletedAt && { deletedAt }) })
  return { id: photo.id }
}
const deletedTaskIn = async (place: DepartmentChoice) => ({
  id: (await putTask(muster, { department: places[place], deletedAt: new Date().toISOString() })).id,
})
const projectIn = async (place: DepartmentChoice) => ({ id: (await putProject(muster, 'Winter', places[place])).id })
const someFeedback = async () => ({ id: (await putFeedback(muster)).id })
const sopIn = async (place: DepartmentChoice | null) => ({
  id: (await putSop(muster, { department: place && places[place] })).id,
})
const filtered = async (place: DepartmentChoice): Promise<Sent> => ({ query: `?departmentId=${departmentId(place)}` })

const LATER = '2031-01-01T00:00:00.000Z'
const reminderIn = async (place: DepartmentChoice) => ({
  id: (await putReminder(muster, { department: places[place] })).id,
})

const routineIn = async (place: DepartmentChoice, deletedAt: string | null = null) => ({
  id: (await putRoutine(muster, { department: places[place], creator: 'gita', deletedAt })).id,
})
const occurrenceIn = async (place: DepartmentChoice, isSkipped = false) => {
  const skipped = { closedAt: new Date().toISOString(), outcome: 'skipped', skipReason: 'Closed' } as const
  return { id: (await putOccurrence(muster, { department: places[place], ...(isSkipped && skipped) })).id }
}
const ofRoutine: Row = {
  send: async (place) => ({ params: await routineIn(place) }),
  own: [401, 401, 403, 200, 200, 200, 200],
  other: [401, 401, 403, 404, 200, 200, 200],
}

const handoverIn = async (place: DepartmentChoice) => ({
  id: (await putHandover(muster, { giver: place === 'own' ? 'lea' : 'una' })).id,
})

async function notificationOf(place: DepartmentChoice, actor: Actor) {
  const name = place === 'own' && actor !== 'nobody' && actor !== 'closed' ? people[actor] : 'una'
  const [row] = await muster.services.database.orm
    .insert(notifications)
    .values({
      userId: muster.fixtures.people[name].id,
      kind: 'reminder',
      params: { title: 'Tea is ready', description: null },
    })
    .returning({ id: notifications.id })
  return { id: row?.id }
}

/** A view that the actor has saved, or another person. */
const deviceOf = (place: DepartmentChoice, actor: Actor) =>
  putDevice(muster, place === 'own' && isPerson(actor) ? people[actor] : 'una')
async function savedViewOf(place: DepartmentChoice, actor: Actor) {
  const name = place === 'own' && isPerson(actor) ? people[actor] : 'una'
  return putSavedView(muster, name, `View ${++count}`)
}

/** Another person of the department, for every actor. */
const colleagueIn = (place: DepartmentChoice) => ({ id: muster.fixtures.people[place === 'own' ? 'lea' : 'una'].id })
async function sessionIn(place: DepartmentChoice) {
  const name = place === 'own' ? 'lea' : 'una'
  await clearSessions(muster, name)
  return { id: (await putSession(muster, name, '2026-11-02T07:00:00.000Z', '2026-11-02T15:00:00.000Z')).id }
}
/** A contract of a new person. */
/** A requested absence of a new colleague. */
const absenceOf = async (place: DepartmentChoice) => putAbsence(muster, 'uli', { userId: (await colleague(place)).id })

async function putContract() {
  const userId = (await putPerson(muster.services)).id
  return muster.put('gita', workContracts, { userId, from: '2026-11-02', weeklyMinutes: 2400, daysPerWeek: 5 })
}
const ofOctober = { periodStart: '2026-10-01', periodEnd: '2026-10-31', hash: 'A'.repeat(22) }
/** Something that a colleague has said to be wrong with their hours. */
async function objectionIn(place: DepartmentChoice) {
  const { id: userId } = colleagueIn(place)
  await muster.put('gita', hoursAnswers, { ...ofOctober, userId, kind: 'object', text: 'A shift', saidBy: userId })
  return { period: '2026-10-01', userId }
}
/** Approved hours of a colleague. */
async function approvalIn(place: DepartmentChoice) {
  const { id: userId } = colleagueIn(place)
  const approved = { approvedBy: muster.fixtures.people.adam.id, approvedAt: new Date().toISOString() }
  await muster.put('gita', hoursApprovals, { ...ofOctober, ...approved, userId, minutes: {} })
  return { period: '2026-10-01', userId }
}
const rosterDays = { from: '2026-12-07', to: '2026-12-13' }
/** A published shift that is nobody's. */
const shiftIn = async (place: DepartmentChoice) => ({
  id: (await putShift(muster, { department: places[place], isPublished: true })).id,
})
const templateIn = async (place: DepartmentChoice) => ({ id: (await putTemplate(muster, places[place])).id })
const newShiftIn = (place: DepartmentChoice) => ({
  ...{ departmentId: departmentId(place), date: '2026-12-10', start: '06:00', end: '14:00' },
})
const daysIn = (place: DepartmentChoice) => ({ departmentId: departmentId(place), ...rosterDays })
const queriedDaysIn = async (place: DepartmentChoice) => ({
  query: `?departmentId=${departmentId(place)}&from=2026-12-07&to=2026-12-13`,
})
/** A shift that the actor is asked about; of another person if it is `other`. */
async function questionIn(place: DepartmentChoice, actor: Actor) {
  const person = place === 'own' ? nameOf(actor) : 'lea'
  const department = muster.fixtures.people[person].department?.name as DepartmentName | undefined
  const date = daysLater(new Date().toISOString().slice(0, 10), 300)
  const { id } = await putShift(muster, { person, date, department: department ?? 'Housekeeping' })
  await muster.services.database.pool.query('update planned_shifts set asked_at = now() where id = $1', [id])
  return { id }
}
const newWageType = {
  ...{ code: '100', name: 'Work', source: 'work', windowStart: null, windowEnd: null },
  ...{ weekdays: [], holidays: 'any', overContract: false, departmentId: null },
}
async function someWageType() {
  await clearPayroll(muster)
  return putWageType(muster, '100')
}
/** A published shift to come of the actor, or nobody's; of another person if it is `other`. */
async function shiftToComeIn(place: DepartmentChoice, actor: Actor | null) {
  const person = actor && (place === 'own' ? nameOf(actor) : 'una')
  count += 1
  // Every other day, so that no two break a rule.
  const date = daysLater(new Date().toISOString().slice(0, 10), 300 + 2 * count)
  const { id } = await putShift(muster, { person, date, department: places[place], isPublished: true })
  return { id }
}
/** An exchange that the actor asks for, or is asked about; of other people if it is `other`. */
async function exchangeIn(place: DepartmentChoice, actor: Actor, side: 'from' | 'to') {
  const person: PersonName = place === 'own' ? nameOf(actor) : 'una'
  const colleague: PersonName = place === 'own' ? 'lea' : 'milan'
  const [from, to] = side === 'from' ? [person, colleague] : [colleague, person]
  // Of the actor's own department: nobody takes a shift of another one.
  const department = muster.fixtures.people[person].department?.name as DepartmentName | undefined
  return (await putExchange(muster, await publishedIn(place, from, department), from, to)).id
}
async function publishedIn(
  place: DepartmentChoice,
  person: PersonName | null,
  department: DepartmentName = places[place],
) {
  count += 1
  const date = daysLater(new Date().toISOString().slice(0, 10), 300 + 2 * count)
  return putShift(muster, { person, date, department, isPublished: true })
}
/** An exchange of two people that waits for a manager. */
async function waitingIn(place: DepartmentChoice) {
  const [from, to] = place === 'own' ? (['uli', 'lea'] as const) : (['una', 'milan'] as const)
  return { id: (await putExchange(muster, await publishedIn(place, from), from, to, 'waiting')).id }
}
/** An open shift about which the actor is asked; somebody else if it is `other`. */
async function askedIn(place: DepartmentChoice, actor: Actor) {
  const shift = await publishedIn(place, null)
  await putAsk(muster, shift, place === 'own' ? nameOf(actor) : 'una')
  return { id: shift.id }
}
/** A colleague who is on duty. */
async function onDutyIn(place: DepartmentChoice) {
  const { id } = await putPerson(muster.services, { departmentId: departmentId(place) })
  await muster.put('gita', clockSessions, { userId: id, startTime: new Date().toISOString() })
  return { id }
}
async function putOnTheClock(actor: Actor) {
  if (actor === 'nobody' || actor === 'closed') return null
  await clearSessions(muster, people[actor])
  return putSession(muster, people[actor], new Date().toISOString(), null)
}

/** A new person with this role, for an administrator to manage. */
const someone = async (role: Role) => ({ id: (await putPerson(muster.services, { role })).id })
/** A user of a department. */
const colleague = async (place: DepartmentChoice) => ({
  id: (await putPerson(muster.services, { departmentId: departmentId(place) })).id,
})
const isPerson = (actor: Actor): actor is keyof typeof people => actor in people

let count = 0
/** The body for a new account with this role. */
async function newPerson(role: Role) {
  count += 1
  const [email, departmentId] = [`applicant${count}@hotel.example`, muster.fixtures.departments.Operations]
  return { firstName: 'Ann', lastName: 'Applicant', email, role, departmentId, password: PASSWORD }
}

/** A person without a password. */
async function newInvited(role: Role) {
  const { password: _, ...person } = await newPerson(role)
  return person
}

/** Inserts a session of the actor, or of another person. */
async function sessionOf(place: DepartmentChoice, actor: Actor) {
  const name = place === 'own' && isPerson(actor) ? people[actor] : 'una'
  const sid = randomBytes(32).toString('hex')
  await muster.services.database.orm.insert(sessions).values({
    sid,
    userId: muster.fixtures.people[name].id,
    sess: { ipAddress: '203.0.113.9', userAgent: null, signedInAt: new Date().toISOString() },
    expire: new Date(Date.now() + 3_600_000).toISOString(),
  })
  return { id: sid }
}

/** A token of the actor, or of another person. */
async function tokenOf(place: DepartmentChoice, actor: Actor) {
  return { id: (await putToken(muster, place === 'own' && isPerson(actor) ? people[actor] : 'una')).id }
}

async function newDepartment() {
  count += 1
  const name = `Cellar ${count}`
  return muster.put('gita', departments, { name, foldedName: fold(name) })
}

const csvOf = async (role: Role) => {
  const { email } = await newPerson(role)
  return `First name,Last name,Email,Role,Department\nAnn,Applicant,${email},${role},Operations`
}

const everybody: Statuses = [401, 401, 200, 200, 200, 200, 200]
const anyone: Statuses = [200, 200, 200, 200, 200, 200, 200]
const fromManager: Statuses = [401, 401, 403, 403, 200, 200, 200]
const fromAdmin: Statuses = [401, 401, 403, 403, 403, 200, 200]
const fromAdminNothing: Statuses = [401, 401, 403, 403, 403, 204, 204]
const anyoneNothing: Statuses = [204, 204, 204, 204, 204, 204, 204]
const fromAdminCreated: Statuses = [401, 401, 403, 403, 403, 201, 201]
const ofWebhook = async () => ({ params: { id: await putWebhook(muster) } })
const fromUser: Statuses = [401, 401, 403, 200, 200, 200, 200]
const ofSop = (own: Statuses): Row => ({
  send: async (place) => ({ params: await sopIn(place) }),
  own,
  other: [401, 401, 403, 404, 200, 200, 200],
})
const answerOfPasskey = { id: 'AAAA', authenticatorData: 'AAAA', clientDataJSON: 'AAAA', signature: 'AAAA' }
/** A passkey of the actor, or of somebody else. */
const passkeyOf = async (place: DepartmentChoice, actor: Actor) => {
  const { id: userId } = place === 'own' ? muster.fixtures.people[nameOf(actor)] : await putPerson(muster.services)
  return { id: await putPasskey(muster.services, userId) }
}
/** A photo of a task. */
const ofPhoto: Row = {
  send: async (place) => ({ params: { id: await putPhoto(muster, { taskId: (await taskIn(place)).id }) } }),
  own: everybody,
  other: [401, 401, 404, 404, 200, 200, 200],
}
/** For lists of a department: below managers, people see only their own department. */
/** Administrators read only the threads that they are part of. */
const ownThreadOnly = {
  own: [401, 401, 403, 200, 200, 404, 404],
  other: [401, 401, 403, 404, 404, 404, 404],
} as const satisfies {
  own: Statuses
  other: Statuses
}
const ownOnlyBelowManager = { send: filtered, own: everybody, other: fromManager }
/** For the hours of a department: below administrators, people see only their own department. */
const ownTeamOnly = { send: filtered, own: fromManager, other: [401, 401, 403, 403, 403, 200, 200] } as const

/** A row for every endpoint. Without one this file does not compile, and the test below fails. */
const table: Record<Names<typeof api>, Row> = {
  'profile.update': { send: async () => ({ body: { language: null } }), own: everybody },
  'auth.session': { own: everybody },
  'auth.login': { send: async () => ({ body: { email: emailOf('nora'), password: PASSWORD } }), own: anyone },
  'auth.logout': { own: anyoneNothing },
  'auth.sessions': { own: everybody },
  'auth.endSession': {
    send: async (place, actor) => ({ params: await sessionOf(place, actor) }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'auth.endOtherSessions': { own: [401, 401, 204, 204, 204, 204, 204] },
  'auth.forgot': { send: async () => ({ body: { email: `nobody${++count}@hotel.example` } }), own: anyoneNothing },
  'auth.reset': {
    send: async () => ({ body: { token: 'made up', newPassword: PASSWORD } }),
    own: [404, 404, 404, 404, 404, 404, 404],
  },
  'auth.invitation': { send: async () => ({ body: { token: 'made up' } }), own: [404, 404, 404, 404, 404, 404, 404] },
  'auth.accept': {
    send: async () => ({ body: { token: 'made up', newPassword: PASSWORD } }),
    own: [404, 404, 404, 404, 404, 404, 404],
  },
  'secondStep.get': { own: everybody },
  'secondStep.begin': { own: everybody },
  'secondStep.confirm': {
    send: async () => ({ body: { code: 'wrong' } }),
    own: [401, 401, 400, 400, 400, 400, 400],
  },
  'secondStep.renewCodes': { own: [401, 401, 409, 409, 409, 409, 409] },
  'secondStep.remove': { own: [401, 401, 204, 204, 204, 204, 204] },
  'prove.ways': { own: everybody },
  'prove.prove': {
    send: async () => ({ body: { currentPassword: PASSWORD } }),
    own: [401, 401, 204, 204, 204, 204, 204],
  },
  'provider.get': { own: everybody },
  'provider.confirm': {
    send: async () => ({ body: { password: PASSWORD } }),
    own: [401, 401, 401, 401, 401, 401, 401],
  },
  // There is no provider.
  'provider.link': { own: [401, 401, 404, 404, 404, 404, 404] },
  'provider.accept': {
    send: async () => ({ body: { token: 'made up' } }),
    own: [404, 404, 404, 404, 404, 404, 404],
  },
  'passkeys.list': { own: everybody },
  'passkeys.begin': { own: everybody },
  'passkeys.create': {
    send: async () => ({ body: { id: 'AAAA', attestationObject: 'AAAA', clientDataJSON: 'AAAA', transports: [] } }),
    own: [401, 401, 409, 409, 409, 409, 409],
  },
  'passkeys.rename': {
    send: async (place, actor) => ({ params: await passkeyOf(place, actor), body: { name: 'Phone' } }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'passkeys.remove': {
    send: async (place, actor) => ({ params: await passkeyOf(place, actor) }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'passkeys.askToSignIn': { send: async () => ({ body: {} }), own: anyone },
  'passkeys.signIn': { send: async () => ({ body: answerOfPasskey }), own: [401, 401, 401, 401, 401, 401, 401] },
  'passkeys.askForSecondStep': { own: [401, 401, 401, 401, 401, 401, 401] },
  'passkeys.secondStep': { send: async () => ({ body: answerOfPasskey }), own: [401, 401, 401, 401, 401, 401, 401] },
  'passkeys.askToProve': {
    async send() {
      await muster.services.database.pool.query('delete from passkeys')
      return {}
    },
    own: [401, 401, 409, 409, 409, 409, 409],
  },
  'secondStep.signIn': {
    send: async () => ({ body: { code: '123456' } }),
    own: [401, 401, 401, 401, 401, 401, 401],
  },
  'pin.get': { own: fromUser },
  'pin.set': { send: async () => ({ body: { pin: '417283' } }), own: fromUser },
  'pin.remove': { own: [401, 401, 403, 204, 204, 204, 204] },
  'kiosks.list': { own: fromAdmin },
  'kiosks.create': {
    send: async () => ({ body: { name: 'Door', departmentId: null } }),
    own: [401, 401, 403, 403, 403, 201, 201],
  },
  'kiosks.createCode': {
    send: async () => ({ body: { name: 'Door', departmentId: null } }),
    own: [401, 401, 403, 403, 403, 201, 201],
  },
  // They have an owner.
  'kiosks.takeOver': {
    send: async () => ({ params: { id: (await putKiosk(muster)).kiosk.id } }),
    own: [401, 401, 403, 403, 403, 409, 409],
  },
  'kiosks.remove': {
    send: async () => ({ params: { id: (await putKiosk(muster)).kiosk.id } }),
    own: fromAdminNothing,
  },
  // The session does not matter: the caller is a tablet, or a person who has entered their PIN at one.
  'kiosk.read': { own: [401, 401, 401, 401, 401, 401, 401] },
  'kiosk.enter': {
    send: async () => ({ body: { userId: muster.fixtures.people.uli.id, pin: '417283' } }),
    own: [401, 401, 401, 401, 401, 401, 401],
  },
  'kiosk.setUp': {
    send: async () => ({ body: { code: 'made up' } }),
    own: [400, 400, 400, 400, 400, 400, 400],
  },
  'kiosk.stay': { own: [401, 401, 403, 403, 403, 403, 403] },
  'kiosk.leave': { own: [401, 401, 403, 403, 403, 403, 403] },
  'organisation.get': { own: anyone },
  'organisation.update': { send: async () => ({ body: { name: `Hotel ${++count}` } }), own: fromAdmin },
  'payPeriods.get': { own: [401, 401, 403, 200, 200, 200, 200] },
  'payPeriods.update': { send: async () => ({ body: { kind: 'month' } }), own: fromAdmin },
  'workRules.get': { own: [401, 401, 403, 200, 200, 200, 200] },
  'workRules.update': { send: async () => ({ body: workRulePresets.de }), own: fromAdmin },
  'workRules.tryOut': { send: async () => ({ body: workRulePresets.us }), own: fromAdmin },
  'setup.get': { own: fromAdmin },
  'setup.left': { own: fromAdmin },
  'setup.update': { send: async () => ({ body: { house: 'hotel' } }), own: fromAdmin },
  'departments.list': { own: everybody },
  'departments.empty': { own: fromAdmin },
  'departments.updateMany': {
    send: async () => ({ body: { add: [`Attic ${++count}`], remove: [(await newDepartment()).id] } }),
    own: fromAdmin,
  },
  'departments.create': {
    send: async () => ({ body: { name: `Attic ${++count}` } }),
    own: [401, 401, 403, 403, 403, 201, 201],
  },
  'departments.update': {
    send: async () => ({ params: { id: (await newDepartment()).id }, body: { description: 'Below' } }),
    own: fromAdmin,
  },
  'departments.remove': {
    send: async () => ({ params: { id: (await newDepartment()).id } }),
    own: [401, 401, 403, 403, 403, 204, 204],
  },
  'users.list': { own: fromManager },
  // For people, "other" means a rank that only a god may manage or grant.
  'users.create': {
    send: async (place) => ({ body: await newPerson(place === 'own' ? 'admin' : 'god') }),
    own: [401, 401, 403, 403, 403, 201, 201],
    other: [401, 401, 403, 403, 403, 403, 201],
  },
  'users.createMany': {
    send: async (place) => ({ body: { people: [await newInvited(place === 'own' ? 'admin' : 'manager')] } }),
    own: [401, 401, 403, 403, 403, 201, 201],
  },
  'users.invite': {
    send: async (place) => ({ body: { userIds: [(await someone(place === 'own' ? 'manager' : 'admin')).id] } }),
    own: [401, 401, 403, 403, 403, 201, 201],
    other: [401, 401, 403, 403, 403, 403, 201],
  },
  'users.revokeInvitation': {
    send: async (place) => ({ params: await someone(place === 'own' ? 'manager' : 'admin') }),
    own: fromAdminNothing,
    other: [401, 401, 403, 403, 403, 403, 204],
  },
  'users.setPin': {
    send: async (place) => ({ params: await colleague(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'users.update': {
    send: async (place) => ({
      params: await someone(place === 'own' ? 'manager' : 'admin'),
      body: { lastName: 'Changed' },
    }),
    own: fromAdmin,
    other: [401, 401, 403, 403, 403, 403, 200],
  },
  'users.updateMany': {
    send: async (place) => ({
      body: {
        userIds: [(await someone('user')).id, (await someone(place === 'own' ? 'manager' : 'admin')).id],
        changes: { departmentId: departmentId('other') },
      },
    }),
    own: fromAdmin,
    other: [401, 401, 403, 403, 403, 403, 200],
  },
  'users.openWork': {
    send: async (place) => ({ params: await someone(place === 'own' ? 'manager' : 'admin') }),
    own: fromAdmin,
    other: [401, 401, 403, 403, 403, 403, 200],
  },
  'users.remove': {
    send: async (place) => ({ params: await someone(place === 'own' ? 'manager' : 'admin') }),
    own: [401, 401, 403, 403, 403, 204, 204],
    other: [401, 401, 403, 403, 403, 403, 204],
  },
  'users.history': {
    send: async (place) => ({ params: await someone(place === 'own' ? 'manager' : 'admin') }),
    own: fromAdmin,
    other: [401, 401, 403, 403, 403, 403, 200],
  },
  'users.clearSecondStep': {
    send: async () => ({ params: { id: muster.fixtures.people.lea.id } }),
    own: [401, 401, 403, 403, 403, 204, 204],
  },
  'users.sessions': {
    send: async () => ({ params: { id: muster.fixtures.people.lea.id } }),
    own: [401, 401, 403, 403, 403, 200, 200],
  },
  'users.endSession': {
    send: async () => ({ params: { id: muster.fixtures.people.lea.id, session: '0'.repeat(64) } }),
    own: [401, 401, 403, 403, 403, 404, 404],
  },
  'users.endSessions': {
    send: async () => ({ params: await someone('manager') }),
    own: [401, 401, 403, 403, 403, 204, 204],
  },
  'users.setPassword': {
    send: async (place, actor) =>
      place === 'own' && isPerson(actor)
        ? {
            params: { id: muster.fixtures.people[people[actor]].id },
            body: { currentPassword: PASSWORD, newPassword: PASSWORD },
          }
        : { params: await someone('user'), body: { newPassword: PASSWORD } },
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 403, 204, 204],
  },
  'users.previewImport': { send: async () => ({ body: { csv: await csvOf('user') } }), own: fromAdmin },
  'users.import': {
    send: async (place) => ({ body: { csv: await csvOf(place === 'own' ? 'admin' : 'god') } }),
    own: [401, 401, 403, 403, 403, 201, 201],
    other: [401, 401, 403, 403, 403, 400, 201],
  },
  'users.programs': {
    send: async (place) => ({ params: await someone(place === 'own' ? 'manager' : 'admin') }),
    own: fromAdmin,
    other: [401, 401, 403, 403, 403, 403, 200],
  },
  'users.endPrograms': {
    send: async (place) => ({ params: await someone(place === 'own' ? 'manager' : 'admin') }),
    own: fromAdminNothing,
    other: [401, 401, 403, 403, 403, 403, 204],
  },
  'tokens.list': { own: fromUser },
  'tokens.create': {
    send: async () => ({ body: { name: 'Import', scopes: ['task:read'], expire: null } }),
    own: [401, 401, 403, 201, 201, 201, 201],
  },
  'tokens.revoke': {
    send: async (place, actor) => ({ params: await tokenOf(place, actor) }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'calendar.get': { own: fromUser },
  'calendar.renew': { own: fromUser },
  'calendar.remove': { own: [401, 401, 403, 204, 204, 204, 204] },
  'projects.list': { own: everybody },
  'projects.create': {
    send: async (place) => ({ body: { name: 'New', departmentId: departmentId(place) } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'projects.update': {
    send: async (place) => ({ params: await projectIn(place), body: { name: 'Changed' } }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'projects.remove': {
    send: async (place) => ({ params: await projectIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'projects.history': {
    send: async (place) => ({ params: await projectIn(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'tasks.list': ownOnlyBelowManager,
  'tasks.board': ownOnlyBelowManager,
  'tasks.tags': ownOnlyBelowManager,
  'comments.list': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: everybody,
    other: [401, 401, 404, 404, 200, 200, 200],
  },
  'comments.create': {
    send: async (place) => ({ params: await taskIn(place), body: { text: 'Done' } }),
    own: [401, 401, 403, 201, 201, 201, 201],
    other: [401, 401, 403, 404, 201, 201, 201],
  },
  // One's own comment.
  'comments.update': {
    send: async (place, actor) => ({ params: await commentIn(place, nameOf(actor)), body: { text: 'Done' } }),
    own: fromUser,
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  // Somebody else's comment.
  'comments.remove': {
    send: async (place) => ({ params: await commentIn(place, 'nora') }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 404, 403, 204, 204],
  },
  'comments.restore': {
    send: async (place) => ({ params: await commentIn(place, 'nora', new Date().toISOString()) }),
    own: fromManager,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  // Of those who may write a comment, in which somebody is mentioned.
  'comments.people': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: fromUser,
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  'comments.unread': { own: everybody },
  'comments.markRead': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 204, 204, 204],
  },
  'problems.report': {
    send: async (place) => ({ body: { title: 'Tap drips', departmentId: departmentId(place) } }),
    own: [401, 401, 403, 201, 201, 201, 201],
    other: [401, 401, 403, 201, 201, 201, 201],
  },
  'problems.list': { own: fromUser },
  // Somebody else's problem.
  'problems.move': {
    send: async (place) => ({
      params: { id: (await putProblem(muster, { department: places[place] })).id },
      body: { departmentId: muster.fixtures.departments.Operations },
    }),
    own: fromManager,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'problems.claim': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: fromUser,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  // One's own task, and somebody else's in another department.
  'problems.release': {
    send: async (place, actor) => {
      const assignee = place === 'own' ? nameOf(actor) : 'una'
      return { params: { id: (await putTask(muster, { department: places[place], assignee })).id }, body: {} }
    },
    own: fromUser,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'places.list': { own: fromUser },
  'places.typed': { own: fromUser },
  'places.history': { send: async () => ({ params: { code: (await putPlace(muster)).code } }), own: fromManager },
  'places.byCode': { send: async () => ({ params: { code: (await putPlace(muster)).code } }), own: fromUser },
  'places.create': {
    send: async (place) => ({ body: { name: 'Boiler', departmentId: departmentId(place) } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'places.createMany': {
    send: async (place) => ({
      body: { places: [{ name: `Room ${++count}`, departmentId: departmentId(place) }] },
    }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'places.update': {
    send: async (place) => ({
      params: { id: (await putPlace(muster, { department: places[place] })).id },
      body: { name: 'Pool' },
    }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'places.remove': {
    send: async (place) => ({ params: { id: (await putPlace(muster, { department: places[place] })).id } }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'planning.lanes': { send: filtered, own: fromManager, other: [401, 401, 403, 403, 403, 200, 200] },
  'tasks.export': { send: filtered, own: fromManager, other: fromManager },
  'tasks.get': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: everybody,
    other: [401, 401, 404, 404, 200, 200, 200],
  },
  'tasks.create': {
    send: async (place) => ({ body: { title: 'New', departmentId: departmentId(place) } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'tasks.update': {
    send: async (place) => ({ params: await taskIn(place), body: { title: 'Changed' } }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'kiosk.setStatus': {
    send: async (place) => ({ params: await taskIn(place), body: { status: 'in_progress', was: 'pending' } }),
    own: [401, 401, 403, 200, 200, 200, 200],
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  'procedures.get': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: everybody,
    other: [401, 401, 404, 404, 200, 200, 200],
  },
  'steps.list': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: everybody,
    other: [401, 401, 404, 404, 200, 200, 200],
  },
  'steps.create': {
    send: async (place) => ({ params: await taskIn(place), body: { steps: [{ text: 'Check the minibar' }] } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'steps.order': {
    send: async (place) => {
      const { task, step } = await putTaskWithStep(muster, { department: places[place] })
      return { params: { id: task.id }, body: { ids: [step.id] } }
    },
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'steps.update': {
    send: async (place) => ({ params: await stepIn(place), body: { text: 'Count the towels' } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'steps.setValue': {
    send: async (place) => ({ params: await stepIn(place), body: { value: true } }),
    own: fromUser,
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  'steps.remove': {
    send: async (place) => ({ params: await stepIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'steps.restore': {
    send: async (place) => ({ params: await stepIn(place, new Date().toISOString()) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'tasks.history': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: [401, 401, 403, 200, 200, 200, 200],
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  'tasks.updateMany': {
    send: async (place) => ({ body: { ids: [(await taskIn(place)).id], changes: { priority: 'low' } } }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'tasks.undo': {
    send: async (place) => {
      const values = { priority: 'medium' }
      return { body: { from: values, to: [{ ids: [(await taskIn(place)).id], values }] } }
    },
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 403, 409, 200, 200],
  },
  'tasks.remove': {
    send: async (place) => ({ params: await taskIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'tasks.removeMany': {
    send: async (place) => ({ body: { ids: [(await taskIn(place)).id] } }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'tasks.restore': {
    send: async (place) => ({ params: await deletedTaskIn(place) }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'reminders.list': { own: everybody },
  'reminders.get': {
    send: async (place) => ({ params: await reminderIn(place) }),
    own: everybody,
    other: [401, 401, 404, 404, 404, 200, 200],
  },
  'reminders.create': {
    send: async (place) => ({ body: { title: 'New', nextRun: LATER, departmentId: departmentId(place) } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'reminders.update': {
    send: async (place) => ({ params: await reminderIn(place), body: { title: 'Changed' } }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 404, 404, 404, 200, 200],
  },
  'reminders.remove': {
    send: async (place) => ({ params: await reminderIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 204, 204],
  },
  'routines.list': { send: filtered, own: fromUser, other: fromManager },
  'routines.week': {
    send: async (place) => ({ query: `?from=2026-11-02&to=2026-11-08&departmentId=${departmentId(place)}` }),
    own: fromUser,
    other: fromManager,
  },
  'routines.planned': {
    send: async (place) => ({ query: `?date=2026-11-02&departmentId=${departmentId(place)}` }),
    own: fromUser,
    other: fromManager,
  },
  'routines.get': ofRoutine,
  'routines.occurrences': ofRoutine,
  'routines.create': {
    send: async (place) => ({ body: newRoutine(muster, places[place]) }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'routines.createMany': {
    send: async (place) => ({ body: { routines: [newRoutine(muster, places[place])] } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'routines.update': {
    send: async (place) => ({ params: await routineIn(place), body: { title: 'Changed' } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'routines.remove': {
    send: async (place) => ({ params: await routineIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'routines.restore': {
    send: async (place) => ({ params: await routineIn(place, new Date().toISOString()) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'routines.skip': {
    send: async (place) => ({ params: await occurrenceIn(place), body: { reason: 'The pool is closed' } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'routines.unskip': {
    send: async (place) => ({ params: await occurrenceIn(place, true) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'search.everything': { send: async () => ({ query: '?q=towels' }), own: everybody },
  'photos.upload': {
    send: async () => ({ params: { id: newPhotoId() }, form: {}, content: jpegOf() }),
    own: [401, 401, 403, 201, 201, 201, 201],
  },
  'photos.file': ofPhoto,
  'photos.thumbnail': ofPhoto,
  // The photo of somebody else's comment.
  'photos.remove': {
    send: async (place) => ({ params: await photoIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 404, 403, 204, 204],
  },
  'photos.restore': {
    send: async (place) => ({ params: await photoIn(place, new Date().toISOString()) }),
    own: fromManager,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'sops.list': { send: filtered, own: fromUser, other: fromManager },
  'sops.search': {
    send: async (place) => ({ query: `?q=towels&departmentId=${departmentId(place)}` }),
    own: fromUser,
    other: fromManager,
  },
  'sops.get': ofSop(fromUser),
  'sops.file': ofSop(fromUser),
  'sops.versions': ofSop(fromUser),
  'sops.text': ofSop(fromUser),
  'sops.create': {
    send: async (place) => ({ form: { title: 'New', departmentId: String(departmentId(place)) } }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'sops.update': {
    send: async (place) => ({ params: await sopIn(place), form: { title: 'Changed' } }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'sops.remove': {
    send: async (place) => ({ params: await sopIn(place) }),
    own: [401, 401, 403, 403, 403, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'sops.history': {
    send: async (place) => ({ params: await sopIn(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'sops.confirm': {
    send: async (place) => ({ params: await sopIn(place), body: { revision: 1 } }),
    own: fromUser,
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  'sops.readers': {
    send: async (place) => ({ params: await sopIn(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'sops.remind': {
    send: async (place) => ({ params: await sopIn(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'savedViews.list': { own: everybody },
  'savedViews.create': {
    send: async () => ({ body: { name: `View ${++count}`, state: { view: 'table' } } }),
    own: [401, 401, 201, 201, 201, 201, 201],
  },
  'savedViews.update': {
    send: async (place, actor) => ({ params: await savedViewOf(place, actor), body: { state: { view: 'table' } } }),
    own: everybody,
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'savedViews.hide': {
    send: async (place, actor) => ({ params: await savedViewOf(place, actor), body: { isHidden: true } }),
    own: everybody,
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'savedViews.remove': {
    send: async (place, actor) => ({ params: await savedViewOf(place, actor) }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'notifications.list': { own: everybody },
  'notifications.unreadCount': { own: everybody },
  'notifications.readAll': { own: everybody },
  'notifications.read': {
    send: async (place, actor) => ({ params: await notificationOf(place, actor) }),
    own: everybody,
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'push.list': { own: everybody },
  'push.subscribe': {
    send: async () => ({ body: { endpoint: `https://fcm.googleapis.com/fcm/send/p${++count}`, keys: someKeys } }),
    own: [401, 401, 201, 201, 201, 201, 201],
  },
  'push.remove': {
    send: async (place, actor) => ({ params: await deviceOf(place, actor) }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'push.test': {
    send: async (place, actor) => ({ params: await deviceOf(place, actor) }),
    own: [401, 401, 204, 204, 204, 204, 204],
    other: [401, 401, 404, 404, 404, 404, 404],
  },
  'ledger.list': { own: everybody },
  'clock.active': { own: everybody },
  'clock.today': { own: everybody },
  'clock.start': { own: [401, 401, 403, 201, 201, 201, 201] },
  'clock.stop': {
    send: async (_, actor) => {
      await putOnTheClock(actor)
      return {}
    },
    own: [401, 401, 403, 200, 200, 200, 200],
  },
  'clock.stillHere': {
    send: async (_, actor) => {
      await putOnTheClock(actor)
      return {}
    },
    own: fromUser,
  },
  'clock.forgotten': { own: fromUser },
  'clock.forgottenEnds': { own: fromUser },
  // One's own session, and somebody else's.
  'clock.endStated': {
    send: async (place, actor) => {
      const name = place === 'own' ? nameOf(actor) : 'una'
      await clearSessions(muster, name)
      const { id } = await putSession(muster, name, new Date(Date.now() - 15 * 3_600_000).toISOString(), null)
      return { body: { id, endTime: new Date(Date.now() - 3_600_000).toISOString() } }
    },
    own: fromUser,
    other: [401, 401, 403, 409, 409, 409, 409],
  },
  'clock.history': { own: [401, 401, 403, 200, 200, 200, 200] },
  'clock.now': ownTeamOnly,
  'clock.hours': ownTeamOnly,
  'clock.export': ownTeamOnly,
  'clock.person': {
    send: async (place) => ({ params: colleagueIn(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'clock.record': {
    send: async (place) => ({ query: `?userId=${colleagueIn(place).id}&from=2026-11-01&to=2026-11-30` }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'clock.recordExport': {
    send: async (place) => ({ query: `?userId=${colleagueIn(place).id}&from=2026-11-01&to=2026-11-30` }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'workContracts.list': {
    send: async (place) => ({ params: colleagueIn(place) }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'workContracts.create': {
    send: async (place) => ({
      params: await colleague(place),
      body: { from: '2026-11-02', weeklyMinutes: 2400, daysPerWeek: 5 },
    }),
    own: [401, 401, 403, 403, 403, 201, 201],
  },
  'workContracts.update': {
    send: async () => ({ params: await putContract(), body: { weeklyMinutes: 1200 } }),
    own: fromAdmin,
  },
  'workContracts.remove': {
    send: async () => ({ params: await putContract() }),
    own: [401, 401, 403, 403, 403, 204, 204],
  },
  'workContracts.history': { send: async () => ({ params: await putContract() }), own: fromAdmin },
  'hours.periods': ownTeamOnly,
  'hours.person': {
    send: async (place) => ({ query: `?userId=${colleagueIn(place).id}&period=2026-11-01` }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'hours.confirm': { send: async () => ({ body: { period: '2026-10-01' } }), own: [401, 401, 403, 204, 204, 204, 204] },
  'hours.object': {
    send: async () => ({ body: { period: '2026-10-01', text: 'A shift is missing' } }),
    own: [401, 401, 403, 204, 204, 204, 204],
  },
  'hours.settle': {
    send: async (place) => ({ body: { ...(await objectionIn(place)), text: 'It is there now' } }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'hours.approve': {
    send: async (place) => {
      const { period, userId } = await objectionIn(place)
      return { body: { period, people: [{ userId, hash: 'A'.repeat(22) }] } }
    },
    own: [401, 401, 403, 403, 409, 409, 409],
    other: [401, 401, 403, 403, 403, 409, 409],
  },
  'hours.withdraw': {
    send: async (place) => ({ body: { ...(await approvalIn(place)), reason: 'Too early' } }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'roster.list': { send: queriedDaysIn, own: fromUser, other: [401, 401, 403, 403, 200, 200, 200] },
  'roster.own': { own: fromUser },
  'roster.coming': {
    send: filtered,
    own: fromUser,
    other: [401, 401, 403, 403, 200, 200, 200],
  },
  'roster.create': {
    send: async (place) => ({ body: newShiftIn(place) }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'roster.update': {
    send: async (place) => ({ params: await shiftIn(place), body: { end: '15:00' } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.remove': {
    send: async (place) => ({ params: await shiftIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'roster.many': {
    send: async (place) => ({ body: { create: [newShiftIn(place)] } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.copy': {
    send: async (place) => ({ body: { ...daysIn(place), target: '2026-12-14', withPeople: true } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.discard': {
    send: async (place) => ({ body: daysIn(place) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.preview': { send: queriedDaysIn, own: fromManager, other: [401, 401, 403, 403, 403, 200, 200] },
  'roster.publish': {
    send: async (place) => {
      await clearRoster(muster)
      const gita = await muster.as('gita')
      const { expected } = await gita.call(api.roster.preview, { query: daysIn(place) })
      return { body: { ...daysIn(place), expected } }
    },
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.answer': {
    send: async (place, actor) => ({ params: await questionIn(place, actor), body: { accept: false } }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'roster.claim': {
    send: async (place) => ({ params: await shiftToComeIn(place, null) }),
    own: [401, 401, 403, 200, 200, 403, 403],
    other: [401, 401, 403, 404, 403, 403, 403],
  },
  'roster.offer': {
    send: async (place, actor) => ({ params: await shiftToComeIn(place, actor) }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 409, 409, 409],
  },
  'roster.withdrawOffer': {
    send: async (place, actor) => ({ params: await shiftToComeIn(place, actor) }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 409, 409, 409],
  },
  'roster.templates': {
    send: async (place) => ({ query: `?departmentId=${departmentId(place)}` }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.createTemplate': {
    send: async (place) => ({
      body: {
        departmentId: departmentId(place),
        ...{ name: 'Early', start: '06:00', end: '14:00', breakMinutes: 30, colour: 'amber' },
      },
    }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'roster.updateTemplate': {
    send: async (place) => ({ params: await templateIn(place), body: { name: 'Late' } }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.removeTemplate': {
    send: async (place) => ({ params: await templateIn(place) }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'roster.exchanges': {
    send: async (place) => ({ query: `?departmentId=${departmentId(place)}` }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.exchangeSettings': {
    send: async (place) => ({ body: { departmentId: departmentId(place), needsApproval: false } }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
  'roster.exchangeChoices': {
    send: async (place, actor) => ({ params: await shiftToComeIn(place, actor) }),
    own: fromUser,
    other: [401, 401, 403, 404, 409, 409, 409],
  },
  'roster.askForExchange': {
    send: async (place, actor) => ({
      body: { shiftId: (await shiftToComeIn(place, actor)).id, toUserId: (await colleague(place)).id },
    }),
    own: [401, 401, 403, 201, 201, 201, 201],
    other: [401, 401, 403, 404, 409, 409, 409],
  },
  'roster.acceptExchange': {
    send: async (place, actor) => ({ params: { id: await exchangeIn(place, actor, 'to') } }),
    own: [401, 401, 403, 200, 200, 200, 403],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'roster.refuseExchange': {
    send: async (place, actor) => ({ params: { id: await exchangeIn(place, actor, 'to') } }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'roster.cancelExchange': {
    send: async (place, actor) => ({ params: { id: await exchangeIn(place, actor, 'from') } }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'roster.decideExchange': {
    send: async (place) => ({ params: await waitingIn(place), body: { approve: false } }),
    own: fromManager,
    other: [401, 401, 403, 403, 404, 200, 200],
  },
  'roster.candidates': {
    send: async (place) => ({ params: await shiftToComeIn(place, null) }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.askPeople': {
    send: async (place) => ({
      params: await shiftToComeIn(place, null),
      body: { userIds: [(await colleague(place)).id] },
    }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'roster.wishes': {
    send: async (place) => ({ query: place === 'own' ? '' : `?userId=${colleagueIn('other').id}` }),
    own: fromUser,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'roster.saveWishes': {
    send: async (place) => ({ body: { wishes: [], ...(place === 'other' && { userId: colleagueIn('other').id }) } }),
    own: fromUser,
    other: [401, 401, 403, 404, 403, 200, 200],
  },
  'roster.declineShift': {
    send: async (place, actor) => ({ params: await askedIn(place, actor) }),
    own: [401, 401, 403, 204, 204, 204, 204],
    other: [401, 401, 403, 404, 409, 409, 409],
  },
  'absences.list': {
    send: async (place) => ({
      query: `?from=2027-06-01&to=2027-06-30&userId=${colleagueIn(place).id}`,
    }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 404, 200, 200],
  },
  'absences.requests': {
    send: async (place) => ({ query: `?departmentId=${departmentId(place)}` }),
    own: fromManager,
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'absences.create': {
    send: async (place) => ({
      body: { kind: 'vacation', from: dayToCome(), to: dayToCome(), userId: (await colleague(place)).id },
    }),
    own: [401, 401, 403, 404, 201, 201, 201],
    other: [401, 401, 403, 404, 404, 201, 201],
  },
  'absences.decide': {
    send: async (place) => ({ params: await absenceOf(place), body: { approve: true } }),
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 403, 404, 200, 200],
  },
  'absences.cancel': {
    send: async (place) => ({ params: await absenceOf(place) }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 404, 200, 200],
  },
  'hours.reopen': {
    send: async (place) => ({
      body: { period: '2026-10-01', userId: colleagueIn(place).id, reason: 'One is missing' },
    }),
    own: [401, 401, 403, 403, 403, 409, 409],
  },
  'wageTypes.list': { own: fromAdmin },
  'wageTypes.create': {
    send: async () => {
      await clearPayroll(muster)
      return { body: newWageType }
    },
    own: fromAdminCreated,
  },
  'wageTypes.update': {
    send: async () => ({ params: await someWageType(), body: { ...newWageType, overContract: true } }),
    own: fromAdmin,
  },
  'wageTypes.remove': { send: async () => ({ params: await someWageType() }), own: fromAdminNothing },
  'wageTypes.history': { send: async () => ({ params: await someWageType() }), own: fromAdmin },
  'payroll.runs': { own: fromAdmin },
  'payroll.check': { send: async () => ({ query: '?period=2026-10-01' }), own: fromAdmin },
  'payroll.create': {
    send: async () => ({ body: { period: '2026-10-01' } }),
    own: [401, 401, 403, 403, 403, 409, 409],
  },
  'payroll.get': { send: async () => ({ params: await putPayrollRun(muster) }), own: fromAdmin },
  'payroll.file': { send: async () => ({ params: await putPayrollRun(muster) }), own: fromAdmin },
  'payroll.sample': { own: fromAdmin },
  'payroll.fileSettings': { own: fromAdmin },
  'payroll.updateFileSettings': { send: async () => ({ body: defaultPayrollFile }), own: fromAdmin },
  'holidays.list': { own: fromUser },
  'holidays.create': {
    send: async () => ({ body: { holidays: [{ date: '2027-01-01', name: 'New Year' }] } }),
    own: fromAdmin,
  },
  'holidays.remove': {
    send: async () => {
      await muster.services.database.pool.query('delete from holidays')
      return { params: await muster.put('gita', holidays, { date: '2027-05-01', name: 'Labour Day' }) }
    },
    own: [401, 401, 403, 403, 403, 204, 204],
  },
  'clock.add': {
    send: async (place) => {
      const params = colleagueIn(place)
      await clearSessions(muster)
      const times = { startTime: '2026-11-02T07:00:00.000Z', endTime: '2026-11-02T15:00:00.000Z' }
      return { params, body: { ...times, reason: 'Forgot to clock in' } }
    },
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'clock.correct': {
    send: async (place) => ({ params: await sessionIn(place), body: { reason: 'Forgot to clock out' } }),
    own: fromManager,
    other: [401, 401, 403, 403, 404, 200, 200],
  },
  'clock.startBreak': {
    send: async (_, actor) => {
      await putOnTheClock(actor)
      return {}
    },
    own: [401, 401, 403, 201, 201, 201, 201],
  },
  'clock.endBreak': {
    send: async (_, actor) => {
      const session = await putOnTheClock(actor)
      if (session) await putBreak(muster, session.id, session.startTime, null)
      return {}
    },
    own: fromUser,
  },
  // Somebody else's session; one's own is in features/clock/set-breaks.test.ts.
  'clock.setBreaks': {
    send: async (place) => ({
      params: await sessionIn(place),
      body: { breaks: [], reason: 'No break that day' },
    }),
    own: [401, 401, 403, 404, 200, 200, 200],
    other: [401, 401, 403, 404, 404, 200, 200],
  },
  'shift.people': { send: filtered, own: fromUser, other: fromManager },
  'briefing.get': { own: fromUser },
  'briefing.read': { send: async () => ({ body: { heldIds: [1] } }), own: fromUser },
  'messages.send': {
    send: async (place) => ({ body: { userIds: [(await onDutyIn(place)).id], text: 'Two cots, please' } }),
    own: [401, 401, 403, 201, 201, 201, 201],
    other: [401, 401, 403, 400, 201, 201, 201],
  },
  'messages.sendUrgent': {
    send: async (place) => ({
      body: { departmentId: departmentId(place), text: 'The boiler leaks', reason: 'Water runs into the lift' },
    }),
    own: [401, 401, 403, 403, 201, 201, 201],
    other: [401, 401, 403, 403, 403, 201, 201],
  },
  'threads.list': { own: fromUser },
  // The thread of a department, in which everybody of it takes part.
  'threads.messages': {
    send: async (place) => ({ params: { id: await putThread(muster, places[place]) } }),
    ...ownThreadOnly,
  },
  'threads.send': {
    send: async (place) => ({ params: { id: await putThread(muster, places[place]) }, body: { text: 'Two cots' } }),
    own: [401, 401, 403, 201, 201, 404, 404],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'threads.markRead': {
    send: async (place) => ({ params: { id: await putThread(muster, places[place]) } }),
    own: [401, 401, 403, 204, 204, 404, 404],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  // One's own message.
  'threads.takeBack': {
    send: async (place, actor) => {
      const id = await putThread(muster, places[place])
      return { params: { id, message: await putThreadMessage(muster, id, nameOf(actor)) } }
    },
    own: [401, 401, 403, 204, 204, 404, 404],
    other: [401, 401, 403, 404, 404, 404, 404],
  },
  'handovers.list': { send: filtered, own: fromUser, other: [401, 401, 403, 403, 200, 200, 200] },
  'handovers.create': {
    send: async () => ({ body: { note: 'Quiet', items: [] } }),
    own: [401, 401, 403, 201, 201, 201, 201],
  },
  // Somebody else's handover.
  'handovers.receive': {
    send: async (place) => ({ params: await handoverIn(place) }),
    own: fromUser,
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  // Somebody else's, that nobody has received.
  'handovers.done': {
    send: async (place) => ({ params: await handoverIn(place) }),
    own: [401, 401, 403, 403, 403, 403, 403],
    other: [401, 401, 403, 404, 403, 403, 403],
  },
  'handovers.ask': {
    send: async (place) => ({ params: await handoverIn(place), body: { question: 'Since when?' } }),
    own: [401, 401, 403, 201, 201, 201, 201],
    other: [401, 401, 403, 404, 201, 201, 201],
  },
  'handovers.answer': {
    send: async (place) => {
      const { id } = await handoverIn(place)
      await putQuestion(muster, id, { asker: 'nora' })
      return { params: { id }, body: { answer: 'Since noon' } }
    },
    own: fromManager,
    other: [401, 401, 403, 404, 200, 200, 200],
  },
  'dataProtection.read': { own: everybody },
  'dataProtection.copy': {
    send: async (place) => ({ query: `?userId=${(await colleague(place)).id}` }),
    own: [401, 401, 404, 404, 403, 200, 200],
  },
  'analytics.summary': { send: filtered, own: fromManager, other: fromManager },
  'analytics.trends': { send: filtered, own: fromManager, other: fromManager },
  'analytics.workload': { send: filtered, own: fromManager, other: fromManager },
  'analytics.performance': { send: filtered, own: fromManager, other: fromManager },
  'analytics.overdue': { send: filtered, own: fromManager, other: fromManager },
  'analyticsRoutines.routines': { send: filtered, own: fromManager, other: fromManager },
  'analyticsRoutines.missed': { send: filtered, own: fromManager, other: fromManager },
  'analyticsRoutines.problems': { send: filtered, own: fromManager, other: fromManager },
  'analyticsRoutines.problemList': { send: filtered, own: fromManager, other: fromManager },
  'analyticsSheet.corrected': ownTeamOnly,
  'analyticsSheet.read': { send: filtered, own: fromManager, other: fromManager },
  'analyticsShift.shift': { send: filtered, own: fromManager, other: fromManager },
  'audit.list': { own: fromAdmin },
  'audit.actions': { own: fromAdmin },
  'audit.export': { own: fromAdmin },
  'feedback.list': { own: fromAdmin },
  'feedback.create': { send: async () => ({ body: { rating: 4 } }), own: [401, 401, 201, 201, 201, 201, 201] },
  'feedback.update': {
    send: async () => ({ params: await someFeedback(), body: { isVisible: false } }),
    own: fromAdmin,
  },
  'webhooks.list': { own: fromAdmin },
  'webhooks.create': {
    send: async () => ({ body: { name: 'Door locks', url: 'https://locks.example/muster', types: ['task.created'] } }),
    own: fromAdminCreated,
  },
  'webhooks.update': {
    send: async () => ({ params: { id: await putWebhook(muster) }, body: { name: 'Lifts' } }),
    own: fromAdmin,
  },
  'webhooks.remove': { send: ofWebhook, own: fromAdminNothing },
  'webhooks.showSecret': { send: ofWebhook, own: fromAdmin },
  'webhooks.renewSecret': { send: ofWebhook, own: fromAdmin },
  'webhooks.test': { send: ofWebhook, own: fromAdminCreated },
  'webhooks.pause': { send: ofWebhook, own: fromAdmin },
  'webhooks.resume': { send: ofWebhook, own: fromAdmin },
  'webhooks.takeOver': { send: ofWebhook, own: [401, 401, 403, 403, 403, 409, 409] },
  'webhooks.messages': { send: ofWebhook, own: fromAdmin },
  'webhooks.resend': { send: async () => ({ params: await putWebhookMessage(muster) }), own: fromAdmin },
  'jobs.list': { own: fromAdmin },
  'operations.get': { own: [401, 401, 403, 403, 403, 403, 200] },
  'jobs.retry': { send: async () => ({ params: { id: await putFailedJob(muster.services) } }), own: fromAdminNothing },
  'jobs.remove': { send: async () => ({ params: { id: await putFailedJob(muster.services) } }), own: fromAdminNothing },
  'dashboard.metrics': ownOnlyBelowManager,
  'dashboard.activity': ownOnlyBelowManager,
  'dashboard.due': { own: everybody },
  'today.read': { own: everybody },
  'todayDepartment.read': {
    send: filtered,
    own: [401, 401, 403, 403, 200, 200, 200],
    other: [401, 401, 403, 403, 403, 200, 200],
  },
  'todayDepartment.allClear': {
    send: async (place) => ({ body: { departmentId: departmentId(place), asOf: new Date().toISOString() } }),
    own: [401, 401, 403, 403, 204, 204, 204],
    other: [401, 401, 403, 403, 403, 204, 204],
  },
}

const endpoints = Object.entries(api).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]) => [`${noun}.${verb}`, endpoint as Endpoint] as const),
)
const endpointOf = (name: string) => {
  const endpoint = endpoints.find(([each]) => each === name)?.[1]
  if (!endpoint) throw new Error(`There is no endpoint ${name}`)
  return endpoint
}

let closedCookie = ''
beforeAll(async () => {
  closedCookie = (await muster.as('lea')).cookie
  await deactivate(muster.services, 'lea')
})

/** A new browser with the actor's session. */
async function browserOf(actor: Actor): Promise<Browser> {
  const browser = muster.stranger()
  if (actor === 'closed') browser.cookie = closedCookie
  else if (actor !== 'nobody') browser.cookie = (await muster.as(people[actor])).cookie
  return browser
}

async function statusOf(
  endpoint: Endpoint,
  browser: Browser,
  { params = {}, query = '', body, form, content = smallPdf() }: Sent,
) {
  const { status } = await browser.raw({
    method: endpoint.method,
    url: `${API_PREFIX}${pathOf(endpoint, params)}${query}`,
    ...(form && formOf(form, { content })),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  })
  return status
}

test('there is a row for every endpoint, and for no other', () => {
  expect(Object.keys(table).sort()).toEqual(endpoints.map(([name]) => name).sort())
})

const cases = endpoints.flatMap(([name, endpoint]) => {
  const row: Row = table[name as keyof typeof table] ?? { own: [0, 0, 0, 0, 0, 0, 0] }
  const own = { name, endpoint, row, place: 'own' as DepartmentChoice, expected: row.own }
  return row.other ? [own, { ...own, place: 'other' as DepartmentChoice, expected: row.other }] : [own]
})

describe('a token', () => {
  const persons = actors.filter(isPerson)
  // A token has its person's rights, and the table below has every role's.
  const withAll = persons.filter((actor) => isLongRun || actor === 'user')
  const withOthers = persons.filter((actor) => isLongRun || actor === 'god')
  /** The statuses of these people's programs, which have tokens with these scopes. */
  async function statusesWith(
    persons: typeof withAll,
    chosen: readonly string[],
    { endpoint, row, place }: (typeof cases)[number],
  ) {
    const statuses: [Actor, number][] = []
    for (const actor of persons) {
      const program = withToken(muster, (await putToken(muster, people[actor], chosen)).token)
      statuses.push([actor, await statusOf(endpoint, program, (await row.send?.(place, actor)) ?? {})])
      await muster.services.database.pool.query('delete from api_tokens')
    }
    return Object.fromEntries(statuses)
  }

  // A tablet's calls go by its cookie alone, even if other credentials come along.
  const called = cases.filter(({ endpoint }) => endpoint.allow !== 'kiosk')
  test.each(called)('with every scope gets what its person gets, or nothing: $name, $place', async (each) => {
    const may = scopeOf(each.endpoint) !== 'never'
    const expected = withAll.map((actor) => [actor, may ? each.expected[actors.indexOf(actor)] : 403])
    expect(await statusesWith(withAll, scopes, each)).toEqual(Object.fromEntries(expected))
  })

  const scoped = cases.filter(
    ({ endpoint, place }) => place === 'own' && !['open', 'never'].includes(scopeOf(endpoint)),
  )
  test.each(scoped)('without its scope is refused: $name', async (each) => {
    const others = scopes.filter((scope) => scope !== scopeOf(each.endpoint))
    expect(Object.values(await statusesWith(withOthers, others, each))).toEqual(withOthers.map(() => 403))
  })

  // More may be refused: to write may need more than the one scope. But each reply has its own query for each set of
  // scopes.
  const opens = (scope: string) =>
    called.filter(({ endpoint, place }) => place === 'own' && ['open', scope].includes(scopeOf(endpoint)))
  test.each(scopes)('with the scope %s alone gets no fault from what it opens', async (scope) => {
    const statuses: [string, number][] = []
    const { token } = await putToken(muster, 'gita', [scope])
    for (const { name, endpoint, row } of opens(scope))
      statuses.push([name, await statusOf(endpoint, withToken(muster, token), (await row.send?.('own', 'god')) ?? {})])
    const isFault = ([name, status]: [string, number]) =>
      status >= 500 || (scopeOf(endpointOf(name)) === 'open' && status !== 200)
    expect(statuses.filter(isFault)).toEqual([])
    await muster.services.database.pool.query('delete from api_tokens')
  })
})

describe('every actor gets the status of the row for', () => {
  // Signing in and out ends the session, as does making the browser a kiosk, so these come last.
  const last = ['kiosks.create', 'auth.login', 'auth.logout']
  const endsSessions = ({ name }: { name: string }) => last.indexOf(name)
  const inOrder = [...cases].sort((a, b) => endsSessions(a) - endsSessions(b))

  test.each(inOrder)('$name, their $place', async ({ endpoint, row, place, expected }) => {
    const statuses: Partial<Record<Actor, number>> = {}
    // Those who are refused by their role, or without one, may all ask for the same row.
    let refused: Sent | undefined
    for (const [index, actor] of actors.entries()) {
      const isRefused = expected[index] === 401 || expected[index] === 403
      const sent = (isRefused && refused) || ((await row.send?.(place, actor)) ?? {})
      if (isRefused) refused = sent
      statuses[actor] = await statusOf(endpoint, await browserOf(actor), sent)
    }
    expect(statuses).toEqual(Object.fromEntries(actors.map((actor, index) => [actor, expected[index]])))
  })
})
