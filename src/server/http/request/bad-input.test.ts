import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clearAbsences, dayToCome, putAbsence } from '../../../../test/support/absences.ts'
import { putPasskey } from '../../../../test/support/authenticator.ts'
import {
  exampleOf,
  fieldsOf,
  isFree,
  isOptional,
  jsonOf,
  leastOf,
  oddValues,
  Raw,
  type Shape,
  unstorable,
  withNul,
  wrongTexts,
  wrongValues,
} from '../../../../test/support/bad-values.ts'
import { clearSessions, putBreak, putSession } from '../../../../test/support/clock.ts'
import { putComment } from '../../../../test/support/comments.ts'
import { formOf } from '../../../../test/support/forms.ts'
import { putHandover, putQuestion } from '../../../../test/support/handovers.ts'
import { putFailedJob } from '../../../../test/support/jobs.ts'
import { PIN, putKiosk, putPin } from '../../../../test/support/kiosks.ts'
import { isLongRun, someOf } from '../../../../test/support/long-run.ts'
import { clearPayroll, putPayrollRun, putWageType } from '../../../../test/support/payroll.ts'
import { smallPdf } from '../../../../test/support/pdfs.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { emailOf, PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { putCommentWithPhoto, putPhoto } from '../../../../test/support/photos.ts'
import { jpegOf } from '../../../../test/support/pictures.ts'
import { putPlace, putProblem } from '../../../../test/support/problems.ts'
import { putDevice, someKeys } from '../../../../test/support/push.ts'
import { putReminder } from '../../../../test/support/reminders.ts'
import { clearRoster, putAsk, putExchange, putShift, putTemplate } from '../../../../test/support/roster.ts'
import { newRoutine, putOccurrence, putRoutine } from '../../../../test/support/routines.ts'
import { putSavedView } from '../../../../test/support/saved-views.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { putTaskWithStep } from '../../../../test/support/steps.ts'
import { putFeedback, putProject, putTask } from '../../../../test/support/tasks.ts'
import { type Browser, useTestApp } from '../../../../test/support/test-app.ts'
import { putThread, putThreadMessage } from '../../../../test/support/threads.ts'
import { putToken } from '../../../../test/support/tokens.ts'
import { putWebhook, putWebhookMessage } from '../../../../test/support/webhooks.ts'
import { api } from '../../../shared/api.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { type Endpoint, pathOf, statusOf } from '../../../shared/endpoint.ts'
import { hoursApi } from '../../../shared/hours.ts'
import { defaultPayrollFile } from '../../../shared/payroll-file.ts'
import { HttpError } from '../../base/errors.ts'
import { departments } from '../../db/tables/departments.ts'
import { holidays } from '../../db/tables/holidays.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { sessions } from '../../db/tables/sessions.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { parsed } from './input.ts'

/**
 * Sends each field of each endpoint with every kind of wrong value, and expects 400 with the name of the field. The
 * cases are made from the contracts. A new endpoint with parameters only needs a line in `rows`. One value of each
 * field goes the whole way. Of the others, only those do that the contract accepts: each request takes its session, its
 * row and its transaction.
 */

const muster = useTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://muster.example' })
let gita: Browser
let tablet: Browser
beforeAll(async () => {
  tablet = (await putKiosk(muster)).tablet
  gita = await muster.as('gita')
})
beforeEach(() => muster.services.database.pool.query('delete from sign_in_tries; delete from passkeys'))

async function someWageType() {
  await clearPayroll(muster)
  return (await putWageType(muster, '100')).id
}

/** Creates the row that the parameters of an endpoint name, by the path of the endpoint. */
const rows: Record<string, () => Promise<Record<string, unknown>>> = {
  '/tasks/:id': async () => ({ id: (await putTask(muster)).id }),
  '/tasks/:id/restore': async () => ({ id: (await putTask(muster, { deletedAt: new Date().toISOString() })).id }),
  '/tasks/:id/history': async () => ({ id: (await putTask(muster)).id }),
  '/tasks/:id/status': async () => ({ id: (await putTask(muster)).id }),
  ...Object.fromEntries(
    ['comments', 'comments/read', 'people'].map((rest) => [
      `/tasks/:id/${rest}`,
      async () => ({ id: (await putTask(muster)).id }),
    ]),
  ),
  '/comments/:id': async () => ({ id: (await putComment(muster, (await putTask(muster)).id)).id }),
  '/comments/:id/restore': async () => {
    const { id } = await putTask(muster)
    return { id: (await putComment(muster, id, { deletedAt: new Date().toISOString() })).id }
  },
  '/problems/:id/department': async () => ({ id: (await putProblem(muster)).id }),
  '/tasks/:id/claim': async () => ({ id: (await putTask(muster)).id }),
  '/tasks/:id/release': async () => ({ id: (await putTask(muster)).id }),
  '/kiosks/:id': async () => ({ id: (await putKiosk(muster)).kiosk.id }),
  '/kiosks/:id/owner': async () => ({ id: (await putKiosk(muster)).kiosk.id }),
  '/places/:id': async () => ({ id: (await putPlace(muster)).id }),
  '/places/code/:code': async () => ({ code: (await putPlace(muster)).code }),
  '/places/code/:code/history': async () => ({ code: (await putPlace(muster)).code }),
  '/tasks/:id/procedure': async () => ({ id: (await putTask(muster)).id }),
  '/tasks/:id/steps': async () => ({ id: (await putTask(muster)).id }),
  '/tasks/:id/steps/order': async () => ({ id: (await putTask(muster)).id }),
  '/steps/:id': async () => ({ id: (await putTaskWithStep(muster)).step.id }),
  '/steps/:id/value': async () => ({ id: (await putTaskWithStep(muster, {}, { kind: 'text' })).step.id }),
  '/steps/:id/restore': async () => ({
    id: (await putTaskWithStep(muster, {}, { deletedAt: new Date().toISOString() })).step.id,
  }),
  '/wage-types/:id': async () => ({ id: await someWageType() }),
  '/wage-types/:id/history': async () => ({ id: await someWageType() }),
  '/payroll/runs/:id': async () => ({ id: (await putPayrollRun(muster)).id }),
  '/payroll/runs/:id/file': async () => ({ id: (await putPayrollRun(muster)).id }),
  '/projects/:id/history': async () => ({ id: (await putProject(muster, 'Winter')).id }),
  '/jobs/:id': async () => ({ id: await putFailedJob(muster.services) }),
  '/jobs/:id/retry': async () => ({ id: await putFailedJob(muster.services) }),
  ...Object.fromEntries(
    ['', '/secret', '/test', '/pause', '/resume', '/owner', '/messages'].map((rest) => [
      `/webhooks/:id${rest}`,
      async () => ({ id: await putWebhook(muster) }),
    ]),
  ),
  '/webhooks/:id/messages/:message/resend': () => putWebhookMessage(muster),
  '/threads/:id/messages': async () => ({ id: await putThread(muster, ['gita', 'lea']) }),
  '/threads/:id/read': async () => ({ id: await putThread(muster, ['gita', 'lea']) }),
  '/threads/:id/messages/:message': async () => {
    const id = await putThread(muster, ['gita', 'lea'])
    return { id, message: await putThreadMessage(muster, id, 'gita') }
  },
  '/feedback/:id': async () => ({ id: (await putFeedback(muster)).id }),
  '/projects/:id': async () => ({ id: (await putProject(muster, 'Winter')).id }),
  '/reminders/:id': async () => ({ id: (await putReminder(muster)).id }),
  // One that stays open, so that any time until it is due fits.
  '/routines/:id': async () => ({ id: (await putRoutine(muster, { closesAfterMinutes: null })).id }),
  '/routines/:id/occurrences': async () => ({ id: (await putRoutine(muster)).id }),
  '/routines/:id/restore': async () => ({ id: (await putRoutine(muster, { deletedAt: new Date().toISOString() })).id }),
  '/tasks/:id/skip': async () => ({ id: (await putOccurrence(muster)).id }),
  '/auth/passkeys/:id': async () => ({ id: await putPasskey(muster.services, muster.fixtures.people.gita.id) }),
  '/users/:id': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/pin': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/open-work': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/invitation': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/history': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/sessions': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/programs': async () => ({ id: (await putPerson(muster.services)).id }),
  '/tokens/:id': async () => ({ id: (await putToken(muster, 'gita')).id }),
  '/users/:id/second-step': async () => ({ id: (await putPerson(muster.services)).id }),
  '/users/:id/password': async () => ({ id: (await putPerson(muster.services)).id }),
  '/saved-views/:id': async () => ({ id: (await putSavedView(muster, 'gita', `View ${Math.random()}`)).id }),
  '/saved-views/:id/hidden': async () => ({ id: (await putSavedView(muster, 'gita', `View ${Math.random()}`)).id }),
  '/departments/:id': async () => {
    const name = `Cellar ${Math.random()}`
    return { id: (await muster.put('gita', departments, { name, foldedName: name })).id }
  },
  '/auth/sessions/:id': async () => ({ id: await putSignInSession(muster.fixtures.people.gita.id) }),
  '/users/:id/sessions/:session': async () => {
    const { id } = await putPerson(muster.services)
    return { id, session: await putSignInSession(id) }
  },
  ...Object.fromEntries(
    ['', '/file', '/text', '/versions', '/history', '/confirm', '/readers', '/remind'].map((rest) => [
      `/sops/:id${rest}`,
      async () => ({ id: (await putSop(muster)).id }),
    ]),
  ),
  '/photos/:id': async () => putCommentWithPhoto(muster, (await putTask(muster)).id),
  '/photos/:id/restore': async () =>
    putCommentWithPhoto(muster, (await putTask(muster)).id, { deletedAt: new Date().toISOString() }),
  '/photos/:id/thumbnail': async () => ({ id: await putPhoto(muster) }),
  '/notifications/:id/read': async () => {
    const params = { title: 'Tea is ready', description: null }
    const values = { userId: muster.fixtures.people.gita.id, kind: 'reminder' as const, params }
    const [row] = await muster.services.database.orm.insert(notifications).values(values).returning()
    return { id: row?.id }
  },
  '/push-subscriptions/:id': () => putDevice(muster, 'gita'),
  '/push-subscriptions/:id/test': () => putDevice(muster, 'gita'),
  '/handover-items/:id/receive': async () => ({ id: (await putHandover(muster)).id }),
  '/handover-items/:id/done': async () => ({
    id: (await putHandover(muster, { giver: 'marta', receivedBy: 'gita' })).id,
  }),
  '/handover-items/:id/ask': async () => ({ id: (await putHandover(muster)).id }),
  '/handover-items/:id/answer': async () => {
    const { id } = await putHandover(muster)
    await putQuestion(muster, id)
    return { id }
  },
  '/holidays/:id': async () => {
    await muster.services.database.pool.query('delete from holidays')
    return muster.put('gita', holidays, { date: '2027-05-01', name: 'Labour Day' })
  },
  '/roster/shifts/:id': () => putShift(muster, { isPublished: true }),
  '/roster/shifts/:id/answer': async () => {
    const date = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
    const { id } = await putShift(muster, { person: 'gita', date })
    await muster.services.database.pool.query('update planned_shifts set asked_at = now() where id = $1', [id])
    return { id }
  },
  ...Object.fromEntries(
    ['/claim', '/offer', '/exchange-choices', '/candidates']
      .map((rest) => `/roster/shifts/:id${rest}`)
      .map((path) => [path, () => putShift(muster, { person: 'gita', date: '2027-12-10', isPublished: true })]),
  ),
  '/roster/templates/:id': () => putTemplate(muster),
  '/roster/shifts/:id/ask': () => putShift(muster, { date: '2027-12-10', isPublished: true }),
  '/roster/shifts/:id/decline': async () => {
    const shift = await putShift(muster, { date: '2027-12-10', isPublished: true })
    await putAsk(muster, shift, 'gita')
    return shift
  },
  '/roster/exchanges/:id/accept': () => exchangeOf('lea', 'gita'),
  '/roster/exchanges/:id/refuse': () => exchangeOf('lea', 'gita'),
  '/roster/exchanges/:id/cancel': () => exchangeOf('gita', 'lea'),
  '/roster/exchanges/:id/decision': () => exchangeOf('uli', 'lea', 'waiting'),
  '/absences/:id': () => putAbsence(muster, 'gita'),
  '/absences/:id/decision': () => putAbsence(muster, 'uli'),
  '/users/:id/contracts': async () => ({ id: (await putPerson(muster.services)).id }),
  ...Object.fromEntries(['', '/history'].map((rest) => [`/contracts/:id${rest}`, putContract])),
  '/clock/people/:id': async () => ({ id: muster.fixtures.people.uli.id }),
  '/clock/people/:id/sessions': async () => {
    await clearSessions(muster, 'uli')
    return { id: muster.fixtures.people.uli.id }
  },
  '/clock/sessions/:id/breaks': async () => {
    await clearSessions(muster, 'uli')
    return { id: (await putSession(muster, 'uli', '2026-11-02T07:00:00.000Z', '2026-11-02T15:00:00.000Z')).id }
  },
  '/clock/sessions/:id': async () => {
    await clearSessions(muster, 'uli')
    return { id: (await putSession(muster, 'uli', '2026-11-02T07:00:00.000Z', '2026-11-02T15:00:00.000Z')).id }
  },
}

/** Puts a contract of a new person there. */
async function putContract() {
  const userId = (await putPerson(muster.services)).id
  return muster.put('gita', workContracts, { userId, from: '2026-11-02', weeklyMinutes: 2400, daysPerWeek: 5 })
}

/** Puts a sign-in session of a person there. Returns its id. */
async function putSignInSession(userId: string) {
  const sid = randomBytes(32).toString('hex')
  const sess = { ipAddress: '203.0.113.9', userAgent: null, signedInAt: new Date().toISOString() }
  const expire = new Date(Date.now() + 3_600_000).toISOString()
  await muster.services.database.orm.insert(sessions).values({ sid, sess, expire, userId })
  return sid
}

const passkeyAnswer = { id: 'AAAA', authenticatorData: 'AAAA', clientDataJSON: 'AAAA', signature: 'AAAA' }

/** A pay period that is over. */
const OCTOBER = { periodStart: '2025-10-01', periodEnd: '2025-10-31', hash: 'A'.repeat(22) }

/** The smallest valid bodies, where the contract alone does not give one. By path, or by method and path. */
const minimalBodies: Record<string, () => Promise<object>> = {
  '/clock/people/:id/sessions': async () => ({
    startTime: '2026-11-02T07:00:00.000Z',
    endTime: '2026-11-02T15:00:00.000Z',
    reason: 'Forgot to clock in',
  }),
  '/clock/sessions/:id/breaks': async () => ({ breaks: [], reason: 'No break that day' }),
  '/clock/break/start': async () => {
    await clearSessions(muster, 'gita')
    await putSession(muster, 'gita', hoursAgo(2), null)
    return {}
  },
  '/clock/break/end': async () => {
    await clearSessions(muster, 'gita')
    const { id } = await putSession(muster, 'gita', hoursAgo(2), null)
    await putBreak(muster, id, hoursAgo(1), null)
    return {}
  },
  '/clock/end-stated': async () => {
    await clearSessions(muster, 'gita')
    const { id } = await putSession(muster, 'gita', hoursAgo(15), null)
    return { id, endTime: hoursAgo(1) }
  },
  '/payroll/file-settings': async () => defaultPayrollFile,
  '/hours/confirm': async () => ({ period: OCTOBER.periodStart }),
  '/hours/settle': async () => {
    const { id: userId } = muster.fixtures.people.uli
    await muster.put('uli', hoursAnswers, { ...OCTOBER, userId, saidBy: userId, kind: 'object', text: 'The 5th' })
    return { period: OCTOBER.periodStart, userId, text: 'It is there now' }
  },
  '/hours/approve': async () => {
    const { id: userId } = await putPerson(muster.services)
    const query = { period: OCTOBER.periodStart, userId }
    const { hash } = await (await muster.as('gita')).call(hoursApi.person, { query })
    return { period: OCTOBER.periodStart, people: [{ userId, hash }] }
  },
  '/hours/withdraw': async () => {
    const { uli, gita } = muster.fixtures.people
    const approved = { approvedBy: gita.id, approvedAt: new Date().toISOString(), minutes: {} }
    await muster.put('gita', hoursApprovals, { ...OCTOBER, ...approved, userId: uli.id })
    return { period: OCTOBER.periodStart, userId: uli.id, reason: 'Too early' }
  },
  '/auth/prove': async () => ({ currentPassword: PASSWORD }),
  '/auth/passkeys': async () => ({ id: 'AAAA', attestationObject: 'AAAA', clientDataJSON: 'AAAA', transports: [] }),
  '/auth/login/passkey': async () => passkeyAnswer,
  '/auth/login/second-step': async () => passkeyAnswer,
  '/auth/pin': async () => ({ pin: PIN }),
  '/kiosk/passes': async () => {
    const { id } = await putPerson(muster.services)
    await putPin(muster, id)
    return { userId: id, pin: PIN }
  },
  '/handovers': async () => ({ note: 'Quiet', items: [] }),
  '/tasks/undo': async () => ({ from: {}, to: [{ ids: [(await putTask(muster)).id], values: {} }] }),
  '/webhooks': async () => ({ name: 'Door locks', url: 'https://locks.example/muster', types: ['task.created'] }),
  '/push-subscriptions': async () => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${Math.random()}`,
    keys: someKeys,
  }),
  '/saved-views': async () => ({ name: `View ${Math.random()}`, state: { view: 'table' } }),
  '/saved-views/:id': async () => ({ state: { view: 'table' } }),
  '/saved-views/:id/hidden': async () => ({ isHidden: true }),
  '/auth/login': async () => ({ email: 'nobody@hotel.example', password: PASSWORD }),
  '/users': async () => ({
    ...{ firstName: 'Ann', lastName: 'Applicant', role: 'user', password: PASSWORD },
    ...{ email: `ann${Math.random()}@hotel.example`, departmentId: muster.fixtures.departments.Operations },
  }),
  '/users/many': async () => {
    const departmentId = muster.fixtures.departments.Operations
    const email = `ann${Math.random()}@hotel.example`
    return { people: [{ firstName: 'Ann', lastName: 'Applicant', email, role: 'user', departmentId }] }
  },
  '/absences': async () => {
    await clearAbsences(muster)
    return { kind: 'vacation', from: dayToCome(), to: dayToCome() }
  },
  '/absences/:id/decision': async () => ({ approve: false }),
  '/roster/shifts': async () => newShift(),
  '/roster/shifts/many': async () => ({ create: [newShift()] }),
  // Gita belongs to no department, so she can only say no.
  '/roster/shifts/:id/answer': async () => ({ accept: false }),
  '/roster/exchanges': async () => ({
    shiftId: (await putShift(muster, { person: 'gita', date: '2027-12-10', isPublished: true })).id,
    toUserId: muster.fixtures.people.lea.id,
  }),
  '/roster/exchanges/settings': async () => ({
    departmentId: muster.fixtures.departments.Housekeeping,
    needsApproval: false,
  }),
  '/roster/exchanges/:id/decision': async () => ({ approve: false }),
  '/roster/shifts/:id/ask': async () => ({ userIds: [muster.fixtures.people.lea.id] }),
  '/roster/wishes': async () => ({
    wishes: [{ kind: 'unavailable', weekday: 4, date: null, start: null, end: null, note: null }],
  }),
  '/roster/copy': async () => ({ ...rosterDays(), target: '2026-12-14', withPeople: true }),
  '/roster/discard': async () => rosterDays(),
  '/roster/publish': async () => {
    await clearRoster(muster)
    const gita = await muster.as('gita')
    const { expected } = await gita.call(api.roster.preview, { query: rosterDays() })
    return { ...rosterDays(), expected }
  },
  '/roster/templates': async () => ({
    ...{ departmentId: muster.fixtures.departments.Housekeeping, name: 'Early', start: '06:00', end: '14:00' },
    ...{ breakMinutes: 30, colour: 'amber' },
  }),
  'PUT /users/many': async () => ({ userIds: [(await putPerson(muster.services)).id], changes: {} }),
  '/routines': async () => newRoutine(muster, 'Housekeeping'),
  '/routines/many': async () => ({ routines: [newRoutine(muster, 'Housekeeping')] }),
  '/places/many': async () => ({ places: [{ name: `Room ${Math.random()}` }] }),
  '/tasks/:id/comments': async () => ({ text: 'Done' }),
  '/problems': async () => ({ title: 'Tap drips', departmentId: muster.fixtures.departments.Maintenance }),
  '/problems/:id/department': async () => ({ departmentId: muster.fixtures.departments.Maintenance }),
  '/comments/:id': async () => ({ text: 'Done' }),
  '/messages': async () => {
    await clearSessions(muster, 'lea')
    await putSession(muster, 'lea', new Date().toISOString(), null)
    return { onDutyIn: muster.fixtures.departments.Housekeeping, text: 'Two cots, please' }
  },
  '/threads/:id/messages': async () => ({ text: 'Two cots, please' }),
  '/messages/urgent': async () => ({
    departmentId: muster.fixtures.departments.Housekeeping,
    ...{ text: 'The boiler leaks', reason: 'Water runs into the lift' },
  }),
  '/users/invitations': async () => ({ userIds: [(await putPerson(muster.services)).id] }),
  '/users/import': async () => ({ csv: csvOf(`ann${Math.random()}@hotel.example`) }),
  '/users/import/preview': async () => ({ csv: csvOf('ann@hotel.example') }),
}
const exchangeOf = async (from: PersonName, to: PersonName, state?: 'waiting') =>
  putExchange(muster, await putShift(muster, { person: from, date: '2027-12-10', isPublished: true }), from, to, state)
const rosterDays = () => ({
  departmentId: muster.fixtures.departments.Housekeeping,
  ...{ from: '2026-12-07', to: '2026-12-13' },
})
const newShift = () => ({
  departmentId: muster.fixtures.departments.Housekeeping,
  ...{ date: '2026-12-10', start: '06:00', end: '14:00' },
})
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const csvOf = (email: string) => `First name,Last name,Email,Department\nAnn,Applicant,${email},Operations`

/** The status of the smallest valid call, where it is not the usual success. By path, or by method and path. */
const minimalStatus: Record<string, number> = {
  '/auth/login': 401,
  '/auth/login/code': 401,
  // The earlier challenge has another answer.
  'POST /auth/passkeys': 400,
  '/auth/login/passkey': 401,
  '/auth/login/second-step': 401,
  '/auth/login/second-step/challenge': 401,
  '/auth/prove/challenge': 409,
  // There is no such person, and the period is not over.
  '/hours/reopen': 404,
  'POST /payroll/runs': 409,
  // Gita belongs to no department.
  '/roster/shifts/:id/claim': 403,
  '/roster/exchanges/:id/accept': 403,
  // Nobody comes from the provider.
  '/auth/provider/password': 401,
  '/auth/provider/invitation': 404,
  // There is no provider.
  '/auth/provider/link': 404,
  // Nobody has set up an app.
  'PUT /auth/second-step/app': 400,
  '/auth/second-step/recovery-codes': 409,
  '/auth/reset': 404,
  // They have an owner.
  '/webhooks/:id/owner': 409,
  '/kiosks/:id/owner': 409,
  // There is no such code, and nobody is at a kiosk.
  '/kiosk/set-up': 400,
  '/kiosk/pass/renewal': 403,
  '/kiosk/pass': 403,
  '/auth/invitation': 404,
  '/auth/accept': 404,
  // The same address reads the photo, so that it is there when it is uploaded.
  'PUT /photos/:id': 200,
  // No task has the step that it names.
  '/tasks/:id/steps/order': 409,
  // The occurrence was not skipped.
  'DELETE /tasks/:id/skip': 409,
}

/** Text that is never stored, and so may contain anything. */
const acceptsAnyText = new Set([
  'auth.login password',
  'tasks.list after',
  'users.create password',
  'prove.prove currentPassword',
  'provider.confirm password',
  'users.update currentPassword',
  'users.setPassword currentPassword',
  'users.setPassword newPassword',
  'auth.reset newPassword',
  'auth.accept newPassword',
])

const endpoints = Object.entries(api).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, endpoint: endpoint as Endpoint })),
)
const withBody = endpoints.filter(({ endpoint }) => endpoint.body)
const withQuery = endpoints.filter(({ endpoint }) => endpoint.query)
const withParams = endpoints.filter(({ endpoint }) => endpoint.params)
const fieldsIn = (part: 'body' | 'query') =>
  endpoints.flatMap(({ name, endpoint }) =>
    endpoint[part]
      ? fieldsOf(endpoint[part] as Shape).map((field) => ({ name, endpoint, field, path: field.path }))
      : [],
  )

async function urlOf(endpoint: Endpoint) {
  if (!endpoint.params) return API_PREFIX + endpoint.path
  const row = rows[endpoint.path]
  if (!row) throw new Error(`Give "rows" a row for ${endpoint.path}`)
  return API_PREFIX + pathOf(endpoint, await row())
}

/** Endpoints that anyone may call sign in and out, so each has its own browser. So does a kiosk's endpoint. */
async function browserFor({ allow, cookie }: Endpoint) {
  if (allow === 'anyone') return muster.stranger()
  if (allow === 'kiosk') return tablet
  return cookie === 'cleared' ? muster.signIn(emailOf('adam')) : gita
}

/** The required fields of a query, but this one. */
const requiredQuery = ({ query }: Endpoint, except?: string) =>
  Object.entries(query ? leastOf(query as Shape) : {})
    .filter(([name]) => name !== except)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

/** A body with the required fields only. Tasks in it exist. */
async function minimalBody(endpoint: Endpoint) {
  if (!endpoint.body) return undefined
  const { method, path } = endpoint
  const body = await (minimalBodies[`${method} ${path}`] ?? minimalBodies[path])?.()
  if (body) return body
  const shape = leastOf(endpoint.body as Shape)
  return 'ids' in shape ? { ...shape, ids: [(await putTask(muster)).id] } : shape
}

const refusedCalls = new Map<Endpoint, Promise<{ url: string; body: object | undefined }>>()

/** Address and smallest body for calls that are all refused and leave rows alone: once an endpoint. */
function refusedCall(endpoint: Endpoint) {
  const known = refusedCalls.get(endpoint)
  if (known) return known
  const made = urlOf(endpoint).then(async (url) => ({ url, body: await minimalBody(endpoint) }))
  refusedCalls.set(endpoint, made)
  return made
}

const sendBody = async (endpoint: Endpoint, url: string, body: unknown) =>
  (await browserFor(endpoint)).raw({
    method: endpoint.method,
    url,
    ...(endpoint.form
      ? formOf(leastOf(endpoint.form as Shape) as Record<string, string>, {
          content: endpoint.path.startsWith('/photos') ? jpegOf() : smallPdf(),
        })
      : { headers: { 'content-type': 'application/json' }, payload: jsonOf(body) }),
  })

type Answer = Pick<Reply, 'status' | 'json'>

/** The answer of the contract, by the function that each request calls; undefined if the contract accepts the value. */
function refusalOf(schema: Endpoint['body'] | Endpoint['query'], value: unknown): Answer | undefined {
  try {
    parsed(schema, value)
    return undefined
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, code, issues, message } = error
    return { status, json: { code, issues, message } }
  }
}

/** The answer to a body: of the contract, if it refuses it, else of the server. */
const tryBody = async (endpoint: Endpoint, url: string, body: unknown): Promise<Answer> =>
  refusalOf(endpoint.body, JSON.parse(jsonOf(body))) ?? (await sendBody(endpoint, url, body))

/** Parts of bodies that the smallest body leaves out. */
const optionalParts: Record<string, object> = { passkey: passkeyAnswer }

/** A copy of the body with one field set, or removed if the value is undefined. */
function withField(body: unknown, path: string, value: unknown) {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const copy = structuredClone(body) as Record<string, unknown>
  const object = names.reduce((at, name) => {
    at[name] ??= structuredClone(optionalParts[name] ?? {})
    return at[name] as typeof copy
  }, copy)
  if (value === undefined) delete object[last]
  else object[last] = value
  return copy
}

type Reply = Awaited<ReturnType<Browser['raw']>>

const short = (value: unknown) =>
  (value instanceof Raw ? value.json : (JSON.stringify(value) ?? 'missing')).slice(0, 80)
const isAbout = (path: string) => (issue: { path: string }) => issue.path === path || issue.path.startsWith(`${path}.`)

function expectError({ status, json }: Answer, path: string, what: string) {
  expect({ what, status, code: json?.code }).toEqual({ what, status: 400, code: 'invalid' })
  expect(json.issues, what).toSatisfy((issues: { path: string }[]) => issues.some(isAbout(path)))
  expect(json.message, what).toMatch(/\S/)
}

function expectNoHarm(reply: Answer, path: string, what: string) {
  expect(reply.status, what).toBeLessThan(500)
  if (reply.status === 400) expectError(reply, path, what)
}

test.each(endpoints)(
  'the smallest valid call of $name succeeds, and its reply holds what is declared',
  async ({ endpoint }) => {
    const url = [await urlOf(endpoint), requiredQuery(endpoint)].filter(Boolean).join('?')
    const { status, json } = await sendBody(endpoint, url, await minimalBody(endpoint))
    const { method, path } = endpoint
    expect(status).toBe(minimalStatus[`${method} ${path}`] ?? minimalStatus[path] ?? statusOf(endpoint))
    // The contract drops undeclared fields.
    if (status < 300 && endpoint.reply) expect(z.parse(endpoint.reply, json)).toEqual(json)
  },
)

describe('a body', () => {
  test.each(fieldsIn('body'))('of $name with a wrong $path gets 400 with its name', async (wrongField) => {
    const { name, endpoint, field, path } = wrongField
    const wrong = wrongValues(field)
    if (isFree(field.kind) && !acceptsAnyText.has(`${name} ${path}`)) wrong.push(...unstorable)
    if (!field.optional) wrong.push(undefined)
    expect(wrong.length).toBeGreaterThan(4)
    const { url, body } = await refusedCall(endpoint)
    if (isLongRun) expectError(await sendBody(endpoint, url, withField(body, path, wrong[0])), path, short(wrong[0]))
    for (const value of wrong) {
      expectError(await tryBody(endpoint, url, withField(body, path, value)), path, short(value))
    }
  })

  const odd = fieldsIn('body').filter(({ field }) => oddValues(field).length > 0)

  test.each(odd)('of $name with an odd $path does no harm', async ({ endpoint, field, path }) => {
    const url = await urlOf(endpoint)
    const body = await minimalBody(endpoint)
    for (const value of someOf(oddValues(field), 5)) {
      const reply = await tryBody(endpoint, url, withField(body, path, value))
      expectNoHarm(reply, path, short(value))
      if (isFree(field.kind) && reply.status < 300 && path in (reply.json ?? {})) {
        expect(reply.json[path]).toBe(String(value).trim())
      }
    }
  })

  test.each(withBody)('of $name with an unknown field gets 400 with its name', async ({ endpoint }) => {
    const { url, body } = await refusedCall(endpoint)
    const known = new Set(fieldsOf(endpoint.body as Shape).map(({ path }) => path))
    const within = fieldsOf(endpoint.body as Shape).filter(({ kind, optional }) => kind.type === 'object' && !optional)
    expectError(await sendBody(endpoint, url, withField(body, 'surprise', 1)), 'surprise', 'surprise')
    for (const object of ['', ...within.map(({ path }) => `${path}.`)]) {
      for (const name of ['surprise', 'id', 'constructor', 'toString', 'hasOwnProperty', 'prototype', '0', '']) {
        const path = `${object}${name}`
        if (known.has(path)) continue
        expectError(await tryBody(endpoint, url, withField(body, path, 1)), path, path)
      }
    }
  })

  test.each(withBody)('of $name with the name of a prototype gets 400', async ({ endpoint }) => {
    const { url, body: whole } = await refusedCall(endpoint)
    const body = jsonOf(whole).slice(1, -1)
    for (const more of someOf(
      ['"__proto__":{"role":"god"}', '"\\u005f_proto__":1', '"constructor":{"prototype":{"role":"god"}}'],
      3,
    )) {
      const reply = await sendBody(endpoint, url, new Raw(`{${[body, more].filter(Boolean).join()}}`))
      expect({ more, status: reply.status }).toEqual({ more, status: 400 })
    }
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  test.each(withBody)('of $name that is not an object gets 400', async ({ endpoint }) => {
    const { url } = await refusedCall(endpoint)
    const empty = isOptional(endpoint.body as Shape) ? [] : ['']
    for (const body of someOf(['null', '5', '"x"', 'true', '[]', '[{}]', '[[]]', ...empty], 4)) {
      const { status, json } = await sendBody(endpoint, url, new Raw(body))
      expect({ body, status, code: json.code }).toEqual({ body, status: 400, code: 'invalid' })
      expect(json.issues.length).toBeGreaterThan(0)
    }
  })
})

describe('a query', () => {
  /** Makes a function that calls the endpoint with a query. */
  const senderOf = async (endpoint: Endpoint, path?: string) => {
    const { url } = await refusedCall(endpoint)
    const others = requiredQuery(endpoint, path)
    const browser = await browserFor(endpoint)
    const send = (query: string) =>
      browser.raw({ method: endpoint.method, url: `${url}?${query}${others && `&${others}`}` })
    /** The answer of the contract, if it refuses the query, else of the server. */
    const attempt = async (query: string): Promise<Answer> =>
      refusalOf(endpoint.query, Object.fromEntries(new URLSearchParams([query, others].join('&')))) ??
      (await send(query))
    return { send, attempt }
  }
  const pair = (name: string, value: unknown) => `${name}=${encodeURIComponent(String(value))}`

  test.each(fieldsIn('query'))('of $name with a wrong $path gets 400 with its name', async (wrongField) => {
    const { name, endpoint, field, path } = wrongField
    const wrong = wrongTexts(field.kind, path)
    if (isFree(field.kind) && !acceptsAnyText.has(`${name} ${path}`)) wrong.push(...withNul)
    const { send, attempt } = await senderOf(endpoint, path)
    if (isLongRun) expectError(await send(pair(path, wrong[0])), path, short(wrong[0]))
    for (const value of wrong) expectError(await attempt(pair(path, value)), path, short(value))
  })

  /** How a query is read is the same for all fields of an endpoint. */
  const repeatable = fieldsIn('query').filter(
    ({ name }, at, all) => isLongRun || all.findIndex((each) => each.name === name) === at,
  )

  test.each(repeatable)('of $name with $path more than once, or as list or object, gets 400', async (repeated) => {
    const { endpoint, field, path } = repeated
    const { send } = await senderOf(endpoint, path)
    const example = pair(path, exampleOf(field))
    expectError(await send(`${example}&${example}`), path, 'twice')
    if (isLongRun) expectError(await send(Array(500).fill(example).join('&')), path, 'often')
    for (const ending of someOf(['[]', '[0]', '[$gt]', '.length'], 4)) {
      expectError(await send(example.replace('=', `${ending}=`)), `${path}${ending}`, ending)
    }
  })

  const odd = fieldsIn('query').filter(({ field }) => oddValues(field).length > 0)

  test.each(odd)('of $name with an odd $path does no harm', async ({ endpoint, field, path }) => {
    const { attempt } = await senderOf(endpoint, path)
    for (const value of someOf(oddValues(field), 4)) expectNoHarm(await attempt(pair(path, value)), path, short(value))
  })

  test.each(withQuery)('of $name that is not encoded properly does no harm', async ({ endpoint }) => {
    const path = fieldsOf(endpoint.query as Shape)[0]?.path ?? ''
    const { send } = await senderOf(endpoint, path)
    for (const raw of someOf(['%', '%zz', '%ff', '%ed%a0%80', '%c0%80', '%u0041', '+', '=', '?', '#', ';'], 4)) {
      expectNoHarm(await send(`${path}=${raw}`), path, raw)
    }
  })

  test.each(withQuery)('of $name with an unknown field gets 400 with its name', async ({ endpoint }) => {
    const { send } = await senderOf(endpoint)
    for (const name of someOf(['surprise', 'constructor', 'toString', 'hasOwnProperty', 'Status', 'limit '], 3)) {
      expectError(await send(pair(encodeURIComponent(name), 1)), name, name)
    }
    expect((await send('__proto__=1&__proto__[role]=god')).status).toBeLessThan(500)
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})

test.each(withParams)('a parameter of another kind in the address of $name gets 404', async ({ endpoint }) => {
  const { format } = (Object.values(endpoint.params ?? {})[0]?._zod.def ?? {}) as { format?: string }
  const wrongParams = [
    ...['x', '0', '-1', '+1', '01', '1.5', '1e3', '0x1', '1,2', '1;2', '1%20', '%201', '1%00', '%00', '1%0a'],
    ...['%d9%a1', '%ef%bc%91', '2147483648', '9'.repeat(30), 'NaN', 'Infinity', 'null', 'undefined', 'true'],
    ...['__proto__', 'constructor', '%25', "'", '%22', '%5c', '..%2f..', '%f0%9f%a7%b9', 'x'.repeat(200)],
    format === 'uuid' ? '1' : '0190b1a0-0000-7000-8000-000000000000',
  ]
  const { body } = await refusedCall(endpoint)
  for (const param of someOf(wrongParams, 6)) {
    const url = API_PREFIX + endpoint.path.replace(/:\w+/g, param)
    const { status, json } = await sendBody(endpoint, url, body)
    expect({ param, status, code: json?.code }).toEqual({ param, status: 404, code: 'not_found' })
  }
})
