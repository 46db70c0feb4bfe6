import { departmentNames } from '../../../sample/departments.ts'
import { feedback as opinions } from '../../../sample/feedback.ts'
import { people } from '../../../sample/people.ts'
import type { Calendar } from '../../../sample/story.ts'
import { fold } from '../../shared/fold.ts'
import { hashPassword } from '../base/passwords.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { OpenContext } from '../core/context.ts'
import { audit, insert } from '../core/write.ts'
import { departments, users } from '../db/tables/people.ts'
import { createFeedback } from '../features/feedback.ts'
import { contextOf, type Deed, HOUR, type Hotel, keysOf } from './hotel.ts'

/** All of them have this one. */
export const SAMPLE_PASSWORD = 'muster-demo'

/** The places where people work. */
export async function openDepartments(ctx: OpenContext, at: number) {
  const places = {} as Hotel['places']
  for (const name of departmentNames) {
    places[name] = (await insert(contextOf(ctx, null, at), departments, { name, foldedName: fold(name) })).id
  }
  return places
}

/** The first account makes the second, the administrator's, which makes all others. One hash serves all, to be quick. */
export async function createPerson(ctx: OpenContext, calendar: Calendar, places: Hotel['places']) {
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  const staff: Partial<Hotel['staff']> = {}
  const names = keysOf(people).sort((a, b) => people[b].since - people[a].since)
  for (const name of names) {
    const { role, department, since, account } = people[name]
    const [firstName, lastName] = people[name].name
    const at = calendar.day(-since) + 9 * HOUR
    const departmentId = places[department]
    const user = await insert(contextOf(ctx, staff.beatriz ?? staff.ingrid ?? null, at), users, {
      id: uuidv7(new Date(at)),
      email: `${account ?? [firstName, lastName].map(addressable).join('.')}@muster.example`,
      passwordHash,
      firstName,
      lastName,
      foldedName: fold(`${firstName} ${lastName}`),
      role,
      departmentId,
    })
    const { passwordHash: _, ...known } = user
    staff[name] = { ...known, department: { id: departmentId, name: department } }
  }
  return staff as Hotel['staff']
}

const addressable = (name: string) => fold(name).replace(/[^a-z]/g, '')

/** People say what they think of Muster. */
export const feedbackActions = ({ ctx, calendar, dice, staff }: Hotel): Deed[] =>
  opinions.map(({ by, ago, ...body }) => {
    const at = calendar.workingTime(-ago, dice.roll())
    const then = contextOf(ctx, staff[by], at)
    return { at, act: () => createFeedback(then, { params: {}, query: undefined, body }) }
  })

const DAYS_OF_SIGN_INS = 5

/** Everybody signs in when their day begins: by the log, as there are no browsers to keep a session. */
export const signInActions = ({ ctx, calendar, dice, staff }: Hotel): Deed[] =>
  Array.from({ length: DAYS_OF_SIGN_INS }, (_, day) =>
    keysOf(staff).map((name) => {
      const at = calendar.workingTime(-day, dice.roll(), 6, 9)
      const then = contextOf(ctx, staff[name], at)
      return { at, act: () => audit(then, { action: 'session.start', resourceType: 'session', resourceId: null }) }
    }),
  ).flat()
