import { fold } from '../../shared/fold.ts'

/** A person as somebody types them. An empty text stands for no value. */
export interface PersonRow {
  firstName: string
  lastName: string
  email: string
  role: string
  departmentId: string
}

interface Known {
  /** Folded names of roles, with the roles. */
  roles: ReadonlyMap<string, string>
  /** Folded names of departments, with their ids. */
  departments: ReadonlyMap<string, string>
}

/**
 * Reads people from text that was copied from a spreadsheet or a list: one a line, the cells divided by tabs, semicolons or commas. The
 * cell with an @ is the e-mail address; cells that name a role or a department are these; the rest is the name. Lines without an
 * address are left out.
 */
export function pastedPeople(text: string, { roles, departments }: Known): Partial<PersonRow>[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const separator = ['\t', ';', ','].find((each) => line.includes(each)) ?? '\t'
    const cells = line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    const address = cells.findIndex((cell) => cell.includes('@'))
    if (address === -1) return []
    const row: Partial<PersonRow> = { email: bareAddress(cells[address] ?? '') }
    const names: string[] = []
    for (const cell of cells.toSpliced(address, 1)) {
      const [role, department] = [roles.get(fold(cell)), departments.get(fold(cell))]
      if (cell === '') continue
      if (role !== undefined && row.role === undefined) row.role = role
      else if (department !== undefined && row.departmentId === undefined) row.departmentId = department
      else names.push(cell)
    }
    return [{ ...row, ...namesOf(names, cells[address] ?? '') }]
  })
}

/** "Ada Lovelace <ada@hotel.example>", as mail programs copy it, or the address alone. */
const MAILBOX = /^(.*?)\s*<([^<>]+)>$/
const bareAddress = (cell: string) => MAILBOX.exec(cell)?.[2] ?? cell

function namesOf([first = '', last = '']: string[], addressCell: string): Pick<PersonRow, 'firstName' | 'lastName'> {
  if (last !== '') return { firstName: first, lastName: last }
  const whole = (first || MAILBOX.exec(addressCell)?.[1] || '').replace(/\s+/g, ' ')
  const at = whole.lastIndexOf(' ')
  return at === -1
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, at), lastName: whole.slice(at + 1) }
}
