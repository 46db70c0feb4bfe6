import { createInterface } from 'node:readline'
import pino from 'pino'
import { readConfig } from '../../src/server/base/config.ts'
import { contextFor, type Services } from '../../src/server/core/context.ts'
import { connect } from '../../src/server/db/connect/connect.ts'
import { openBus } from '../../src/server/db/events/bus.ts'
import { closeOver } from '../../src/server/features/routines/close.ts'
import { openDue } from '../../src/server/features/routines/open.ts'

/**
 * A server that opens and closes occurrences and nothing else, in a process of its own: `routines-simulation.ts` kills
 * it. Each line that it reads is a time, at which it does the scheduler's work of a second. Then it writes a line:
 * `done`, or the fault. Faults of single rows, which are only logged, count too.
 */

const [, program, url, timeZone] = process.argv
if (url && timeZone && program?.includes('routines-server')) {
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => faults.push(line.trim()) })
  const database = connect(url, () => {}, { size: 2 })
  const services = {
    config: readConfig({ TIME_ZONE: timeZone }),
    database,
    bus: await openBus(url, log),
    log,
  } as Services
  process.stdout.write('ready\n')
  for await (const time of createInterface({ input: process.stdin })) {
    const ctx = contextFor(services, null, new Date(time))
    const done = openDue(ctx).then(() => closeOver(ctx))
    process.stdout.write(
      await done.then(
        () => `${faults.splice(0).join(' ') || 'done'}\n`,
        (error) => `${String(error).replaceAll('\n', ' ')}\n`,
      ),
    )
  }
}
