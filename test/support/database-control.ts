import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'
import { processesIn, signal } from './processes.ts'

/** How a database ends: in good order, at once, or killed. */
export type Ending = 'fast' | 'immediate' | 'kill'

/** A separate PostgreSQL that can be stopped, started and frozen while servers use it. Its address stays the same. */
export interface ControlledDatabase {
  /** The address through the proxy, for the servers. */
  url: string
  /** The address without the proxy, for checks. */
  ownUrl(): string
  proxy: DatabaseProxy
  stop(how: Ending): Promise<void>
  /** Starts it. Resolves when it accepts connections. */
  start(): Promise<void>
  isRunning(): boolean
  /** Suspends all its processes, like a machine whose disk hangs. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Opens a PostgreSQL in the folder, which is created if it does not exist. */
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
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of processesIn(join(dataDir, 'postgres'))) signal(pid, name)
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
