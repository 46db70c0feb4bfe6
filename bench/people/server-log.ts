import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The servers' warnings in a step, most often first. One that stands for several counts as so many. */
export async function warningsIn(logFiles: string[]): Promise<[message: string, count: number][]> {
  const counts = new Map<string, number>()
  for (const logFile of logFiles) {
    for await (const line of createInterface({ input: createReadStream(logFile) })) {
      if (!/^\{"level":[456]0/.test(line)) continue
      const { msg, times = 1, err } = JSON.parse(line) as { msg: string; times?: number; err?: { message: string } }
      const message = err ? `${msg} (${err.message.slice(0, 120)})` : msg
      counts.set(message, (counts.get(message) ?? 0) + times)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}
