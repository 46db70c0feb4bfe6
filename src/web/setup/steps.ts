import { Building2, Flag, Hotel, type LucideIcon, SquareCheckBig, Users } from 'lucide-react'
import type { Setup } from '../../shared/setup.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { type SetupScreen, setupScreens } from './search-params.ts'

/** The name and icon of each step, in a list. */
export const screenLabels: Record<SetupScreen, { label: Message; icon: LucideIcon }> = {
  organisation: { label: msg('Name of the organisation'), icon: Hotel },
  departments: { label: msg('Departments'), icon: Building2 },
  people: { label: msg('People'), icon: Users },
  tasks: { label: msg('First tasks'), icon: SquareCheckBig },
  finish: { label: msg('Ready'), icon: Flag },
}

/** The first step that nobody has done or skipped, or the end. */
export const firstOpen = ({ steps }: Setup): SetupScreen =>
  setupScreens.find((screen) => screen !== 'finish' && steps[screen] === 'open') ?? 'finish'

/** The step after this one. */
export const screenAfter = (screen: SetupScreen): SetupScreen =>
  setupScreens[setupScreens.indexOf(screen) + 1] ?? 'finish'
