import type { Db } from './connect.ts'
import type { EventLog } from './event-log.ts'
import type { NewEvent } from './events.ts'
import { readSettings, type Settings } from './settings.ts'

/** What nearly every page asks for, and hardly anybody changes. */
const REMEMBERED = ['organisation', 'setup'] as const

type Values = Partial<Pick<Settings, (typeof REMEMBERED)[number]>>

/** The stored settings that a server holds in its memory. */
export interface RememberedSettings {
  /** The settings with their values; absent if they were never written. The first caller's connection reads them. */
  read(db: Db): Promise<Values>
  /** Forgets them if one of these events says that they have changed. */
  heed(events: NewEvent[]): void
}

/**
 * Reads some stored settings once, and again after each event that says that they have changed. Another server knows of
 * a change when the event reaches it, a few milliseconds later.
 */
export function rememberSettings(events: Pick<EventLog, 'subscribe'>) {
  let reading: Promise<Values> | undefined
  const forget = () => {
    reading = undefined
  }
  const settings: RememberedSettings = {
    read(db) {
      if (reading) return reading
      const begun: Promise<Values> = readSettings(db, [...REMEMBERED])
      reading = begun
      begun.catch(() => {
        if (reading === begun) forget()
      })
      return begun
    },
    heed(found) {
      if (found.some((event) => event.type === 'change' && event.change.resource === 'organisation')) forget()
    },
  }
  events.subscribe((found, lost) => (lost ? forget() : settings.heed(found)))
  return settings
}
