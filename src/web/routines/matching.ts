import type { Routine } from '../../shared/routines.ts'
import { fold } from '../../shared/words/fold.ts'
import { compareTexts } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'

/** The routines whose title, department or person has all of these words. */
export function matchingRoutines(routines: readonly Routine[], words: string | undefined): readonly Routine[] {
  const wanted = fold(words ?? '')
    .split(/\s+/)
    .filter(Boolean)
  if (wanted.length === 0) return routines
  return routines.filter(({ title, department, assignee }) => {
    const text = fold(`${title} ${department?.name ?? ''} ${assignee?.firstName ?? ''} ${assignee?.lastName ?? ''}`)
    return wanted.every((word) => text.includes(word))
  })
}

export interface Group {
  department: Routine['department']
  routines: Routine[]
}

/** Routines by department, those without one at the end; within it by the time at which they open. */
export function byDepartment(routines: readonly Routine[], reader: Pick<Reader, 'i18n'>): Group[] {
  const groups = new Map<number | null, Group>()
  for (const routine of routines) {
    const id = routine.department?.id ?? null
    const group = groups.get(id) ?? { department: routine.department, routines: [] }
    groups.set(id, group)
    group.routines.push(routine)
  }
  return [...groups.values()]
    .map(({ department, routines }) => ({
      department,
      routines: routines.toSorted(
        (a, b) => compareTexts(a.opensAt, b.opensAt, reader) || compareTexts(a.title, b.title, reader),
      ),
    }))
    .sort((a, b) => {
      if (!a.department || !b.department) return Number(!a.department) - Number(!b.department)
      return compareTexts(a.department.name, b.department.name, reader)
    })
}
