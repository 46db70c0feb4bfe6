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

/** The names that each column's heading may have, without case, spaces and signs. */
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
/** Columns that a file need not have. */
const optionalColumns = new Set<Column>(['role', 'password'])

/** A line of the file as it was read, with its faults. */
export interface ImportLine {
  line: number
  values: { firstName: string; lastName: string; email: string; role: Role; password: string }
  department: string
  departmentId: number | null
  faults: string[]
}

/**
 * Reads a file of people. It checks each line by itself, against the lines before it, and against the accounts and departments
 * that exist. Throws 400 for a file without a column that it needs, without people, or with too many.
 */
export async function readImport(ctx: Context, csv: string): Promise<ImportLine[]> {
  const people = peopleOf(csv)
  // One after the other: in a transaction both use the same connection.
  const departmentIds = await departmentsByName(ctx)
  const takenEmails = await emailsInUse(
    ctx,
    people.map(({ values }) => values.email),
  )
  const lineOfEmail = new Map<string, number>()
  const checked = people.map(async ({ line, department, values }) => {
    const departmentId = departmentIds.get(fold(department)) ?? null
    const faults = faultsOf(ctx, values, department, departmentId)
    const email = values.email.toLowerCase()
    if (takenEmails.has(email)) faults.push('Another account has this e-mail address')
    const earlierLine = lineOfEmail.get(email)
    if (email && earlierLine !== undefined) faults.push(`The e-mail address is that of line ${earlierLine} too`)
    else lineOfEmail.set(email, line)
    const weak = values.password && (await passwordFault(ctx.services.config, values.password, values))
    if (weak && !faults.includes(weak)) faults.push(weak)
    return { line, values, department, departmentId, faults }
  })
  return Promise.all(checked)
}

/** The people of the file, not checked yet. */
function peopleOf(csv: string): Pick<ImportLine, 'line' | 'department' | 'values'>[] {
  const [head, ...rows] = parseCsv(csv)
  const columnIndexes = columnIndexesOf(head)
  if (rows.length === 0) throw invalid('csv', 'The file has a heading, but no people')
  if (rows.length > MAX_IMPORT_PEOPLE) {
    throw invalid('csv', `The file has ${rows.length} people; at most ${MAX_IMPORT_PEOPLE} can come in at once`)
  }
  return rows.map(({ line, cells }) => {
    const rawCell = (name: Column) => cells[columnIndexes[name]]?.trim() ?? ''
    // Muster's own files have apostrophes for spreadsheets.
    const cell = (name: Column) => withoutApostrophes(rawCell(name))
    return {
      line,
      department: cell('department'),
      values: {
        firstName: cell('firstName'),
        lastName: cell('lastName'),
        email: asciiEmail(cell('email')),
        role: (cell('role').toLowerCase() || 'user') as Role,
        // A password is taken as it is, with an apostrophe if it has one.
        password: rawCell('password'),
      },
    }
  })
}

/** The index of each column in the file; -1 for an optional one that is missing. Throws 400 for any other that is missing. */
function columnIndexesOf(head: CsvRow | undefined) {
  const headingNames = (head?.cells ?? []).map((cell) => fold(cell).replace(/[^a-z]/g, ''))
  const indexes = {} as Record<Column, number>
  for (const column of columns) indexes[column] = headingNames.findIndex((name) => headings[column].includes(name))
  const missing = columns.filter((column) => indexes[column] === -1 && !optionalColumns.has(column))
  if (missing.length > 0) {
    const names = { firstName: 'First name', lastName: 'Last name', email: 'Email', department: 'Department' }
    const list = missing.map((column) => `"${names[column as keyof typeof names]}"`).join(', ')
    throw invalid('csv', `The first line must name the columns; it has none called ${list}`)
  }
  return indexes
}

/** What the contract of a single account would refuse, and what the viewer may not do. */
function faultsOf(ctx: Context, values: ImportLine['values'], department: string, departmentId: number | null) {
  const parsed = NewPerson.safeParse({
    ...values,
    // A missing department has a message of its own below, and a missing password is generated.
    departmentId: departmentId ?? 1,
    password: values.password || 'to be generated',
  })
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => withLabel(String(path[0]), message))
  if (department === '') faults.push('Department is required')
  else if (departmentId === null) faults.push(`There is no department "${department}"`)
  if (parsed.success && !may(ctx.viewer, 'user:grant', { role: values.role })) {
    faults.push(`You may not grant the role ${values.role}`)
  }
  return faults
}

const labels: Record<string, string> = { firstName: 'First name', lastName: 'Last name', role: 'Role' }
/** The message with the column's name in front, unless the message begins with it. */
const withLabel = (field: string, message: string) =>
  labels[field] && !message.startsWith(labels[field]) ? `${labels[field]}: ${message}` : message

async function departmentsByName({ db }: Context) {
  const all = await db.select({ id: departments.id, foldedName: departments.foldedName }).from(departments)
  return new Map(all.map(({ id, foldedName }) => [foldedName, id]))
}

/** The addresses that have an account, in lower case. */
async function emailsInUse({ db }: Context, emails: string[]) {
  const lowerEmail = sql<string>`lower(${users.email})`
  const taken = await db
    .select({ email: lowerEmail })
    .from(users)
    .where(
      sql`${inArray(lowerEmail, [...new Set(emails.map((email) => email.toLowerCase()))])} and ${isNull(users.deletedAt)}`,
    )
  return new Set(taken.map(({ email }) => email))
}
