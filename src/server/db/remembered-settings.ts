import type { Db } from './connect/connect.ts'
import type { Bus, BusMessage } from './events/bus.ts'
import type { EventLog } from './events/event-log.ts'
import { readSettings, type Settings } from './settings.ts'

/** Nearly every page asks for these settings, and hardly anybody changes them. */
const REMEMBERED = ['organisation', 'emergencyPhone', 'setup', 'workRules', 'payPeriods'] as const

type Values = Partial<Pick<Settings, (typeof REMEMBERED)[number]>>

/** The stored settings that a server holds in its memory. */
export interface RememberedSettings {
  /** The settings with their values; absent if they were never written. The first caller's connection reads them. */
  read(db: Db): Promise<Values>
  /** Reads them again when they are asked for next. */
  forget(): void
}

/**
 * Reads some stored settings once, and again after each event that says that they have changed. The server that changes
 * them knows it at once, as the next request may come before the event is back. Another one knows it when the event
 * reaches it, a few milliseconds later.
 */
export function rememberSettings(bus: Pick<Bus, 'onPublish'>, events: Pick<EventLog, 'subscribe'>): RememberedSettings {
  let reading: Promise<Values> | undefined
  const forget = () => {
    reading = undefined
  }
  const heed = (messages: BusMessage[]) => {
    if (messages.some((each) => each.type === 'change' && each.change.resource === 'organisation')) forget()
  }
  bus.onPublish(heed)
  events.subscribe((found, lost) => (lost ? forget() : heed(found)))
  return {
    read(db) {
      if (reading) return reading
      const begun: Promise<Values> = readSettings(db, [...REMEMBERED])
      reading = begun
      begun.catch(() => {
        if (reading === begun) forget()
      })
      return begun
    },
    forget,
  }
}
