import { createContext, use, useState } from 'react'
import { type Today, taskSections } from '../../shared/today.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'

/** When the day was opened, in milliseconds, and the names of the things on it then. */
interface Opened {
  at: number
  names: ReadonlySet<string>
}

const OpenedContext = createContext<Opened>({ at: 0, names: new Set() })
export const OpenedProvider = OpenedContext.Provider

/** Everything on the day, by its name for `NewMark`. */
const namesOn = (today: Partial<Today>) => [
  ...taskSections.flatMap((name) => today[name]?.tasks ?? []).map(({ id }) => `task ${id}`),
  ...[today.handedOver, today.asked, today.offered].flatMap((part) => part?.items ?? []).map(({ id }) => `item ${id}`),
  ...(today.urgentMessages ?? []).map(({ id }) => `message ${id}`),
]

/** Hook: the day as it was opened. It stays the same as long as the screen does. */
export const useOpened = (today: Partial<Today>) =>
  useState<Opened>(() => ({ at: serverNow(), names: new Set(namesOn(today)) }))[0]

/**
 * A quiet mark on things that have come while the screen was open. An older thing has no mark: it moves up when
 * another one goes.
 */
export function NewMark({ of, since }: { of: string; since: string }) {
  const i18n = useI18n()
  const { at, names } = use(OpenedContext)
  if (names.has(of) || Date.parse(since) < at) return null
  return (
    <span className="pointer-events-none absolute inset-e-2 top-2 size-2 rounded-full bg-accent">
      <span className="sr-only">{i18n.t('New ##it has just come')}</span>
    </span>
  )
}
