import { useMatches } from '@tanstack/react-router'
import type { Message } from '../../shared/words/message.ts'
import type { NeededPermission } from './refused-screen.tsx'

/** A text without values. */
type Text = Pick<Message, 'id'>

/** The shell's facts about a screen. Each route states them. */
export interface ScreenInfo {
  title: Text
  /** The screen works without a network: its replies are cached, or it needs none. */
  offline?: true
  /** It needs no session: visitors see it, without the frame. */
  open?: true
  /** The permission that it needs. Without one, everyone who is signed in may see it. */
  allow?: NeededPermission
}

/** The screen at this address; null when there is none (404, sign-in). */
export const useScreen = () =>
  useMatches({
    select: (matches): ScreenInfo | null => {
      const { title, offline, open, allow } = matches.at(-1)?.staticData ?? {}
      return title ? { title, offline, open, allow } : null
    },
    structuralSharing: true,
  })

/** Whether no screen has this address. */
export const useUnknownAddress = () => useMatches({ select: (matches) => matches.at(-1)?.staticData.unknown === true })
