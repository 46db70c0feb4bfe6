import type { Input } from '../../../shared/endpoint.ts'
import type { Person } from '../../../shared/person.ts'
import type { usersApi } from '../../../shared/users.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { uuidv7 } from '../../base/uuid.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { foldedName } from '../../core/people/folded-name.ts'
import { insert } from '../../core/write/write.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { users } from '../../db/tables/users.ts'
import { mustBeProvedToGrant } from './granting.ts'
import { personWithDepartment } from './list.ts'
import { namesMustBeFree, personnelNumberMustBeFree } from './sign-in-names.ts'

type NewPerson = Input<typeof usersApi.create>

/**
 * Hashes a new account's password, if it has one, before the transaction that creates the account: a hash takes long.
 * First it checks that the account may be created. Throws 403 for a role above the viewer's, and without a recent proof
 * for one above `user`, 400 for a password that is too easy to guess or a department that does not exist, 409 for an
 * e-mail address, a user name or a personnel number in use.
 */
export async function hashForPerson(ctx: Context, { body }: NewPerson): Promise<string | null> {
  mustBeAllowed(ctx, 'user:grant', body)
  mustBeProvedToGrant(ctx, [body])
  const { password } = body
  if (password !== undefined) await mustBeGoodPassword(ctx.services.config, password, body, 'password')
  await mustBeCreatable(ctx, body)
  return password === undefined ? null : hashInQueue(ctx, password)
}

/** Creates an account with a role up to the viewer's own. Throws as `hashForPerson`. */
export async function createPerson(ctx: Context, { body }: NewPerson, passwordHash: string | null): Promise<Person> {
  const { password: _, ...values } = body
  // During the hashing, somebody may have taken the name or deleted the department.
  await mustBeCreatable(ctx, values)
  const { id } = await insert(ctx, users, {
    ...values,
    id: uuidv7(ctx.now),
    foldedName: foldedName(values),
    passwordHash,
  })
  return personWithDepartment(ctx, id)
}

async function mustBeCreatable(ctx: Context, values: Omit<NewPerson['body'], 'password'>) {
  mustBeAllowed(ctx, 'user:grant', values)
  await departmentNamedFor(ctx, values.departmentId, 'departmentId')
  await namesMustBeFree(ctx, values)
  await personnelNumberMustBeFree(ctx, values.personnelNumber)
}
