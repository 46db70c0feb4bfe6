import type { Config } from '../base/config.ts'

/**
 * The budgets of attempts that this server has refused again and again a moment ago. Those are refused from memory,
 * because each question to the database would write, one after the other. A budget that was refused a few times is
 * asked for each time.
 */

/** From so many refusals on a budget is refused from memory, for so long. Then the database is asked again. */
const FLOOD = 20
const REMEMBERED_MS = 10_000
/** Some hundred bytes each. Beyond them the oldest are forgotten. */
const MOST_REMEMBERED = 10_000

interface Refused {
  times: number
  /** By `performance.now()`. */
  since: number
  /** When the next attempt is allowed, in milliseconds since 1970. */
  allowedAt: number
}

/** Each server's own, by its settings: several may run in one process, as in tests. */
const ofServers = new WeakMap<Config, Map<string, Refused>>()

function refusedOn(server: Config) {
  const refused = ofServers.get(server) ?? new Map<string, Refused>()
  ofServers.set(server, refused)
  return refused
}

const known = (server: Config, budget: string) => {
  const found = refusedOn(server).get(budget)
  return found && performance.now() - found.since < REMEMBERED_MS ? found : undefined
}

/** When the next attempt of these budgets is allowed, in ms since 1970, by memory; 0 if unknown. */
export const knownToBeRefusedUntil = (server: Config, budgets: string[]): number =>
  Math.max(
    0,
    ...budgets.map((budget) => {
      const found = known(server, budget)
      return found && found.times >= FLOOD ? found.allowedAt : 0
    }),
  )

/** Notes that the database has refused a budget. */
export function noteRefusal(server: Config, budget: string, allowedAt: number) {
  const refused = refusedOn(server)
  const { times, since } = known(server, budget) ?? { times: 0, since: performance.now() }
  refused.delete(budget)
  refused.set(budget, { times: times + 1, since, allowedAt })
  const [oldest] = refused.keys()
  if (refused.size > MOST_REMEMBERED && oldest !== undefined) refused.delete(oldest)
}
