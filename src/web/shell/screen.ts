import { useMatches } from '@tanstack/react-router'
import type { Permission } from '../../shared/permissions.ts'

/** What the shell knows of a screen, stated with its route. */
export interface ScreenFacts {
  title: string
  /** What was last known of it is kept for when the network is away, or it needs none. */
  offline?: true
  /** Who may see it; everyone signed in when absent. */
  allow?: Permission
  /** What the others see instead. */
  refusal?: { title: string; message?: string }
}

/** The facts of the screen that the address leads to; null where there is none (404, sign-in). */
export const useScreen = () =>
  useMatches({
    select: (matches): ScreenFacts | null => {
      const { title, offline, allow, refusal } = matches.at(-1)?.staticData ?? {}
      return title ? { title, offline, allow, refusal } : null
    },
    structuralSharing: true,
  })

/** Whether the address is that of no screen. */
export const useUnknownAddress = () => useMatches({ select: (matches) => matches.at(-1)?.staticData.unknown === true })
