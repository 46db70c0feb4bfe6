import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** An icon before an entry's label, hidden from screen readers. */
type MenuIcon = ComponentType<{ 'aria-hidden'?: 'true' }>

export interface EntryProps {
  onSelect: () => void
  icon?: MenuIcon
  /** The keys that do the same, shown at the end. The menu does not handle them. */
  shortcut?: string
  destructive?: boolean
  disabled?: boolean
  children: ReactNode
}

export interface ChoicesProps<T extends string> {
  value: T
  onChange: (value: T) => void
  choices: readonly { value: T; label: string; icon?: MenuIcon }[]
}

/** The components that entries of a menu use. The panel provides them, because it loads on demand. */
export interface MenuParts {
  Entry: ComponentType<EntryProps>
  Choices: ComponentType<ChoicesProps<string>>
  Separator: ComponentType
  Label: ComponentType<{ children: ReactNode }>
}

export const MenuContext = createContext<MenuParts | null>(null)

export function useMenuParts() {
  const parts = use(MenuContext)
  if (!parts) throw new Error('MenuContext is missing')
  return parts
}
