import type { PersonsHours } from '../../../shared/hours.ts'

/** The points that a manager looks at before they approve somebody's hours. */

/** Whether hours can be approved. Broken work rules do not matter: they warn, and stop nobody. */
export const isApprovable = (hours: PersonsHours, isOver: boolean) =>
  isOver &&
  !hours.isRunning &&
  hours.toReview === 0 &&
  hours.objection === null &&
  hours.status !== 'approved' &&
  hours.status !== 'exported'

/** Whether something about the hours needs a look. */
export const needsLook = (hours: PersonsHours, isOver: boolean) =>
  hours.toReview > 0 ||
  hours.objection !== null ||
  hours.status === 'changed' ||
  hours.status === 'corrected' ||
  (isOver && hours.isRunning) ||
  (hours.warnings.length > 0 && hours.status !== 'approved' && hours.status !== 'exported')

export interface Groups {
  look: PersonsHours[]
  /** Nothing about them needs a look, and nobody has approved them yet. */
  ready: PersonsHours[]
  approved: PersonsHours[]
  /** People without hours. */
  empty: PersonsHours[]
}

/** The people of a period by the work that they leave to the manager: each in one group, in the order of the list. */
export function groupsOf(people: readonly PersonsHours[], isOver: boolean): Groups {
  const groups: Groups = { look: [], ready: [], approved: [], empty: [] }
  for (const hours of people) {
    const isApproved = hours.status === 'approved' || hours.status === 'exported'
    if (needsLook(hours, isOver)) groups.look.push(hours)
    else if (isApproved) groups.approved.push(hours)
    else if (hours.total === 0 && !hours.isRunning) groups.empty.push(hours)
    else groups.ready.push(hours)
  }
  return groups
}
