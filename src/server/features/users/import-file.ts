import { withoutApostrophes } from '../../../shared/csv.ts'
import { asciiEmail } from '../../../shared/email-address.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { fold } from '../../../shared/fold.ts'
import { formatSeries } from '../../../shared/formats.ts'
import { type Language, languageCodes, languages } from '../../../shared/languages.ts'
import { contractMessage, type Message, msg } from '../../../shared/message.ts'
import { type CsvRow, parseCsv } from '../../../shared/parse-csv.ts'
import { may, type Role } from '../../../shared/permissions.ts'
import type { Reader } from '../../../shared/reader.ts'
import { roleLabels } from '../../../shared/role-labels.ts'
import {
  type FileColumn,
  type ImportColumn,
  type ImportPreview,
  MAX_COLUMNS,
  MAX_IMPORT_PEOPLE,
  NewPerson,
  type usersApi,
} from '../../../shared/users.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import { passwordFault } from '../../base/passwords.ts'
import type { Context } from '../../core/context.ts'
import { departments } from '../../db/tables/people.ts'
import { emailsInUse } from './email.ts'
import { assignColumns, columnLabels, missingColumns, splitName } from './import-columns.ts'

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

/** A file that was taken apart, and which of its columns is taken for what. */
interface ImportFile {
  columns: FileColumn[]
  assigned: ImportPreview['assigned']
  missing: ImportColumn[]
  rows: CsvRow[]
}

/** Values of a column that help somebody to see what it holds. */
const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 60

type File = Pick<Input<typeof usersApi.import>['body'], 'csv' | 'columns'>

/** Takes a file apart. Throws 400 for a file without people, or with too many. */
export function openImport({ reader }: Context, { csv, columns: chosen = {} }: File): ImportFile {
  const [head, ...rows] = parseCsv(csv)
  if (!head) throw invalid('csv', msg('The file is empty'))
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
  const heads = head.cells.slice(0, MAX_COLUMNS)
  const assigned = assignColumns(heads, chosen, reader)
  const samplesOf = (at: number) => {
    const values = rows.map(({ cells }) => cells[at]?.trim().slice(0, MAX_SAMPLE_LENGTH) ?? '')
    return [...new Set(values)].filter((value) => value !== '').slice(0, MAX_SAMPLES)
  }
  const columns = heads.map((name, at) => ({
    name: name.trim().slice(0, MAX_SAMPLE_LENGTH),
    samples: at === assigned.password ? [] : samplesOf(at),
  }))
  return { columns, assigned, missing: missingColumns(assigned), rows }
}

/**
 * Reads the people of a file. It checks each line by itself, against the lines before it, and against the accounts and departments
 * that exist. Throws 400 for a file without a column that it needs, without people, or with too many.
 */
export async function readImport(ctx: Context, file: File): Promise<ImportLine[]> {
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
export async function readLines(ctx: Context, file: ImportFile): Promise<ImportLine[]> {
  const people = peopleOf(ctx, file)
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
  { rows, assigned }: ImportFile,
): (Pick<ImportLine, 'line' | 'department' | 'values'> & { language: string })[] {
  const roleNames = namedRoles(reader)
  return rows.map(({ line, cells }) => {
    const rawCell = (name: ImportColumn) => cells[assigned[name] ?? -1]?.trim() ?? ''
    // Muster's own files have apostrophes for spreadsheets.
    const cell = (name: ImportColumn) => withoutApostrophes(rawCell(name))
    const names = assigned.name === null ? undefined : splitName(cell('name'))
    const role = cell('role')
    return {
      line,
      department: cell('department'),
      language: cell('language'),
      values: {
        firstName: cell('firstName') || (names?.firstName ?? ''),
        lastName: cell('lastName') || (names?.lastName ?? ''),
        email: asciiEmail(cell('email')),
        role: roleNames.get(fold(role)) ?? ((role.toLowerCase() || 'user') as Role),
        language: languageNamed(cell('language')),
        // A password is taken as it is, with an apostrophe if it has one.
        password: rawCell('password'),
      },
    }
  })
}

/** The roles by their names in the reader's language, folded. */
const namedRoles = ({ i18n }: Reader) =>
  new Map(Object.entries(roleLabels).map(([role, label]): [string, Role] => [fold(i18n.t(label)), role as Role]))

/** What the contract of a single account would refuse, and what the viewer may not do. */
function faultsOf(ctx: Context, values: ImportLine['values'], department: string, departmentId: number | null) {
  const parsed = NewPerson.safeParse({
    ...values,
    // A missing department has a message of its own below, and a person without a password gets a link.
    departmentId: departmentId ?? 1,
    password: values.password || 'to be set by a link',
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

async function departmentsByName({ db }: Context) {
  const all = await db.select({ id: departments.id, foldedName: departments.foldedName }).from(departments)
  return new Map(all.map(({ id, foldedName }) => [foldedName, id]))
}
