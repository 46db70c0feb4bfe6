import type { Role } from '../../shared/permissions.ts'
import { NewInvited } from '../../shared/person.ts'
import type { PastedPerson } from './pasted-people.ts'

/** The faults of fields, by the index of the row. */
export type Faults = Record<number, Partial<Record<keyof PastedPerson, string>>>

/** Whether somebody has typed something into a row. */
export const isFilled = ({ firstName, lastName, email }: PastedPerson) =>
  `${firstName}${lastName}${email}`.trim() !== ''

/** A row as the API takes it. */
export const bodyOf = ({ firstName, lastName, email, role, departmentId }: PastedPerson): NewInvited => ({
  firstName,
  lastName,
  email: email.trim() || null,
  role: role as Role,
  departmentId: Number(departmentId),
})

/** The contract's faults in filled rows. */
export function faultsOf(rows: readonly PastedPerson[]): Faults {
  const faults: Faults = {}
  for (const [index, row] of rows.entries()) {
    const { error } = NewInvited.safeParse(bodyOf(row))
    if (!isFilled(row) || !error) continue
    faults[index] = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]))
  }
  return faults
}

/** The server's faults, which name people by their place among the rows that were sent. */
export function faultsOfReply(
  rows: readonly PastedPerson[],
  issues: readonly { path: string; message: string }[],
): Faults {
  const sent = rows.flatMap((row, index) => (isFilled(row) ? [index] : []))
  const faults: Faults = {}
  for (const { path, message } of issues) {
    const [, place, field] = /^people\.(\d+)\.(\w+)$/.exec(path) ?? []
    const index = sent[Number(place)]
    if (index !== undefined && field) faults[index] = { ...faults[index], [field]: message }
  }
  return faults
}
