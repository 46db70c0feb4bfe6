import { eq } from 'drizzle-orm'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { contextFor, inTransaction, type Services } from '../../src/server/core/context.ts'
import { foldedName } from '../../src/server/core/people/folded-name.ts'
import { insert } from '../../src/server/core/write/write.ts'
import { departments } from '../../src/server/db/tables/departments.ts'
import { users } from '../../src/server/db/tables/users.ts'
import type { Viewer } from '../../src/shared/auth.ts'
import type { Role } from '../../src/shared/permissions.ts'
import { fold } from '../../src/shared/words/fold.ts'
import { cheapHash } from './cheap-hash.ts'

/** The people of the fixtures: two departments with every role, and one person without a department. */
const staff = {
  gita: ['Gita', 'Rao', 'god', null],
  adam: ['Adam', 'Weiss', 'admin', 'Operations'],
  marta: ['Marta', 'Oliveira', 'manager', 'Housekeeping'],
  uli: ['Uli', 'Brandt', 'user', 'Housekeeping'],
  lea: ['Léa', 'Kern', 'user', 'Housekeeping'],
  gus: ['Gus', 'Visser', 'guest', 'Housekeeping'],
  milan: ['Milan', 'Novák', 'manager', 'Maintenance'],
  una: ['Una', 'Byrne', 'user', 'Maintenance'],
  gwen: ['Gwen', 'Ito', 'guest', 'Maintenance'],
  nora: ['Nora', 'Lindqvist', 'manager', null],
} as const satisfies Record<string, readonly [string, string, Role, string | null]>

export type PersonName = keyof typeof staff
export const personNames = Object.keys(staff) as PersonName[]
export const PASSWORD = 'correct horse'
export const departmentNames = ['Housekeeping', 'Maintenance', 'Operations'] as const
export type DepartmentName = (typeof departmentNames)[number]

/** Everybody in the fixtures has an e-mail address. */
type Person = Omit<Viewer, 'timeZone' | 'email'> & { email: string }
export interface Fixtures {
  people: Record<PersonName, Person>
  departments: Record<DepartmentName, number>
}

const passwordHash = cheapHash(PASSWORD)

/** Inserts the departments and people into an empty database. */
export async function seed(services: Services): Promise<Fixtures> {
  const hash = await passwordHash
  return inTransaction(contextFor(services, null, new Date()), async (ctx) => {
    const departmentIds = {} as Fixtures['departments']
    for (const name of departmentNames)
      departmentIds[name] = (await insert(ctx, departments, { name, foldedName: fold(name) })).id
    const people = {} as Fixtures['people']
    for (const name of personNames) {
      const [firstName, lastName, role, department] = staff[name]
      const departmentId = department ? departmentIds[department] : null
      const user = await insert(ctx, users, {
        id: uuidv7(ctx.now),
        email: emailOf(name),
        passwordHash: hash,
        firstName,
        lastName,
        foldedName: foldedName({ firstName, lastName }),
        role,
        departmentId,
      })
      const { isActive, profileImageUrl, createdAt } = user
      const named = department && departmentId ? { id: departmentId, name: department } : null
      people[name] = {
        id: user.id,
        email: emailOf(name),
        username: null,
        firstName,
        lastName,
        role,
        departmentId,
        department: named,
        isActive,
        profileImageUrl,
        createdAt,
        language: null,
        startScreen: null,
        notify: null,
      }
    }
    return { people, departments: departmentIds }
  })
}

export const emailOf = (name: PersonName) => `${name}@hotel.example`

let newcomers = 0

type NewRow = Partial<typeof users.$inferInsert>

/** Inserts a new person with an e-mail address and the password of the fixtures. */
export async function putPerson(services: Services, fields: Omit<NewRow, 'email'> & { email?: string } = {}) {
  const email = fields.email ?? `newcomer${newcomers + 1}@hotel.example`
  return { ...(await putRow(services, { ...fields, email })), email }
}

/** Inserts a new person without an e-mail address. They have a user name, and the password of the fixtures. */
export async function putPersonWithoutEmail(services: Services, fields: Omit<NewRow, 'email'> = {}) {
  const username = fields.username ?? `newcomer${newcomers + 1}`
  return { ...(await putRow(services, { ...fields, username })), username }
}

async function putRow(services: Services, { role = 'user', departmentId = null, ...fields }: NewRow) {
  newcomers += 1
  const [firstName, lastName] = ['New', `Comer ${newcomers}`]
  const ctx = contextFor(services, null, new Date())
  const values = {
    id: uuidv7(ctx.now),
    passwordHash: await passwordHash,
    firstName,
    lastName,
    foldedName: foldedName({ firstName, lastName, ...fields }),
    role,
    departmentId,
    ...fields,
  }
  return inTransaction(ctx, (within) => insert(within, users, values))
}

/** Deactivates a person's account, as an administrator does. */
export const deactivate = (services: Services, name: PersonName) =>
  services.database.orm
    .update(users)
    .set({ isActive: false })
    .where(eq(users.email, emailOf(name)))
