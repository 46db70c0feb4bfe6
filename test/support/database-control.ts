import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'
import { processesIn } from './processes.ts'

/** How a database ends: in good order, at once, or killed without a word. */
export type Ending = 'fast' | 'immediate' | 'kill'

/** A PostgreSQL of its own that can be stopped, started and frozen while servers run on it, at one address all the time. */
export interface ControlledDatabase {
  /** By way of the proxy, for the servers. */
  url: string
  /** Past the proxy, for looking behind their backs. */
  ownUrl(): string
  proxy: DatabaseProxy
  stop(how: Ending): Promise<void>
  /** Resolves once it takes connections again. */
  start(): Promise<void>
  isRunning(): boolean
  /** Lets none of its processes go on, as a machine does whose disk hangs. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Opens a PostgreSQL in that folder, which is made when it is not there. */
export async function controlDatabase(dataDir: string): Promise<ControlledDatabase> {
  let current = await openEmbedded({ dataDir })
  let running = true
  const watch = () => {
    const mine = current
    void mine.exited.then(() => {
      if (current === mine) running = false
    })
  }
  watch()
  const proxy = await openDatabaseProxy(current.url)
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processesIn(join(dataDir, 'postgres'))) process.kill(pid, signal)
  }
  return {
    url: proxy.url,
    ownUrl: () => current.url,
    proxy,
    async stop(how) {
      await proxy.leadTo(undefined)
      if (how !== 'fast')
        process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), how === 'kill' ? 'SIGKILL' : 'SIGQUIT')
      if (how !== 'fast') await current.exited
      await current.stop()
      running = false
    },
    async start() {
      await current.stop()
      current = await openEmbedded({ dataDir })
      running = true
      watch()
      await proxy.leadTo(current.url)
    },
    isRunning: () => running,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      proxy.close()
      await current.stop()
    },
  }
}
