import { inArray, isNull, sql } from 'drizzle-orm'
import { withoutApostrophes } from '../../../shared/csv.ts'
import { asciiEmail } from '../../../shared/email-address.ts'
import { fold } from '../../../shared/fold.ts'
import { may, type Role } from '../../../shared/permissions.ts'
import { MAX_IMPORT_PEOPLE, NewPerson } from '../../../shared/users.ts'
import { type CsvRow, parseCsv } from '../../base/csv.ts'
import { invalid } from '../../base/errors.ts'
import { passwordFault } from '../../base/passwords.ts'
import type { Context } from '../../core/context.ts'
import { departments, users } from '../../db/tables/people.ts'

/** Each column of the file, by what its heading may be called, without case, spaces and signs. */
const headings = {
  firstName: ['firstname', 'first', 'givenname'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail'],
  role: ['role'],
  department: ['department', 'departmentname'],
  password: ['password'],
}
type Column = keyof typeof headings
const columns = Object.keys(headings) as Column[]
/** Columns that a file may do without. */
const optional = new Set<Column>(['role', 'password'])

/** A line of the file as it was understood, with what is wrong with it. */
export interface Entry {
  line: number
  values: { firstName: string; lastName: string; email: string; role: Role; password: string }
  department: string
  departmentId: number | null
  faults: string[]
}

/** Reads a file of people, and checks each line alone and against the others, the accounts and the departments there are. */
export async function readImport(ctx: Context, csv: string): Promise<Entry[]> {
  const [head, ...rows] = parseCsv(csv)
  const places = placesOf(head)
  if (rows.length === 0) throw invalid('csv', 'The file has a heading, but no people')
  if (rows.length > MAX_IMPORT_PEOPLE) {
    throw invalid('csv', `The file has ${rows.length} people; at most ${MAX_IMPORT_PEOPLE} can come in at once`)
  }
  const raw = rows.map(({ line, cells }: CsvRow) => {
    const cellOf = (name: Column) => {
      const cell = cells[places[name]]?.trim() ?? ''
      // Files of ours carry apostrophes for spreadsheets; a password is taken to the letter.
      return name === 'password' ? cell : withoutApostrophes(cell)
    }
    return { line, cellOf, address: asciiEmail(cellOf('email')) }
  })
  // One after the other: within a transaction both are asked of one connection.
  const known = await departmentsByName(ctx)
  const taken = await emailsInUse(
    ctx,
    raw.map(({ address }) => address),
  )
  const firstWith = new Map<string, number>()
  const understood = raw.map(async ({ line, cellOf, address }) => {
    const department = cellOf('department')
    const departmentId = known.get(fold(department)) ?? null
    const values = {
      firstName: cellOf('firstName'),
      lastName: cellOf('lastName'),
      email: address,
      role: (cellOf('role').toLowerCase() || 'user') as Role,
      password: cellOf('password'),
    }
    const faults = faultsOf(ctx, values, department, departmentId)
    const email = values.email.toLowerCase()
    if (taken.has(email)) faults.push('Another account has this e-mail address')
    const first = firstWith.get(email)
    if (email && first !== undefined) faults.push(`The e-mail address is that of line ${first} too`)
    else firstWith.set(email, line)
    const weak = values.password && (await passwordFault(ctx.services.config, values.password, values))
    if (weak && !faults.includes(weak)) faults.push(weak)
    return { line, values, department, departmentId, faults }
  })
  return Promise.all(understood)
}

function placesOf(head: CsvRow | undefined) {
  const found = (head?.cells ?? []).map((cell) => fold(cell).replace(/[^a-z]/g, ''))
  const places = {} as Record<Column, number>
  for (const column of columns) places[column] = found.findIndex((name) => headings[column].includes(name))
  const missing = columns.filter((column) => places[column] === -1 && !optional.has(column))
  if (missing.length > 0) {
    const names = { firstName: 'First name', lastName: 'Last name', email: 'Email', department: 'Department' }
    const words = missing.map((column) => `"${names[column as keyof typeof names]}"`).join(', ')
    throw invalid('csv', `The first line must name the columns; it has none called ${words}`)
  }
  return places
}

/** What the contract of a single account would refuse, and what the person who imports may not do. */
function faultsOf(ctx: Context, values: Entry['values'], department: string, departmentId: number | null) {
  const parsed = NewPerson.safeParse({
    ...values,
    // What is missing here has words of its own below, or is made up.
    departmentId: departmentId ?? 1,
    password: values.password || 'to be made up',
  })
  const faults = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => inWords(String(path[0]), message))
  if (department === '') faults.push('Department is required')
  else if (departmentId === null) faults.push(`There is no department "${department}"`)
  if (parsed.success && !may(ctx.viewer, 'user:grant', { role: values.role })) {
    faults.push(`You may not grant the role ${values.role}`)
  }
  return faults
}

const labels: Record<string, string> = { firstName: 'First name', lastName: 'Last name', role: 'Role' }
/** Words that do not say by themselves which column they are about are preceded by its name. */
const inWords = (field: string, message: string) =>
  labels[field] && !message.startsWith(labels[field]) ? `${labels[field]}: ${message}` : message

async function departmentsByName({ db }: Context) {
  const all = await db.select({ id: departments.id, foldedName: departments.foldedName }).from(departments)
  return new Map(all.map(({ id, foldedName }) => [foldedName, id]))
}

/** Which of the addresses have an account. */
async function emailsInUse({ db }: Context, emails: string[]) {
  const small = sql<string>`lower(${users.email})`
  const taken = await db
    .select({ email: small })
    .from(users)
    .where(
      sql`${inArray(small, [...new Set(emails.map((email) => email.toLowerCase()))])} and ${isNull(users.deletedAt)}`,
    )
  return new Set(taken.map(({ email }) => email))
}
