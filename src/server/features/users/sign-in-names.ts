import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { numberedUsername, usernameBase } from '../../../shared/usernames.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { byEmail, hasSignInName, type SignInName } from '../../credentials/sign-in-name.ts'
import { users } from '../../db/tables/users.ts'

/** Names and numbers that belong to one account: e-mail addresses, user names and personnel numbers. */

interface Names {
  email?: string | null | undefined
  username?: string | null | undefined
}

export const EMAIL_TAKEN = msg('Another account has this e-mail address')
export const USERNAME_TAKEN = msg('Another account has this user name')
export const NUMBER_TAKEN = msg('Another account has this personnel number')

/** Throws 409 when another account has this e-mail address, in any case, or this user name. `exceptId` may have it. */
export async function namesMustBeFree(ctx: Context, { email, username }: Names, exceptId?: string) {
  if (email && (await isTaken(ctx, byEmail(email), exceptId))) throw taken('email', EMAIL_TAKEN)
  if (username && (await isTaken(ctx, { field: 'username', value: username }, exceptId)))
    throw taken('username', USERNAME_TAKEN)
}

/** Throws 409 when another account has this personnel number. `exceptId` may have it. */
export async function personnelNumberMustBeFree(ctx: Context, number: string | null | undefined, exceptId?: string) {
  if (!number) return
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.personnelNumber, number), isNull(users.deletedAt), exceptId ? ne(users.id, exceptId) : undefined),
    )
  if (!other) return
  const issues = [{ path: 'personnelNumber', message: NUMBER_TAKEN }]
  throw new HttpError(409, 'personnel_number_taken', NUMBER_TAKEN, { issues })
}

/** The personnel numbers of a list's people that an account has already. */
export const numbersInUse = (ctx: Context, people: readonly { personnelNumber?: string | null | undefined }[]) =>
  among(
    ctx,
    sql<string>`${users.personnelNumber}`,
    people.flatMap(({ personnelNumber }) => (personnelNumber ? [personnelNumber] : [])),
  )

async function isTaken({ db }: Context, name: SignInName, exceptId?: string) {
  const same = hasSignInName(name)
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(exceptId ? and(same, ne(users.id, exceptId)) : same)
  return other !== undefined
}

const taken = (field: SignInName['field'], message: typeof EMAIL_TAKEN) =>
  new HttpError(409, `${field}_taken`, message, { issues: [{ path: field, message }] })

/** The e-mail addresses and user names of a list's people that an account has already, in small letters. */
export async function namesInUse(
  ctx: Context,
  people: readonly Names[],
): Promise<Record<SignInName['field'], Set<string>>> {
  const emails = people.flatMap(({ email }) => (email ? [email.toLowerCase()] : []))
  const usernames = people.flatMap(({ username }) => (username ? [username] : []))
  // One after the other: in a transaction both use the same connection.
  const email = await among(ctx, sql<string>`lower(${users.email})`, emails)
  return { email, username: await among(ctx, sql<string>`${users.username}`, usernames) }
}

async function among({ db }: Context, column: SQL<string>, values: string[]) {
  if (values.length === 0) return new Set<string>()
  const taken = await db
    .select({ value: column })
    .from(users)
    .where(and(inArray(column, [...new Set(values)]), isNull(users.deletedAt)))
  return new Set(taken.map(({ value }) => value))
}

/**
 * The people of a list. Those without an e-mail address and a user name have got a user name made of their name:
 * "rosa.diaz", or "rosa.diaz2" if another account or a person before them in the list has that one.
 */
export async function withUsernames<P extends Names & Record<'firstName' | 'lastName', string>>(
  ctx: Context,
  people: readonly P[],
): Promise<P[]> {
  const bases = people.map((person) => (person.email || person.username ? null : usernameBase(person)))
  const wanted = bases.filter((base) => base !== null)
  if (wanted.length === 0) return [...people]
  const taken = new Set([
    ...(await takenFrom(ctx, wanted)),
    ...people.flatMap(({ username }) => (username ? [username] : [])),
  ])
  const next = new Map<string, number>()
  return people.map((person, at) => {
    const base = bases[at]
    if (!base) return person
    let number = next.get(base) ?? 1
    while (taken.has(numberedUsername(base, number))) number++
    next.set(base, number + 1)
    const username = numberedUsername(base, number)
    taken.add(username)
    return { ...person, username }
  })
}

/** The user names that begin as one of these and go on with digits alone. */
async function takenFrom({ db }: Context, bases: string[]) {
  const base = sql<string>`rtrim(${users.username}, '0123456789')`
  const found = await db
    .select({ username: sql<string>`${users.username}` })
    .from(users)
    .where(and(inArray(base, [...new Set(bases)]), isNull(users.deletedAt)))
  return found.map(({ username }) => username)
}
