import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT, type ServerProcess, startServer } from './server-process.ts'

/** The built server. SIGUSR2 makes it free all memory that it no longer needs. */
const MEASURED = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())', ...BUILT]
const METRICS_TOKEN = 'let-the-measurer-read'

/** Starts it with the sample hotel in an empty folder. It trusts forwarding headers: clients choose addresses. */
export const startMeasured = (dataDir: string) =>
  startServer({ DATA_DIR: dataDir, DEMO: '1', TRUST_PROXY: '1', TIME_ZONE: 'Europe/Berlin', METRICS_TOKEN }, MEASURED)

/** The memory of an idle server in MB. `kept` is the heap and memory beside it, `resident` the resident set. */
export interface Memory {
  retained: number
  resident: number
}

const MB = 1024 * 1024

/** Values of `/metrics`, by name. */
export async function metricsOf(address: string) {
  const reply = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const lines = (await reply.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  const metrics = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  return (name: string) => metrics.get(name) ?? Number.NaN
}

/** The memory of the server after a pause. */
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
