import * as z from 'zod/mini'
import { id, language, oneOf, text, wholeNumber } from './fields.ts'
import { roles } from './permissions.ts'
import { english } from './words/message.ts'

/** People who come in by a file: the parts of it that are sent, and the server's reading of it. */

/** People of one import file. */
export const MAX_IMPORT_PEOPLE = 1_000

/** The columns that a file of people may have. `name` is first and last name in one. */
export const importColumns = [
  'firstName',
  'lastName',
  'name',
  'email',
  'username',
  'department',
  'role',
  'language',
  'personnelNumber',
  'password',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** Columns of a file that are looked at. */
export const MAX_COLUMNS = 200
const columnFault = english('Must be a whole number from {min} to {max}', { min: 0, max: MAX_COLUMNS - 1 })
const columnIndex = z.optional(z.nullable(wholeNumber(0, MAX_COLUMNS - 1, columnFault)))
/** The number of a line of the file, from 1. */
const lineNumber = wholeNumber(1, 400_001)
const cell = z.optional(text(300))
/** Somebody's correction of a line. Absent fields stay as the file has them. */
const LineCorrection = z.strictObject({
  line: lineNumber,
  firstName: cell,
  lastName: cell,
  email: cell,
  username: cell,
  department: cell,
  role: cell,
  language: cell,
  personnelNumber: cell,
})
export type LineCorrection = z.output<typeof LineCorrection>
const tooMany = english('{max, plural, one {At most # line} other {At most # lines}}', { max: MAX_IMPORT_PEOPLE })

export const Import = z.strictObject({
  csv: text(400_000, english('The file is too large')),
  corrections: z.optional(z.array(LineCorrection).check(z.maxLength(MAX_IMPORT_PEOPLE, tooMany))),
  /** The departments meant by names in the file that none of them has. */
  departments: z.optional(
    z.array(z.strictObject({ name: text(300), departmentId: id })).check(z.maxLength(MAX_IMPORT_PEOPLE, tooMany)),
  ),
  /** The roles meant by names in the file that none of them has. */
  roles: z.optional(
    z.array(z.strictObject({ name: text(300), role: oneOf(roles) })).check(z.maxLength(MAX_IMPORT_PEOPLE, tooMany)),
  ),
  /** Lines of people who do not come in. */
  leaveOut: z.optional(z.array(lineNumber).check(z.maxLength(MAX_IMPORT_PEOPLE, tooMany))),
  /** The columns of the file, from 0, by their meaning; null for none. Absent ones are found by the headings. */
  columns: z.optional(
    z.strictObject({
      firstName: columnIndex,
      lastName: columnIndex,
      name: columnIndex,
      email: columnIndex,
      username: columnIndex,
      department: columnIndex,
      role: columnIndex,
      language: columnIndex,
      personnelNumber: columnIndex,
      password: columnIndex,
    }),
  ),
})

/** A line of the file, as the server has read it. */
const ImportLine = z.object({
  line: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  /** Empty for a person without one. */
  email: z.string(),
  /** Given by the file, or made of the name of a person without an e-mail address; an older server does not say. */
  username: z.optional(z.string()),
  role: z.string(),
  department: z.string(),
  language,
  /** Empty for none; an older server does not say. */
  personnelNumber: z.optional(z.string()),
  /** Whether the line has a password. Without one the person gets a link to set one. */
  hasPassword: z.boolean(),
  faults: z.array(z.string()),
})
export type ImportLine = z.output<typeof ImportLine>

/** A column of the file, with its first values. */
const FileColumn = z.object({ name: z.string(), samples: z.array(z.string()) })
export type FileColumn = z.output<typeof FileColumn>

const column = z.nullable(z.int())
export const ImportPreview = z.object({
  /** Empty as long as a column is missing. */
  lines: z.array(ImportLine),
  faulty: z.int(),
  columns: z.array(FileColumn),
  /** The column of the file, from 0, for each of ours; null for none. */
  assigned: z.object({
    firstName: column,
    lastName: column,
    name: column,
    email: column,
    username: z.optional(column),
    department: column,
    role: column,
    language: column,
    personnelNumber: z.optional(column),
    password: column,
  }),
  /** Required columns that the file lacks. */
  missing: z.array(z.enum(importColumns)),
  /** Names in the file that no department has; an older server does not say. */
  unknownDepartments: z.optional(z.array(z.string())),
  /** Names in the file that no role has; an older server does not say. */
  unknownRoles: z.optional(z.array(z.string())),
})
export type ImportPreview = z.output<typeof ImportPreview>
