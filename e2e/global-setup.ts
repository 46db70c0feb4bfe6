import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../dist/server/main.js', import.meta.url))
const READY = /Muster is ready: (\S+)/

/** Starts the built Muster with the sample hotel on an empty folder; it stops, and the folder goes, at the end. */
export default async function setUp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-e2e-'))
  const child = spawn(process.execPath, [server], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '1',
      TIME_ZONE: 'Europe/Lisbon',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  process.env.MUSTER_URL = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = READY.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`Muster ended with ${code} before it was ready:\n${output}`)))
  })
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}
