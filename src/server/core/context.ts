import type { Logger } from 'pino'
import type { Viewer } from '../../shared/auth.ts'
import type { Actor } from '../../shared/permissions.ts'
import type { Language } from '../../shared/words/languages.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { FileStore } from '../adapters/files.ts'
import type { Mailer } from '../adapters/mail.ts'
import type { PdfReader } from '../adapters/pdf.ts'
import type { Provider } from '../adapters/provider.ts'
import type { PushSender } from '../adapters/push.ts'
import type { Telemetry } from '../adapters/telemetry.ts'
import type { WebhookSender } from '../adapters/webhooks.ts'
import type { Config } from '../base/config.ts'
import { bytesOf, type Json } from '../base/json-pieces.ts'
import { i18nFor } from '../base/texts.ts'
import type { Database, Db } from '../db/connect/connect.ts'
import type { Replica } from '../db/connect/replica.ts'
import type { Bus } from '../db/events/bus.ts'
import type { EventLog } from '../db/events/event-log.ts'
import type { RememberedSettings } from '../db/remembered-settings.ts'
import type { SlowStatements } from '../db/statements/slow.ts'
import type { RememberedTaskJson } from './tasks/remembered-json.ts'
import { Outbox } from './write/outbox.ts'
import { ownPositionOf } from './write/own-changes.ts'

/** The parts that one process opens at its start and every request uses. */
export interface Services {
  config: Config
  database: Database
  /** A standby for long reads; null without DATABASE_READ_URL. */
  replica: Replica | null
  bus: Bus
  /** Follows the log that every change writes. */
  events: EventLog
  /** The name of the organisation, its work rules, and how far its guide is, in memory. */
  settings: RememberedSettings
  /** The JSON of tasks, in memory. */
  taskJson: RememberedTaskJson
  files: FileStore
  pdf: PdfReader
  /** Sends to the push services of people's browsers. */
  push: PushSender
  /** Sends to other programs. */
  webhooks: WebhookSender
  log: Logger
  /** Sends e-mails; null without SMTP_URL. */
  mail: Mailer | null
  /** The provider of single sign-on; null without OIDC_ISSUER. */
  provider: Provider | null
  /** Whether the database holds the sample hotel. */
  sample: boolean
  /** Logs statements that take long; absent with SLOW_QUERY_MS=0. */
  slowStatements?: SlowStatements | undefined
  /** Sends traces and metrics; absent without OTEL_EXPORTER_OTLP_ENDPOINT. */
  telemetry?: Telemetry | undefined
}

/** A file that a handler returns as its reply. */
export interface StoredFile {
  storedAs: string
  fileName: string
  size: number
  /** The entity tag. Other content has another tag. */
  tag: string
  /** For an endpoint whose files are of several types. */
  mediaType?: string
}

/** A reply that the database has already written as JSON, for long lists. It is sent unchanged. */
export class JsonText<Reply> {
  readonly #json: Json

  constructor(json: Json) {
    this.#json = json
  }

  /** The JSON as UTF-8. */
  bytes(): Buffer {
    return bytesOf(this.#json)
  }

  /** Parses the JSON, for code that needs the values. */
  read(): Reply {
    return JSON.parse(this.bytes().toString())
  }
}

/** The person who makes the request; null if nobody needs to be signed in. */
type AnyViewer = (Omit<Viewer, 'timeZone' | 'organisation' | 'setupOpen'> & Pick<Actor, 'scopes'>) | null

/** Where a request came from, for the audit log. */
export interface Origin {
  ipAddress: string | null
  userAgent: string | null
  /** The host that the request was sent to, with its port; null without a request. */
  host: string | null
  /** The id that the page gave itself. */
  tab: string | null
  /** The name of the token that a program came with. */
  token?: string
}

/** Facts about a new session. */
export interface StartFacts {
  /** The person must set up a second step before anything else. */
  needsSecondStep?: true
  /** When the person has proved who they are; absent: just now. */
  provedAt?: string
}

/** Starts and ends the session of the request's browser. */
export interface SessionKeeper {
  /** The session that the request was made in. */
  current: string | null
  /** The hash of the cookie that identifies the browser (`credentials/devices.ts`), or null. */
  device: string | null
  /** Sets or renews the cookie that identifies the browser, for a year. Returns its hash, or null without a browser. */
  nameDevice(ctx: Context<AnyViewer>): string | null
  /** Whether the person must set up a second step before anything else. */
  needsSecondStep: boolean
  /** When the person last proved who they are; null for nobody, a token or a pass. */
  provedAt: string | null
  /**
   * The same as it is stored now: a proof may have ended since the request came. Throws 401 if the session has ended.
   */
  readProof(ctx: Context<AnyViewer>): Promise<string | null>
  /** The hash of the cookie of the step that the browser was asked for (`credentials/sign-in-steps.ts`), or null. */
  step: string | null
  /** Sets the cookie of a step. Returns its hash. */
  startStep(expires: Date): string
  /** Clears the cookie of a step. */
  endStep(): void
  /** The hash of the cookie of the kiosk that the browser is (`http/session/kiosk.ts`), or null. */
  kiosk: string | null
  /** Makes the browser a kiosk: sets its cookie. Returns its hash. */
  startKiosk(ctx: Context<AnyViewer>): string
  /** Notes that the person has just proved who they are. */
  prove(ctx: Context<AnyViewer>): Promise<void>
  /**
   * Notes that the person has set up a second step, which proves who they are. The proofs in their other sessions end.
   */
  noteSecondStep(ctx: Context<AnyViewer>, userId: string): Promise<void>
  /**
   * Reads the session again, after work that may have waited for long. Throws 401 if it has ended since, and 409
   * `changed_meanwhile` if the role or department of its person has changed. Never call it in a transaction.
   */
  recheck(): Promise<void>
  start(ctx: Context<AnyViewer>, userId: string, facts: StartFacts): Promise<void>
  end(ctx: Context<AnyViewer>): Promise<void>
}

/** The tablet at a door that a request comes from. */
export interface Kiosk {
  id: number
  name: string
  /** The department that the kiosk shows; null for everybody. */
  departmentId: number | null
  /** When the pass of the person at it began, in milliseconds since 1970; absent for a call of the tablet itself. */
  passBegan?: number
}

/** Everything that a feature function knows about its request. `now` does not change during the request. */
export interface Context<V extends AnyViewer = NonNullable<AnyViewer>> {
  services: Services
  /** The request's transaction, or the pool. */
  db: Db
  now: Date
  viewer: V
  /** The reply's words are in this reader's language. */
  reader: Reader
  origin: Origin
  session: SessionKeeper
  /** The kiosk that the tablet, or the person with a pass, calls from; absent elsewhere. */
  kiosk?: Kiosk | undefined
  /** How many milliseconds ago the action happened on the device; absent if it did not say. */
  age?: number | undefined
  /** The time on the device's clock, if it was wrong. The audit log keeps it beside the corrected time. */
  deviceClock?: string
  /** The audit entries and events of the transaction, written at its end. */
  outbox: Outbox
  /**
   * The transactions that this reply's counts have seen, as a snapshot of PostgreSQL. The counting function sets it.
   */
  snapshot?: string
  /** The log position of the last change that comes back to the requesting page; set after the commit. */
  ownPosition?: number | undefined
  /** Whether the thing to create was there already; set by a handler with its own transactions. */
  wasThere?: boolean
}

/** The context of a request to an endpoint that anyone may call. */
export type OpenContext = Context<AnyViewer>

/** The context of a call of a kiosk itself, at which nobody has entered a PIN yet. */
export type KioskContext = OpenContext & { kiosk: Kiosk }

/**
 * Runs a function in one transaction. The outbox is written at its end and published after the commit. An error rolls
 * everything back and publishes nothing.
 */
export async function inTransaction<V extends AnyViewer, T>(
  ctx: Context<V>,
  run: (ctx: Context<V>) => Promise<T>,
): Promise<T> {
  const { database, bus } = ctx.services
  const { result, events } = await database.transaction(async (db) => {
    const outbox = new Outbox()
    const result = await run({ ...ctx, db, outbox })
    return { result, events: await outbox.write(db, ctx.now, ctx.viewer?.id ?? null) }
  })
  bus.publish(events)
  ctx.ownPosition = ownPositionOf(events, ctx.origin.tab)
  return result
}

const noSession: SessionKeeper = {
  current: null,
  device: null,
  nameDevice: () => null,
  needsSecondStep: false,
  provedAt: null,
  readProof: async () => null,
  step: null,
  startStep: () => '',
  endStep: () => {},
  kiosk: null,
  startKiosk: () => '',
  prove: async () => {},
  noteSecondStep: async () => {},
  recheck: async () => {},
  start: async () => {},
  end: async () => {},
}

/** The reader of words that are made without a request: the person's language, else the deployment's. */
export const readerFor = ({ config }: Services, person: { language: Language | null } | null | undefined): Reader => ({
  i18n: i18nFor(person?.language ?? config.defaultLanguage),
  timeZone: config.timeZone,
})

/** A context without a request: for the sample hotel, tests and the scheduler. */
export const contextFor = <V extends AnyViewer>(services: Services, viewer: V, now: Date): Context<V> => ({
  services,
  db: services.database.orm,
  now,
  viewer,
  reader: readerFor(services, viewer),
  origin: { ipAddress: null, userAgent: null, host: null, tab: null },
  session: noSession,
  outbox: new Outbox(false),
})
