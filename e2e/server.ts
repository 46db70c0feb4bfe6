import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { embeddedAddress } from '../src/server/db/embedded-running.ts'

const program = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))
const READY = /Muster is ready: (\S+)/

/** Starts the built Muster with an empty data folder and these settings. `stop` ends it and removes the folder. */
export async function startMuster(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
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
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  /** Runs one statement in its database: for what takes longer than a test may wait. */
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: embeddedAddress(dataDir) })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  return { url, stop, query }
}
