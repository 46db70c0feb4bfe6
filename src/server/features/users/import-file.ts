import { inArray, isNull, sql } from 'drizzle-orm'
import { withoutApostrophes } from '../../../shared/csv.ts'
import { asciiEmail } from '../../../shared/email-address.ts'
import { fold } from '../../../shared/fold.ts'
import { formatSeries } from '../../../shared/formats.ts'
import { type Language, languageCodes, languages } from '../../../shared/languages.ts'
import { contractMessage, type Message, msg } from '../../../shared/message.ts'
import { may, type Role } from '../../../shared/permissions.ts'
import type { Reader } from '../../../shared/reader.ts'
import { MAX_IMPORT_PEOPLE, NewPerson } from '../../../shared/users.ts'
import { type CsvRow, parseCsv } from '../../base/csv.ts'
import { invalid } from '../../base/errors.ts'
import { passwordFault } from '../../base/passwords.ts'
import type { Context } from '../../core/context.ts'
import { departments, users } from '../../db/tables/people.ts'

/** The columns, and further names that their headings may have in English, without case, spaces and signs. */
const columnNames = {
  firstName: { label: msg('First name'), others: ['first', 'givenname'] },
  lastName: { label: msg('Last name'), others: ['last', 'surname', 'familyname'] },
  email: { label: msg('Email'), others: ['emailaddress', 'mail'] },
  role: { label: msg('Role'), others: [] },
  department: { label: msg('Department'), others: ['departmentname'] },
  language: { label: msg('Language'), others: [] },
  password: { label: msg('Password'), others: [] },
}
type Column = keyof typeof columnNames
const columns = Object.keys(columnNames) as Column[]
/** Columns that a file need not have. */
const optionalColumns = new Set<Column>(['role', 'language', 'password'])

/** A line of the file as it was read, with its faults. */
export interface ImportLine {
  line: number
  values: {
    firstName: string
    lastName: string
    email: string
    role: Role
    language: Language | null
    password: string
  }
  department: string
  departmentId: number | null
  faults: Message[]
}

/**
 * Reads a file of people. It checks each line by itself, against the lines before it, and against the accounts and departments
 * that exist. Throws 400 for a file without a column that it needs, without people, or with too many.
 */
export async function readImport(ctx: Context, csv: string): Promise<ImportLine[]> {
  const people = peopleOf(ctx, csv)
  // One after the other: in a transaction both use the same connection.
  const departmentIds = await departmentsByName(ctx)
  const takenEmails = await emailsInUse(
    ctx,
    people.map(({ values }) => values.email),
  )
  const lineOfEmail = new Map<string, number>()
  const checked = people.map(async ({ line, department, language, values }) => {
    const departmentId = departmentIds.get(fold(department)) ?? null
    const faults = faultsOf(ctx, values, department, departmentId)
    if (language !== '' && values.language === null) faults.push(msg('There is no language "{language}"', { language }))
    const email = values.email.toLowerCase()
    if (takenEmails.has(email)) faults.push(msg('Another account has this e-mail address'))
    const earlierLine = lineOfEmail.get(email)
    if (email && earlierLine !== undefined)
      faults.push(msg('The e-mail address is that of line {line} too', { line: earlierLine }))
    else lineOfEmail.set(email, line)
    const weak = values.password && (await passwordFault(ctx.services.config, values.password, values))
    if (weak && !faults.some(({ id }) => id === weak.id)) faults.push(weak)
    return { line, values, department, departmentId, faults }
  })
  return Promise.all(checked)
}

/** The people of the file, not checked yet, with the language as it stands there. */
function peopleOf(
  { reader }: Context,
  csv: string,
): (Pick<ImportLine, 'line' | 'department' | 'values'> & { language: string })[] {
  const [head, ...rows] = parseCsv(csv)
  const columnIndexes = columnIndexesOf(head, reader)
  if (rows.length === 0) throw invalid('csv', msg('The file has a heading, but no people'))
  if (rows.length > MAX_IMPORT_PEOPLE) {
    throw invalid(
      'csv',
      msg('The file has {count} people; at most {max} can come in at once', {
        count: rows.length,
        max: MAX_IMPORT_PEOPLE,
      }),
    )
  }
  return rows.map(({ line, cells }) => {
    const rawCell = (name: Column) => cells[columnIndexes[name]]?.trim() ?? ''
    // Muster's own files have apostrophes for spreadsheets.
    const cell = (name: Column) => withoutApostrophes(rawCell(name))
    return {
      line,
      department: cell('department'),
      language: cell('language'),
      values: {
        firstName: cell('firstName'),
        lastName: cell('lastName'),
        email: asciiEmail(cell('email')),
        role: (cell('role').toLowerCase() || 'user') as Role,
        language: languageNamed(cell('language')),
        // A password is taken as it is, with an apostrophe if it has one.
        password: rawCell('password'),
      },
    }
  })
}

/** A heading without case, spaces and signs. */
const bare = (heading: string) => fold(heading).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The index of each column in the file; -1 for an optional one that is missing. Headings are in English or in the language of the
 * reader. Throws 400 for any other column that is missing.
 */
function columnIndexesOf(head: CsvRow | undefined, reader: Reader) {
  const found = (head?.cells ?? []).map(bare)
  const indexes = {} as Record<Column, number>
  for (const column of columns) {
    const { label, others } = columnNames[column]
    const names = [label.id, reader.i18n.t(label), ...others].map(bare)
    indexes[column] = found.findIndex((name) => names.includes(name))
  }
  const missing = columns.filter((column) => indexes[column] === -1 && !optionalColumns.has(column))
  if (missing.length > 0) {
    const names = missing.map((column) => reader.i18n.t('"{name}"', { name: reader.i18n.t(columnNames[column].label) }))
    const list = formatSeries(names, reader)
    throw invalid('csv', msg('The first line must name the columns; it has none called {list}', { list }))
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
  const faults: Message[] = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => withLabel(String(path[0]), contractMessage(message)))
  if (department === '') faults.push(msg('Department is required'))
  else if (departmentId === null) faults.push(msg('There is no department "{department}"', { department }))
  if (parsed.success && !may(ctx.viewer, 'user:grant', { role: values.role })) {
    faults.push(msg('You may not grant the role {role}', { role: values.role }))
  }
  return faults
}

const labelled = new Set(['firstName', 'lastName', 'role'])
/** The message with the column's name in front, unless the message begins with it. */
function withLabel(field: string, message: Message): Message {
  const label = labelled.has(field) ? columnNames[field as Column].label : undefined
  return label && !message.id.startsWith(label.id) ? msg('{label}: {fault}', { label, fault: message }) : message
}

/** By code, by its own name and by its English name, folded. */
const namedLanguages = new Map(
  languageCodes.flatMap((code) =>
    [code, languages[code].name, new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code].map(
      (name): [string, Language] => [fold(name), code],
    ),
  ),
)
const languageNamed = (name: string) => namedLanguages.get(fold(name)) ?? null

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
