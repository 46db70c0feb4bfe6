import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { embeddedAddress } from '../src/server/db/embedded/running.ts'
import { processesIn, until } from '../test/support/processes.ts'

const program = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))
/** PostgreSQL's code for a deadlock that it has ended. */
const DEADLOCK = '40P01'
const READY = /Muster is ready: (\S+)/

/**
 * Starts the built Muster with these settings, in a new data folder: an empty one, or a copy of the folder of a Muster
 * that has ended. `end` ends it, `stop` also removes the folder.
 */
export async function startMuster(settings: Record<string, string>, original?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
  if (original) await cp(original, dataDir, { recursive: true })
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: dataDir },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = READY.exec(output)?.[1]
      if (address) resolve(address)
    })
    void ended.then(([code]) => reject(new Error(`Muster ended with ${code} before it was ready:\n${output}`)))
  })
  const end = async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
  const stop = async () => {
    await end()
    // A server that is slow to end leaves its database to end by itself.
    await until(() => processesIn(dataDir).length === 0)
    await rm(dataDir, { recursive: true, force: true })
  }
  /** Runs a statement in its database, for states without a call, or after long waits. Returns the rows. */
  const query = async (statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: embeddedAddress(dataDir) })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } catch (error) {
      // The server may lock the same rows in another order at that moment. Nothing is done then.
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
    } finally {
      await client.end()
    }
    return query(statement)
  }
  return { url, dataDir, end, stop, query }
}
