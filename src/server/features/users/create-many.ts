import type { Input, Reply } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import type { NewInvited } from '../../../shared/person.ts'
import type { usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { type Issue, invalidFields } from '../../base/errors.ts'
import { uuidv7 } from '../../base/uuid.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { foldedName } from '../../core/people/folded-name.ts'
import { insertMany } from '../../core/write/write.ts'
import { departments } from '../../db/tables/departments.ts'
import { users } from '../../db/tables/users.ts'
import { mustBeProvedToGrant } from './granting.ts'
import { inviteAll } from './invite.ts'
import { EMAIL_TAKEN, NUMBER_TAKEN, namesInUse, numbersInUse, USERNAME_TAKEN, withUsernames } from './sign-in-names.ts'

/**
 * Creates accounts without passwords, all or none, and returns the links by which these people set one. People without
 * an e-mail address get a user name, unless one is given. Throws 400 with the faults of each person: a role above the
 * viewer's, a department that does not exist, an address, a user name or a personnel number that another account or
 * an earlier person of the list has. Throws 409 when it should send e-mails and cannot.
 *
 * It opens its own transaction, so that no reply with links is stored for a repeated call.
 */
export const createMany = (
  ctx: Context,
  { body }: Input<typeof usersApi.createMany>,
): Promise<Reply<typeof usersApi.createMany>> =>
  inTransaction(ctx, async (tx) => {
    const issues = await issuesOf(tx, body.people)
    if (issues.length > 0) throw invalidFields(issues)
    mustBeProvedToGrant(tx, body.people)
    const created = await insertPeople(
      tx,
      (await withUsernames(tx, body.people)).map((person) => ({ ...person, passwordHash: null })),
    )
    return { invitations: await inviteAll(tx, created, body.send) }
  })

type NewRow = NewInvited & Pick<typeof users.$inferInsert, 'passwordHash'>

/** Inserts accounts that have been checked. The rows have the order of the people. */
export async function insertPeople(
  ctx: Context,
  people: (Omit<NewRow, 'departmentId'> & { departmentId: number | null })[],
) {
  const rows = people.map((person) => ({ ...person, id: uuidv7(ctx.now), foldedName: foldedName(person) }))
  const inserted = new Map((await insertMany(ctx, users, rows)).map((user) => [user.id, user]))
  return rows.map(({ id }) => inserted.get(id) as typeof users.$inferSelect)
}

async function issuesOf(ctx: Context, people: NewInvited[]): Promise<Issue[]> {
  const known = new Set((await ctx.db.select({ id: departments.id }).from(departments)).map(({ id }) => id))
  const taken = await namesInUse(ctx, people)
  const takenNumbers = await numbersInUse(ctx, people)
  const earlier = new Set<string>()
  const earlierNumbers = new Set<string>()
  return people.flatMap(({ email, username, role, departmentId, personnelNumber }, index) => {
    const number = personnelNumber ?? ''
    const lower = email?.toLowerCase() ?? ''
    const name = username ?? ''
    const faults = {
      role: !may(ctx.viewer, 'user:grant', { role }) && msg('You cannot give the role {role}', { role }),
      departmentId: !known.has(departmentId) && msg('There is no such department'),
      email:
        (taken.email.has(lower) && EMAIL_TAKEN) ||
        (earlier.has(lower) && msg('Another person in this list has this e-mail address')),
      username:
        (taken.username.has(name) && USERNAME_TAKEN) ||
        (earlier.has(name) && msg('Another person in this list has this user name')),
      personnelNumber:
        (takenNumbers.has(number) && NUMBER_TAKEN) ||
        (earlierNumbers.has(number) && msg('Another person in this list has this personnel number')),
    }
    if (number !== '') earlierNumbers.add(number)
    // No user name is an address, so that both stand in one set.
    for (const each of [lower, name]) if (each !== '') earlier.add(each)
    return Object.entries(faults).flatMap(([field, message]) =>
      message ? [{ path: `people.${index}.${field}`, message }] : [],
    )
  })
}
