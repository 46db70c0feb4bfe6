/** The transactions that a reply has seen, and the time that it was made for. */
export interface Snapshot {
  /** Every transaction below this one is seen. */
  min: number
  /** No transaction from this one on is seen. */
  max: number
  /** Those in between that are not seen. */
  running: ReadonlySet<number>
  /** In milliseconds since 1970. */
  time: number
}

/** Reads the header `x-muster-snapshot`, "min:max:running,… time" as in PostgreSQL; undefined for other texts. */
export function parseSnapshot(header: string | null): Snapshot | undefined {
  const [, min, max, running = '', time] = /^(\d+):(\d+):([\d,]*) (\d+)$/.exec(header ?? '') ?? []
  if (time === undefined) return undefined
  const ids = running === '' ? [] : running.split(',').map(Number)
  return { min: Number(min), max: Number(max), running: new Set(ids), time: Number(time) }
}

/** Whether a reply with this snapshot has seen a transaction's changes. */
export const hasSeen = ({ min, max, running }: Snapshot, transaction: number) =>
  transaction < min || (transaction < max && !running.has(transaction))
