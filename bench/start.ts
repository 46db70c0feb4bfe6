import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMuster } from './programs.ts'
import { format, median, table } from './report.ts'

/** Measures `npm start` with its own database until it is ready, and its memory when it is idle. */
const PROGRAM = ['--max-semi-space-size=8', 'scripts/start.mjs']
const LATER_STARTS = 3
const SETTLE_MS = 3000

export async function measureStart() {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const start = async () => {
    const muster = await startMuster(folder, { DATA_DIR: join(folder, 'data') }, PROGRAM)
    await sleep(SETTLE_MS)
    const memory = await muster.memory()
    await muster.stop()
    return { startedIn: muster.startedIn, memory }
  }
  try {
    const first = await start()
    const later: Awaited<ReturnType<typeof start>>[] = []
    for (let round = 0; round < LATER_STARTS; round += 1) later.push(await start())
    const rows = [
      ['First start, with the sample hotel', format(first.startedIn / 1000), first.memory.toFixed(0)],
      [
        'Later starts',
        format(median(later.map(({ startedIn }) => startedIn)) / 1000),
        median(later.map(({ memory }) => memory)).toFixed(0),
      ],
    ]
    return `### Start\n\n${table(['Start', 'Ready after s', 'Server at rest MB'], rows)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
