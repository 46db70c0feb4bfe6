import { SquareKanban, Table2 } from 'lucide-react'
import { Segmented } from '../../ui/segmented.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { useView } from './view.ts'

const choices = [
  { value: 'table', label: 'Table', icon: Table2 },
  { value: 'kanban', label: 'Kanban', icon: SquareKanban },
] as const

/** Switches between table and kanban. */
export function ViewSwitch({ className }: { className?: string }) {
  const { view, choose } = useView()
  useShortcut('v', 'Table or kanban', () => choose(view === 'table' ? 'kanban' : 'table'))
  return <Segmented compact label="View" value={view} onChange={choose} choices={choices} className={className} />
}
