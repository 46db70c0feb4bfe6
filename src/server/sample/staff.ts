import { departmentNames } from '../../../sample/departments.ts'
import { sampleFeedback as opinions } from '../../../sample/feedback.ts'
import { FIRST_PERSONNEL_NUMBER } from '../../../sample/payroll.ts'
import { people } from '../../../sample/people.ts'
import type { Calendar } from '../../../sample/story.ts'
import { fold } from '../../shared/words/fold.ts'
import { hashPassword } from '../base/passwords.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { OpenContext } from '../core/context.ts'
import { foldedName } from '../core/people/folded-name.ts'
import { audit } from '../core/write/audit.ts'
import { insert } from '../core/write/write.ts'
import { departments } from '../db/tables/departments.ts'
import { users } from '../db/tables/users.ts'
import { createFeedback } from '../features/feedback/feedback.ts'
import { type Action, HOUR, type Hotel, keysOf, sampleContext } from './hotel.ts'

/** The password of every sample account. */
export const SAMPLE_PASSWORD = 'muster-demo'

/** Creates the departments and returns their ids. */
export async function createDepartments(ctx: OpenContext, at: number) {
  const departmentIds = {} as Hotel['departmentIds']
  for (const name of departmentNames) {
    departmentIds[name] = (await insert(sampleContext(ctx, null, at), departments, { name, foldedName: fold(name) })).id
  }
  return departmentIds
}

/**
 * Creates the people. The first account creates the second, the administrator, who creates all others. All have the
 * same hash, because each hash takes a while.
 */
export async function createStaff(ctx: OpenContext, calendar: Calendar, departmentIds: Hotel['departmentIds']) {
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  const staff: Partial<Hotel['staff']> = {}
  const names = keysOf(people).sort((a, b) => people[b].since - people[a].since)
  for (const [order, name] of names.entries()) {
    const { role, department, since, account } = people[name]
    const [firstName, lastName] = people[name].name
    const at = calendar.day(-since) + 9 * HOUR
    const departmentId = departmentIds[department]
    const user = await insert(sampleContext(ctx, staff.beatriz ?? staff.ingrid ?? null, at), users, {
      id: uuidv7(new Date(at)),
      email: `${account ?? [firstName, lastName].map(emailPart).join('.')}@muster.example`,
      passwordHash,
      firstName,
      lastName,
      foldedName: foldedName({ firstName, lastName }),
      role,
      departmentId,
      // Guests have no hours.
      personnelNumber: role === 'guest' ? null : String(FIRST_PERSONNEL_NUMBER + order),
    })
    const { passwordHash: _, ...withoutHash } = user
    staff[name] = { ...withoutHash, department: { id: departmentId, name: department } }
  }
  return staff as Hotel['staff']
}

const emailPart = (name: string) => fold(name).replace(/[^a-z]/g, '')

/** People send feedback about Muster. */
export const feedbackActions = ({ ctx, calendar, dice, staff }: Hotel): Action[] =>
  opinions.map(({ by, ago, ...body }) => {
    const at = calendar.workingTime(-ago, dice.roll())
    const personCtx = sampleContext(ctx, staff[by], at)
    return { at, act: () => createFeedback(personCtx, { params: {}, query: undefined, body }) }
  })

const SIGN_IN_DAYS = 5

/** Everybody signs in when their day begins. Only the audit entry is written: no browser has a session. */
export const signInActions = ({ ctx, calendar, dice, staff }: Hotel): Action[] =>
  Array.from({ length: SIGN_IN_DAYS }, (_, day) =>
    keysOf(staff).map((name) => {
      const at = calendar.workingTime(-day, dice.roll(), 6, 9)
      const personCtx = sampleContext(ctx, staff[name], at)
      return { at, act: () => audit(personCtx, { action: 'session.start', resourceType: 'session', resourceId: null }) }
    }),
  ).flat()
