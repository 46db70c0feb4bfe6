import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy to a database. Its address stays the same while the network or the database fails. */
export interface DatabaseProxy {
  url: string
  /** Sends new connections to this address from now on. Without an address they are refused. */
  leadTo(target: string | undefined): Promise<void>
  /** Drops all data of the open connections, in both directions, without closing them. */
  swallow(): void
  /** Delays all data in both directions by this many milliseconds. */
  delay(milliseconds: number): void
  close(): void
}

/** Opens a proxy to the database at the address. */
export async function openDatabaseProxy(target: string): Promise<DatabaseProxy> {
  let place = new URL(target)
  let kept = 0
  const pairs = new Set<{ inner: Socket; outer: Socket; silent: boolean }>()

  const server = createServer((inner) => {
    const outer = dial(Number(place.port), place.hostname)
    const pair = { inner, outer, silent: false }
    pairs.add(pair)
    const end = () => {
      inner.destroy()
      outer.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      let before = Promise.resolve()
      // Each chunk waits from its arrival on, and for the chunks before it.
      const pass = (work: () => void) => {
        const due = kept > 0 ? sleep(kept) : undefined
        before = before.then(() => due).then(work)
      }
      from.on('data', (piece) => pass(() => pair.silent || to.destroyed || to.write(piece)))
      from.on('end', () => pass(() => pair.silent || to.end()))
      from.on('error', () => {})
      from.on('close', () => pair.silent || pass(end))
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`

  return {
    url: url.href,
    async leadTo(next) {
      if (next) place = new URL(next)
      if (next && !server.listening) await listen(port)
      if (!next) server.close()
    },
    swallow() {
      for (const pair of pairs) pair.silent = true
    },
    delay(milliseconds) {
      kept = milliseconds
    },
    close() {
      for (const { inner, outer } of pairs) {
        inner.destroy()
        outer.destroy()
      }
      server.close()
    },
  }
}
