import type { Running } from '../programs.ts'
import { format, table } from '../report.ts'

/**
 * How long requests took as the servers measured it (`/metrics`). People's waits are longer: the programs that play
 * them share processors with the servers.
 */

/** Routes that were asked less often tell nothing of one case in twenty. */
const ENOUGH = 200
const LINE = /^muster_http_request_duration_seconds_bucket\{le="([^"]+)",method="([^"]+)",route="([^"]+)",status="\d+"/

/** Requests of each route that took at most so many seconds: cumulative, as Prometheus counts. */
export type Answers = Map<string, Map<number, number>>

/** The servers' counts since they were started. */
export async function readAnswers(servers: Running[]): Promise<Answers> {
  const answers: Answers = new Map()
  for (const { origin } of servers) {
    const text = await (await fetch(`${origin}/metrics`)).text()
    for (const line of text.split('\n')) {
      const [, le, method, route] = LINE.exec(line) ?? []
      if (!le) continue
      const of = answers.get(`${method} ${route}`) ?? new Map<number, number>()
      answers.set(`${method} ${route}`, of)
      const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
      of.set(bound, (of.get(bound) ?? 0) + Number(line.slice(line.lastIndexOf(' '))))
    }
  }
  return answers
}

/** The counts between two readings. */
export function answersSince(before: Answers, after: Answers): Answers {
  const countBefore = (name: string, bound: number) => before.get(name)?.get(bound) ?? 0
  return new Map(
    [...after].map(([name, of]) => [
      name,
      new Map([...of].map(([bound, count]) => [bound, count - countBefore(name, bound)])),
    ]),
  )
}

/** The seconds within which this part (0 to 1) ended, evenly spread in a bucket as in `histogram_quantile`. */
export function answeredWithin(of: Map<number, number>, part: number) {
  const buckets = [...of].sort(([one], [other]) => one - other)
  const wanted = (buckets.at(-1)?.[1] ?? 0) * part
  let [from, below] = [0, 0]
  for (const [bound, count] of buckets) {
    if (count >= wanted)
      return bound === Number.POSITIVE_INFINITY ? from : from + ((bound - from) * (wanted - below)) / (count - below)
    ;[from, below] = [bound, count]
  }
  return Number.NaN
}

/** The routes that were asked often, slowest first. */
export function answersTable(answers: Answers) {
  const rows = [...answers]
    .map(([name, of]) => ({ name, of, count: of.get(Number.POSITIVE_INFINITY) ?? 0 }))
    .filter(({ count }) => count >= ENOUGH)
    .sort((one, other) => answeredWithin(other.of, 0.95) - answeredWithin(one.of, 0.95))
    .map(({ name, of, count }) => [
      `\`${name}\``,
      count.toLocaleString('en-US'),
      ...[0.5, 0.95, 0.99].map((part) => format(answeredWithin(of, part) * 1000)),
    ])
  return table(['Request', 'Count', 'p50 ms', 'p95', 'p99'], rows)
}
