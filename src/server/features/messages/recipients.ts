import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PersonWithPicture } from '../../../shared/fields.ts'
import { may, type Permission } from '../../../shared/permissions.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { invalid, invalidFields } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { users } from '../../db/tables/users.ts'

/** The recipients of messages: active people who do shifts, and never the sender. */

type Right = Extract<Permission, `message:${string}`>

/** A recipient of a message. */
export interface Recipient extends PersonWithPicture {
  departmentId: number | null
  wasOnDuty: boolean
}

async function peopleWhere(ctx: Context, condition: SQL): Promise<Recipient[]> {
  const { id, firstName, lastName, profileImageUrl, departmentId, foldedName } = users
  return ctx.db
    .select({
      ...{ id, firstName, lastName, profileImageUrl, departmentId },
      wasOnDuty: sql<boolean>`duty.user_id is not null`,
    })
    .from(users)
    .leftJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(and(doesShifts, ne(users.id, ctx.viewer.id), condition))
    .orderBy(foldedName, id)
}

/**
 * These people, without the sender. Throws 400 with an issue for each person who may not hear from this sender or has a
 * fault by `faultOf`. Throws 400 also if nobody is left.
 */
export async function peopleNamed(
  ctx: Context,
  userIds: string[],
  right: Right,
  faultOf: (person: Recipient) => Message | null = () => null,
): Promise<Recipient[]> {
  const found = await peopleWhere(ctx, inArray(users.id, userIds))
  const issues = userIds.flatMap((id, at) => {
    if (id === ctx.viewer.id) return []
    const person = found.find((each) => each.id === id)
    const fault =
      person && may(ctx.viewer, right, person) ? faultOf(person) : msg('You cannot send a message to this person')
    return fault ? [{ path: `userIds.${at}`, message: fault }] : []
  })
  if (issues.length > 0) throw invalidFields(issues)
  if (found.length === 0) throw invalid('userIds', msg('Choose somebody else'))
  return found
}

/** Everybody of a department but the sender. Throws 403 without the right to write there, 400 at `path` for none. */
export async function peopleOfDepartment(ctx: Context, departmentId: number, right: Right, path: string) {
  mustBeAllowed(ctx, right, { departmentId })
  await departmentNamedFor(ctx, departmentId, path)
  return peopleWhere(ctx, eq(users.departmentId, departmentId))
}
