import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, type ReactNode, use } from 'react'

export interface EntryProps {
  onSelect: () => void
  icon?: LucideIcon
  /** Shown at the end, as a reminder; the menu does not listen for it. */
  shortcut?: string
  destructive?: boolean
  disabled?: boolean
  children: ReactNode
}

export interface ChoicesProps<T extends string> {
  value: T
  onChange: (value: T) => void
  choices: readonly { value: T; label: string; icon?: LucideIcon }[]
}

/** What the menu panel, which loads on demand, gives the entries that stand in it. */
export interface MenuParts {
  Entry: ComponentType<EntryProps>
  Choices: ComponentType<ChoicesProps<string>>
  Separator: ComponentType
  Label: ComponentType<{ children: ReactNode }>
}

export const MenuContext = createContext<MenuParts | null>(null)

export function useMenuParts() {
  const parts = use(MenuContext)
  if (!parts) throw new Error('A menu entry stands outside a menu')
  return parts
}
