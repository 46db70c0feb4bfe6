import {
  BookOpen,
  Building2,
  DatabaseBackup,
  DoorOpen,
  Flag,
  Hotel,
  type LucideIcon,
  Repeat,
  SquareCheckBig,
  TabletSmartphone,
  Users,
} from 'lucide-react'
import type { Setup, SetupStep } from '../../shared/setup.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { type SetupScreen, setupScreens } from './search-params.ts'

/** The name and icon of each step, in a list. */
export const screenLabels: Record<SetupScreen, { label: Message; icon: LucideIcon }> = {
  organisation: { label: msg('Name of the organisation'), icon: Hotel },
  departments: { label: msg('Departments'), icon: Building2 },
  people: { label: msg('People'), icon: Users },
  tasks: { label: msg('First tasks'), icon: SquareCheckBig },
  places: { label: msg('Places'), icon: DoorOpen },
  routines: { label: msg('Routines'), icon: Repeat },
  procedures: { label: msg('Procedures'), icon: BookOpen },
  kiosk: { label: msg('Kiosk'), icon: TabletSmartphone },
  backup: { label: msg('Backup'), icon: DatabaseBackup },
  finish: { label: msg('What is left'), icon: Flag },
}

/** The first step that nobody has done or skipped, or the end. */
export const firstOpen = ({ steps }: Setup): SetupScreen =>
  setupScreens.find((screen) => screen !== 'finish' && stepState(screen, steps) === 'open') ?? 'finish'

/** How far a step is. An older server does not say it of the newer ones. */
export const stepState = (step: SetupStep, steps: Setup['steps']) => steps[step] ?? 'open'

/** The step after this one. */
export const screenAfter = (screen: SetupScreen): SetupScreen =>
  setupScreens[setupScreens.indexOf(screen) + 1] ?? 'finish'
