import { withoutApostrophes } from '../../../shared/csv.ts'
import { asciiEmail } from '../../../shared/email-address.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { columnLabels } from '../../../shared/import-columns.ts'
import {
  type FileColumn,
  type ImportColumn,
  type ImportPreview,
  type LineCorrection,
  MAX_COLUMNS,
  MAX_IMPORT_PEOPLE,
} from '../../../shared/import-people.ts'
import { type CsvRow, parseCsv } from '../../../shared/parse-csv.ts'
import { may, type Role, roles } from '../../../shared/permissions.ts'
import { NewPerson } from '../../../shared/person.ts'
import { roleLabels } from '../../../shared/role-labels.ts'
import type { usersApi } from '../../../shared/users.ts'
import { fold } from '../../../shared/words/fold.ts'
import { formatSeries } from '../../../shared/words/formats.ts'
import { type Language, languageCodes, languages } from '../../../shared/words/languages.ts'
import { contractMessage, type Message, msg } from '../../../shared/words/message.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { mailboxOf, seenLine } from '../../../shared/words/seen-text.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import { passwordFault } from '../../base/passwords.ts'
import type { Context } from '../../core/context.ts'
import { departments } from '../../db/tables/departments.ts'
import { assignColumns, headingRow, missingColumns, splitName } from './import-columns.ts'
import { EMAIL_TAKEN, NUMBER_TAKEN, namesInUse, numbersInUse, USERNAME_TAKEN, withUsernames } from './sign-in-names.ts'

/** A line of the file as it was read, with its faults. */
export interface ParsedLine {
  line: number
  values: {
    firstName: string
    lastName: string
    /** Empty for a person without one. */
    email: string
    /** Empty beside an e-mail address, unless the file gives one. */
    username: string
    role: Role
    language: Language | null
    /** Empty for none. */
    personnelNumber: string
    password: string
  }
  department: string
  departmentId: number | null
  faults: Message[]
}

/** A file taken apart, and the assignment of its columns. */
interface ImportFile {
  columns: FileColumn[]
  assigned: ImportPreview['assigned']
  missing: ImportColumn[]
  rows: CsvRow[]
  corrections: ReadonlyMap<number, LineCorrection>
  /** Folded names in the file with the departments that are meant. */
  departments: ReadonlyMap<string, number>
  /** Folded names in the file with the roles that are meant. */
  roles: ReadonlyMap<string, Role>
}

/** Rows among which the heading is looked for. Files begin with the name of the hotel, or with a date. */
const MAX_ROWS_ABOVE = 20
/** Values of a column that show its content. */
const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 60

type File = Input<typeof usersApi.import>['body']

/** Takes a file apart. Throws 400 for a file without people, or with too many. */
export function openImport({ reader }: Context, file: File): ImportFile {
  const { csv, columns: chosen = {} } = file
  const all = parseCsv(csv)
  const headAt = headingRow(
    all.slice(0, MAX_ROWS_ABOVE).map(({ cells }) => cells),
    reader,
  )
  const [head, ...below] = all.slice(headAt)
  const leftOut = new Set(file.leaveOut)
  const rows = below.filter(({ line }) => !leftOut.has(line))
  if (!head) throw invalid('csv', msg('The file is empty'))
  if (below.length === 0) throw invalid('csv', msg('The file has a heading, but no people'))
  if (rows.length === 0) throw invalid('csv', msg('You have left out every line'))
  if (rows.length > MAX_IMPORT_PEOPLE) {
    throw invalid(
      'csv',
      msg(
        '{count, plural, one {The file has # person.} other {The file has # people.}} You can import at most {max, plural, one {# person} other {# people}} at once.',
        {
          count: rows.length,
          max: MAX_IMPORT_PEOPLE,
        },
      ),
    )
  }
  const heads = head.cells.slice(0, MAX_COLUMNS).map(seenLine)
  const assigned = assignColumns(heads, chosen, reader)
  const samplesOf = (at: number) => {
    const values = rows.map(({ cells }) => seenLine(cells[at] ?? '').slice(0, MAX_SAMPLE_LENGTH))
    return [...new Set(values)].filter((value) => value !== '').slice(0, MAX_SAMPLES)
  }
  const columns = heads.map((name, at) => ({
    name: name.trim().slice(0, MAX_SAMPLE_LENGTH),
    samples: at === assigned.password ? [] : samplesOf(at),
  }))
  return {
    ...{ columns, assigned, missing: missingColumns(assigned, chosen), rows },
    corrections: new Map(file.corrections?.map((each) => [each.line, each])),
    departments: new Map(file.departments?.map(({ name, departmentId }) => [fold(seenLine(name)), departmentId])),
    roles: new Map(file.roles?.map(({ name, role }) => [fold(seenLine(name)), role])),
  }
}

/**
 * Reads the people of a file. It checks each line by itself, against the lines before it, and against the accounts and
 * departments that exist. Throws 400 for a file without a column that it needs, without people, or with too many.
 */
export async function readImport(ctx: Context, file: File): Promise<ParsedLine[]> {
  const opened = openImport(ctx, file)
  mustHaveColumns(opened, file.columns, ctx.reader)
  return readLines(ctx, opened)
}

/** Throws 400 with the columns that are missing: at the file, and at each that was chosen and is not there. */
function mustHaveColumns({ missing }: ImportFile, chosen: File['columns'] = {}, reader: Reader) {
  if (missing.length === 0) return
  const names = missing.map((column) => reader.i18n.t('"{name}"', { name: reader.i18n.t(columnLabels[column]) }))
  const list = formatSeries(names, reader)
  const message = msg('The first line must name the columns; it has none called {list}', { list })
  const wrong = missing.filter((column) => chosen[column] !== undefined)
  const issues = wrong.map((column) => ({ path: `columns.${column}`, message: msg('Choose a column') }))
  throw new HttpError(400, 'invalid', message, { issues: [{ path: 'csv', message }, ...issues] })
}

/** Reads and checks the lines of a file that has all columns that it needs. */
export async function readLines(ctx: Context, file: ImportFile): Promise<ParsedLine[]> {
  const read = peopleOf(ctx, file)
  // One after the other: in a transaction they use the same connection.
  const departmentIds = await departmentsByName(ctx, file)
  const named = await withUsernames(
    ctx,
    read.map(({ values }) => values),
  )
  const people = read.map((person, at) => ({ ...person, values: named[at] ?? person.values }))
  const taken = await namesInUse(ctx, named)
  const takenNumbers = await numbersInUse(ctx, named)
  const lineOf = new Map<string, number>()
  const lineOfNumber = new Map<string, number>()
  const checked = people.map(async ({ line, department, language, values }) => {
    const departmentId = departmentIds.get(fold(department)) ?? null
    const faults = faultsOf(ctx, values, department, departmentId)
    if (language !== '' && values.language === null) faults.push(msg('There is no language "{language}"', { language }))
    const email = values.email.toLowerCase()
    const { username, personnelNumber } = values
    if (taken.email.has(email)) faults.push(EMAIL_TAKEN)
    if (taken.username.has(username)) faults.push(USERNAME_TAKEN)
    const [sameEmail, sameUsername] = [lineOf.get(email), lineOf.get(username)]
    if (sameEmail !== undefined) faults.push(msg('Line {line} has the same e-mail address', { line: sameEmail }))
    if (sameUsername !== undefined) faults.push(msg('Line {line} has the same user name', { line: sameUsername }))
    if (takenNumbers.has(personnelNumber)) faults.push(NUMBER_TAKEN)
    const sameNumber = lineOfNumber.get(personnelNumber)
    if (sameNumber !== undefined) faults.push(msg('Line {line} has the same personnel number', { line: sameNumber }))
    else if (personnelNumber !== '') lineOfNumber.set(personnelNumber, line)
    // No user name is an address, so that both stand in one map.
    for (const name of [email, username]) if (name !== '' && !lineOf.has(name)) lineOf.set(name, line)
    const weak = values.password && (await passwordFault(ctx.services.config, values.password, values))
    if (weak && !faults.some(({ id }) => id === weak.id)) faults.push(weak)
    return { line, values, department, departmentId, faults }
  })
  return Promise.all(checked)
}

/** The people of the file, not checked yet, with the language as it stands there. */
function peopleOf(
  { reader }: Context,
  { rows, assigned, corrections, roles: meant }: ImportFile,
): (Pick<ParsedLine, 'line' | 'department' | 'values'> & { language: string })[] {
  const roleNames = namedRoles(reader)
  return rows.map(({ line, cells }) => {
    const corrected: Partial<Record<ImportColumn, string | number>> = corrections.get(line) ?? {}
    const rawCell = (name: ImportColumn) => cells[assigned[name] ?? -1]?.trim() ?? ''
    // Muster's own files have apostrophes for spreadsheets.
    const cell = (name: ImportColumn) => seenLine(String(corrected[name] ?? withoutApostrophes(rawCell(name))))
    const mailbox = mailboxOf(cell('email'))
    const names = splitName(assigned.name === null ? mailbox.name : cell('name') || mailbox.name)
    const isNamed = cell('firstName') !== '' || cell('lastName') !== ''
    const [first, last] = [corrected.firstName, corrected.lastName]
    const role = cell('role')
    return {
      line,
      department: cell('department'),
      language: cell('language'),
      values: {
        firstName:
          first === undefined && (assigned.name !== null || !isNamed)
            ? cell('firstName') || names.firstName
            : cell('firstName'),
        lastName:
          last === undefined && (assigned.name !== null || !isNamed)
            ? cell('lastName') || names.lastName
            : cell('lastName'),
        email: asciiEmail(mailbox.email),
        username: cell('username').toLowerCase(),
        role: roleNames.get(fold(role)) ?? meant.get(fold(role)) ?? ((role.toLowerCase() || 'user') as Role),
        language: languageNamed(cell('language')),
        personnelNumber: cell('personnelNumber'),
        // A password is taken as it is, with an apostrophe if it has one.
        password: rawCell('password'),
      },
    }
  })
}

/** The roles by their names, in the reader's language and in English, folded. */
const namedRoles = ({ i18n }: Reader) =>
  new Map(
    roles.flatMap((role) =>
      [role, roleLabels[role].id, i18n.t(roleLabels[role])].map((name): [string, Role] => [fold(name), role]),
    ),
  )

/** Faults that the contract of a single account finds, and things that the viewer may not do. */
function faultsOf(ctx: Context, values: ParsedLine['values'], department: string, departmentId: number | null) {
  const parsed = NewPerson.safeParse({
    ...values,
    email: values.email || null,
    username: values.username || null,
    personnelNumber: values.personnelNumber || null,
    // A missing department has a message of its own below, and a person without a password gets a link.
    departmentId: departmentId ?? 1,
    password: values.password || 'to be set by a link',
  })
  const faults: Message[] = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) =>
        path[0] === 'role' ? noSuchRole(values.role, ctx.reader) : withLabel(String(path[0]), contractMessage(message)),
      )
  if (department === '') faults.push(msg('Department is required'))
  else if (departmentId === null) faults.push(msg('There is no department "{department}"', { department }))
  if (parsed.success && !may(ctx.viewer, 'user:grant', { role: values.role })) {
    faults.push(msg('You cannot give the role {role}', { role: roleLabels[values.role] }))
  }
  return faults
}

const noSuchRole = (role: string, { i18n }: Reader) =>
  msg('There is no role "{role}". There are: {roles}', {
    role: role.slice(0, MAX_SAMPLE_LENGTH),
    roles: formatSeries(
      roles.map((each) => i18n.t(roleLabels[each])),
      { i18n },
    ),
  })

const labelled = new Set(['firstName', 'lastName', 'role', 'personnelNumber'])
/** The message with the column's name in front, unless the message begins with it. */
function withLabel(field: string, message: Message): Message {
  const label = labelled.has(field) ? columnLabels[field as ImportColumn] : undefined
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

/** The departments by folded names, and by the file's names. Throws 400 for a department that does not exist. */
async function departmentsByName({ db }: Context, { departments: meant }: ImportFile) {
  const all = await db.select({ id: departments.id, foldedName: departments.foldedName }).from(departments)
  const ids = new Set(all.map(({ id }) => id))
  for (const [at, id] of [...meant.values()].entries())
    if (!ids.has(id)) throw invalid(`departments.${at}.departmentId`, msg('There is no such department'))
  return new Map([...meant, ...all.map(({ id, foldedName }) => [foldedName, id] as const)])
}
