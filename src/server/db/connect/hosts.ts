import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addressesOf } from '../../base/database-address.ts'
import { hasCode } from '../../base/errors.ts'

/**
 * Of several servers of one database only the primary takes writes, and another becomes the primary when it fails. `pg`
 * connects to one address. So this asks all of them which one it is, before the first connection and after one has
 * broken.
 */

/** How long a search goes on. It ends before the pool's own time for a connection is over. */
const SEARCH_MS = 4_000
/** How long a server has for its answer, and how soon it is asked again. */
const ANSWER_MS = 1_000
const ASK_AGAIN_MS = 50
/** PostgreSQL's error code for a write on a standby. */
const READ_ONLY = '25006'

interface Hosts {
  /** The address of the primary, searched if unknown. Throws a server's fault when none is found in time. */
  primary(): Promise<string>
  /** A connection to this address has broken, or does not write: it is searched for before the next one. */
  lost(address: string): void
}

/** By the address that names them all: the pool and the connection for live changes share their finds. */
const known = new Map<string, Hosts>()

/**
 * The class of connections to a database. With several hosts in its address, a connection is opened to the one that
 * takes writes (as libpq does it with `target_session_attrs=read-write`), and waits up to 4 seconds for there to be
 * one.
 */
export function clientOf(url: string): typeof pg.Client {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return pg.Client
  const hosts = known.get(url) ?? hostsOf(addresses)
  known.set(url, hosts)
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: addresses[0] })
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    // The pool calls it with a callback, as `pg` allows.
    override connect(callback?: (...errors: Error[]) => void): unknown {
      const opened = this.open()
      if (!callback) return opened
      return void opened.then(() => callback(), callback)
    }

    private async open() {
      const address = await hosts.primary()
      const { host, port } = new pg.Client(address)
      Object.assign(this, { host, port })
      this.on('error', () => hosts.lost(address))
      try {
        await super.connect()
        await mustWrite(this)
        return this
      } catch (error) {
        hosts.lost(address)
        throw error
      }
    }
  }
}

function hostsOf(addresses: string[]): Hosts {
  let current: string | undefined
  let search: Promise<string> | undefined
  return {
    async primary() {
      if (current) return current
      search ??= findPrimary(addresses).finally(() => {
        search = undefined
      })
      current = await search
      return current
    },
    lost(address) {
      if (current === address) current = undefined
    },
  }
}

/** Asks all servers until one takes writes. A server that does not answer keeps nobody from asking the others. */
async function findPrimary(addresses: string[]): Promise<string> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), SEARCH_MS)
  try {
    return await Promise.any(addresses.map((address) => untilPrimary(address, end.signal)))
  } catch (error) {
    throw firstFault(error as AggregateError)
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

/** Resolves with the address when its server takes writes. Asks a standby on the same connection until promotion. */
async function untilPrimary(address: string, end: AbortSignal): Promise<string> {
  let client: pg.Client | undefined
  try {
    for (;;) {
      try {
        client ??= await openBriefly(address)
        await mustWrite(client)
        return address
      } catch (error) {
        if (end.aborted) throw error
        if (!hasCode(error, READ_ONLY)) {
          close(client)
          client = undefined
        }
        await sleep(ASK_AGAIN_MS)
      }
    }
  } finally {
    close(client)
  }
}

async function openBriefly(address: string) {
  const client = new pg.Client({
    ...{ connectionString: address, application_name: 'muster' },
    ...{ connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    close(client)
    throw error
  }
}

const close = (client: pg.Client | undefined) => void client?.end().catch(() => {})

/** Throws unless the session may write, as a write itself would. */
async function mustWrite(client: pg.Client) {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'off') return
  throw Object.assign(new Error('This server of the database takes no writes'), { code: READ_ONLY })
}

/**
 * The fault to tell, among the faults of all servers: a real fault of one says more than that the others are standbys.
 */
const firstFault = ({ errors }: AggregateError) => errors.find(({ code }) => code !== READ_ONLY) ?? errors[0]
