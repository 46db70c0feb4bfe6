import { fold } from '../../shared/words/fold.ts'
import { mailboxOf, seenLine } from '../../shared/words/seen-text.ts'

/** A person as somebody types them. An empty text stands for no value. */
export interface PastedPerson {
  firstName: string
  lastName: string
  email: string
  role: string
  departmentId: string
  /** Cells of a pasted row that name neither a role nor a department. */
  unknown?: string[]
}

interface Known {
  /** Folded names of roles, with the roles. */
  roles: ReadonlyMap<string, string>
  /** Folded names of departments, with their ids. */
  departments: ReadonlyMap<string, string>
}

/**
 * Reads people from text that was copied from a spreadsheet or a list: one a line, the cells divided by tabs,
 * semicolons or commas. The cell with an @ is the e-mail address; cells that name a role or a department are these; the
 * rest is the name. A line without an address is a person too, if it names a department or a role, or comes after a
 * line with an address: what stands above is a heading.
 */
export function pastedPeople(text: string, { roles, departments }: Known): Partial<PastedPerson>[] {
  let isBelowHeading = false
  return withoutInnerBreaks(text)
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const separator = ['\t', ';', ','].find((each) => line.includes(each)) ?? '\t'
      const cells = line.split(separator).map((cell) =>
        seenLine(cell)
          .replace(/^"([^"]*)"$/, '$1')
          .trim(),
      )
      const address = cells.findIndex((cell) => cell.includes('@'))
      const row: Partial<PastedPerson> = address === -1 ? {} : { email: mailboxOf(cells[address] ?? '').email }
      const names: string[] = []
      for (const cell of address === -1 ? cells : cells.toSpliced(address, 1)) {
        const [role, department] = [roles.get(fold(cell)), departments.get(fold(cell))]
        if (cell === '') continue
        if (role !== undefined && row.role === undefined) row.role = role
        else if (department !== undefined && row.departmentId === undefined) row.departmentId = department
        else names.push(cell)
      }
      isBelowHeading ||= address !== -1
      const isPerson = isBelowHeading || row.role !== undefined || row.departmentId !== undefined
      return isPerson && (names.length > 0 || address !== -1)
        ? [
            {
              ...row,
              ...namesOf(names, cells[address] ?? ''),
              ...(names.length > 2 && { unknown: names.slice(2).map((name) => name.slice(0, MAX_CELL)) }),
            },
          ]
        : []
    })
}

/** Characters of a cell that is not understood. */
const MAX_CELL = 100

/** A spreadsheet puts a cell with a line break into quotes. */
const withoutInnerBreaks = (text: string) => text.replace(/"[^"]*"/g, (cell) => cell.replace(/[\r\n]+/g, ' '))

function namesOf([first = '', last = '']: string[], addressCell: string): Pick<PastedPerson, 'firstName' | 'lastName'> {
  if (last !== '') return { firstName: first, lastName: last }
  const whole = (first || mailboxOf(addressCell).name).replace(/\s+/g, ' ')
  const at = whole.lastIndexOf(' ')
  return at === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, at), lastName: whole.slice(at + 1) }
}
