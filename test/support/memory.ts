import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT, type ServerProcess, startServer } from './server-process.ts'

/** The built server, told by SIGUSR2 to give back at once what it no longer needs: what then is left is what it keeps. */
const MEASURED = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())', ...BUILT]
const METRICS_TOKEN = 'let-the-measurer-read'

/** Starts it with the sample hotel on an empty folder; who asks may say that they come from any address. */
export const startMeasured = (dataDir: string) =>
  startServer({ DATA_DIR: dataDir, DEMO: '1', TRUST_PROXY: '1', TIME_ZONE: 'Europe/Berlin', METRICS_TOKEN }, MEASURED)

/** What a server keeps at rest, in MB; `kept` is the heap and what lies beside it, `resident` what the machine sees. */
export interface Memory {
  retained: number
  resident: number
}

const MB = 1024 * 1024

/** Figures of `/metrics`, by name. */
export async function metricsOf(address: string) {
  const reply = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const lines = (await reply.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  const metrics = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  return (name: string) => metrics.get(name) ?? Number.NaN
}

/** What the server keeps after a rest. */
export async function memoryAtRest({ child }: ServerProcess, address: string): Promise<Memory> {
  for (let round = 0; round < 3; round += 1) {
    await sleep(700)
    child.kill('SIGUSR2')
  }
  await sleep(700)
  const metric = await metricsOf(address)
  const retained = metric('nodejs_heap_size_used_bytes') + metric('nodejs_external_memory_bytes')
  return { retained: retained / MB, resident: metric('process_resident_memory_bytes') / MB }
}

export const describeMemory = ({ retained, resident }: Memory) =>
  `${retained.toFixed(1)} MB kept, ${resident.toFixed(0)} MB resident`
