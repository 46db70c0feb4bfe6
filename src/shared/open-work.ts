import * as z from 'zod/mini'
import { may } from './permissions.ts'
import type { Person } from './person.ts'

/** The work that a person would leave behind. */
export const OpenWork = z.object({
  /** Tasks that are assigned to them and are not completed. */
  tasks: z.int(),
  /** Routines that assign to them. */
  routines: z.int(),
  /** Routines that they have made, for any assignee. */
  madeRoutines: z.int(),
  /** Active reminders for them alone. */
  reminders: z.int(),
  /** Active reminders that they have made for a department or for everybody. */
  madeReminders: z.int(),
})
export type OpenWork = z.output<typeof OpenWork>

/** People who can get a leaver's open work: they see all tasks of the department, and may do them. */
export const mayTakeOver = (
  person: Pick<Person, 'id' | 'role' | 'departmentId' | 'isActive'>,
  leaving: Pick<Person, 'id' | 'departmentId'>,
) =>
  person.id !== leaving.id && person.isActive && may(person, 'task:set-status', { departmentId: leaving.departmentId })
