import type { Logger } from 'pino'
import type { Viewer } from '../../shared/auth.ts'
import type { Files } from '../adapters/files.ts'
import type { Mailer } from '../adapters/mail.ts'
import type { PdfReader } from '../adapters/pdf.ts'
import type { Config } from '../base/config.ts'
import type { Bus, BusMessage } from '../db/bus.ts'
import type { Database, Db } from '../db/connect.ts'

/** What one process has: made at the start, the same for every request. */
export interface Services {
  config: Config
  database: Database
  bus: Bus
  files: Files
  pdf: PdfReader
  log: Logger
  /** Sends e-mails; null without SMTP_URL. */
  mail: Mailer | null
  /** Whether the database holds the sample hotel. */
  sample: boolean
}

/** A file as a handler gives it for its reply. */
export interface StoredFile {
  storedAs: string
  fileName: string
  size: number
  /** Another for other bytes. */
  tag: string
}

/** A reply of some shape that is JSON already, as the database writes it for long lists. It is sent as it is. */
export class JsonText<Reply> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** What it says, for other uses than to be sent. */
  read(): Reply {
    return JSON.parse(this.text)
  }
}

/** The one who asks; null where nobody need be signed in. */
type AnyViewer = Omit<Viewer, 'timeZone'> | null

/** Where a request came from, for the audit log. */
export interface Origin {
  ipAddress: string | null
  userAgent: string | null
  /** The page that asks, as it named itself. */
  tab: string | null
}

/** Opens and ends the session of the browser that asks. */
export interface SessionKeeper {
  /** The session that the request was made in. */
  current: string | null
  /** The hash of what names the browser that asks (`credentials/devices.ts`); null for one that has no name. */
  device: string | null
  /** Gives the browser a name, or keeps the one it has for another year; returns its hash, null where no browser asks. */
  nameDevice(ctx: Context<AnyViewer>): string | null
  start(ctx: Context<AnyViewer>, userId: string): Promise<void>
  end(ctx: Context<AnyViewer>): Promise<void>
}

/** All that a feature function knows of the request: time is taken once, and statements run where `db` points. */
export interface Context<V extends AnyViewer = NonNullable<AnyViewer>> {
  services: Services
  db: Db
  now: Date
  viewer: V
  origin: Origin
  session: SessionKeeper
  /** Told to every server once the transaction has been committed. */
  outbox: BusMessage[]
}

/** The context of a request to an endpoint that anyone may call. */
export type OpenContext = Context<AnyViewer>

/**
 * Runs the work within one transaction and, once that is committed, publishes what it put into the outbox. An error rolls
 * everything back and publishes nothing.
 */
export async function inTransaction<V extends AnyViewer, T>(
  ctx: Context<V>,
  work: (ctx: Context<V>) => Promise<T>,
): Promise<T> {
  const outbox: BusMessage[] = []
  const result = await ctx.services.database.transaction((db) => work({ ...ctx, db, outbox }))
  ctx.services.bus.publish(outbox)
  return result
}

const noSession: SessionKeeper = {
  current: null,
  device: null,
  nameDevice: () => null,
  start: async () => {},
  end: async () => {},
}

/** The context for work that no request has asked for: the sample hotel, tests, the scheduler. */
export const contextFor = <V extends AnyViewer>(services: Services, viewer: V, now: Date): Context<V> => ({
  services,
  db: services.database.orm,
  now,
  viewer,
  origin: { ipAddress: null, userAgent: null, tab: null },
  session: noSession,
  outbox: [],
})
