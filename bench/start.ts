import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMuster } from './programs.ts'
import { median, shown, table } from './report.ts'

/** `npm start` until it says that it is ready, with its own database; and what it holds when nobody asks. */
const PROGRAM = ['--max-semi-space-size=8', 'scripts/start.mjs']
const AGAIN = 3
const SETTLED = 3000

export async function measureStart() {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const start = async () => {
    const muster = await startMuster(folder, { DATA_DIR: join(folder, 'data') }, PROGRAM)
    await sleep(SETTLED)
    const memory = await muster.memory()
    await muster.stop()
    return { startedIn: muster.startedIn, memory }
  }
  try {
    const first = await start()
    const again: Awaited<ReturnType<typeof start>>[] = []
    for (let round = 0; round < AGAIN; round += 1) again.push(await start())
    const rows = [
      ['First start, with the sample hotel', shown(first.startedIn / 1000), first.memory.toFixed(0)],
      [
        'Every other',
        shown(median(again.map(({ startedIn }) => startedIn)) / 1000),
        median(again.map(({ memory }) => memory)).toFixed(0),
      ],
    ]
    return `### Start\n\n${table(['Start', 'Ready after s', 'Server at rest MB'], rows)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
