import type { ReactElement } from 'react'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { Menu, MenuChoices, MenuEntry, MenuLabel } from '../ui/menu.tsx'

const ALL = 'all'

/** The department filter behind a trigger of one's own. */
export function DepartmentMenu({ trigger, align }: { trigger: ReactElement; align: 'start' | 'end' }) {
  const { chosen, choose, departments } = useDepartmentFilter()
  return (
    <Menu trigger={trigger} align={align}>
      <MenuChoices
        value={chosen === undefined ? ALL : String(chosen)}
        onChange={(value) => choose(value === ALL ? undefined : Number(value))}
        choices={[
          { value: ALL, label: 'All Departments' },
          ...(departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
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
