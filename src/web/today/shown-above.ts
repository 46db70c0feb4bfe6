import type { Today } from '../../shared/today.ts'
import { createStore, onPersonGone } from '../store.ts'

/** The rows that the part about the department shows now. The viewer's own work below does not repeat them. */
export interface ShownAbove {
  problems: readonly number[]
  /** Items of handovers. */
  items: readonly number[]
}

const NOTHING: ShownAbove = { problems: [], items: [] }
export const shownAbove = createStore(NOTHING)
export const showNothingAbove = () => shownAbove.set(NOTHING)
onPersonGone(showNothingAbove)

/** The viewer's work without the problems and handovers that stand above it. */
export function withoutShown(today: Today, { problems, items }: ShownAbove): Today {
  // A reply that a device cached may come from an older server, without handovers.
  if (problems.length + items.length === 0 || !today.offered) return today
  const tasks = today.problems?.tasks.filter(({ id }) => !problems.includes(id)) ?? []
  const offered = today.offered.items.filter(({ id }) => !items.includes(id))
  return {
    ...today,
    problems: today.problems && {
      tasks,
      total: today.problems.total - (today.problems.tasks.length - tasks.length),
    },
    offered: { items: offered, total: today.offered.total - (today.offered.items.length - offered.length) },
  }
}
