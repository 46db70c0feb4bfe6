import type { ReactElement } from 'react'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { FindMenu, LONG } from '../components/find-menu.tsx'
import { Menu, MenuChoices, MenuEntry, MenuLabel } from '../ui/menu.tsx'

const ALL = 'all'

/** The department filter behind a trigger of one's own: a menu, or, where there are many, a list to search in. */
export function DepartmentMenu({ trigger, align }: { trigger: ReactElement; align: 'start' | 'end' }) {
  const { chosen, choose, departments } = useDepartmentFilter()
  const choices = [
    { id: ALL, label: 'All Departments' },
    ...(departments.data ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
  ]
  const filter = {
    value: chosen === undefined ? ALL : String(chosen),
    onChange: (id: string) => choose(id === ALL ? undefined : Number(id)),
  }
  if (choices.length >= LONG) {
    return (
      <FindMenu
        {...filter}
        trigger={trigger}
        align={align}
        choices={choices}
        label="Departments"
        placeholder="Search departments..."
      />
    )
  }
  return (
    <Menu trigger={trigger} align={align}>
      <MenuChoices {...filter} choices={choices.map(({ id, label }) => ({ value: id, label }))} />
      {departments.isPending && <MenuLabel>Loading departments...</MenuLabel>}
      {departments.isError && !departments.data && (
        <>
          <MenuLabel>The departments could not be read.</MenuLabel>
          <MenuEntry onSelect={() => void departments.refetch()}>Try again</MenuEntry>
        </>
      )}
    </Menu>
  )
}
