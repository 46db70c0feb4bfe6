import { createContext, use, useState } from 'react'
import { type Today, taskSections } from '../../shared/today.ts'
import { useI18n } from '../language.ts'

const KnownContext = createContext<ReadonlySet<string>>(new Set())
export const KnownProvider = KnownContext.Provider

/** Everything on the day, by its name for `NewMark`. */
const namesOn = (today: Partial<Today>) => [
  ...taskSections.flatMap((name) => today[name]?.tasks ?? []).map(({ id }) => `task ${id}`),
  ...[today.handedOver, today.asked, today.offered].flatMap((part) => part?.items ?? []).map(({ id }) => `item ${id}`),
  ...(today.urgentMessages ?? []).map(({ id }) => `message ${id}`),
]

/** The names on the day when it was opened: the same set as long as the screen stays. */
export const useKnown = (today: Partial<Today>) => useState(() => new Set(namesOn(today)))[0]

/** A quiet mark on things that have come while the screen was open. */
export function NewMark({ of }: { of: string }) {
  const i18n = useI18n()
  if (use(KnownContext).has(of)) return null
  return (
    <span className="pointer-events-none absolute inset-e-2 top-2 size-2 rounded-full bg-accent">
      <span className="sr-only">{i18n.t('New ##it has just come')}</span>
    </span>
  )
}
