import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** A sign before an entry's words, hidden from those who hear them. */
export type MenuIcon = ComponentType<{ 'aria-hidden'?: 'true' }>

export interface EntryProps {
  onSelect: () => void
  icon?: MenuIcon
  /** Shown at the end, as a reminder; the menu does not listen for it. */
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
