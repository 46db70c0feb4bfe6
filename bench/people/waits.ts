/** The waits of people: counted in buckets, so that millions of waits take little memory and add up over processes. */

/** The kinds of waits, as the report names them, and the most milliseconds that 95 of 100 may take. */
export const waitKinds = {
  open: { name: 'Open Muster, until the first screen is there', aim: 100 },
  clockIn: { name: 'Clock in', aim: 100 },
  briefing: { name: 'Read the briefing', aim: 100 },
  board: { name: 'Read the board', aim: 100 },
  today: { name: 'Read Today', aim: 100 },
  change: { name: 'Change something', aim: 100 },
  seen: { name: "A change on a colleague's page", aim: 100 },
  // The scheduler looks four times a second, so that half of them wait for an eighth of a second.
  reminder: { name: 'A reminder, after its time', aim: 1000 },
  upload: { name: 'Upload a photo or a PDF', aim: 100 },
  other: { name: 'Whatever else a page reads', aim: 100 },
  analytics: { name: 'Read the analytics', aim: 100 },
} as const
export type WaitKind = keyof typeof waitKinds
export const kinds = Object.keys(waitKinds) as WaitKind[]

/** Each bucket ends 2 % above the one before, so a quantile is at most 2 % too high. */
const GROWTH = Math.log(1.02)
/** Milliseconds up to which all waits are in the first bucket. */
const SHORTEST = 0.1
/** Different errors of one kind that are told. */
const MAX_TOLD = 3

/** Waits of one kind. Plain data, so that processes can send it. */
export interface Waits {
  count: number
  errors: number
  /** How many waits are in each bucket; most buckets are empty. */
  buckets: Record<number, number>
  /** The messages of some errors. */
  told: string[]
}
export type AllWaits = Record<WaitKind, Waits>

const none = (): Waits => ({ count: 0, errors: 0, buckets: {}, told: [] })
export const noWaits = () => Object.fromEntries(kinds.map((kind) => [kind, none()])) as AllWaits

/** Notes that somebody has waited for so many milliseconds. */
export function addWait(waits: Waits, milliseconds: number) {
  const bucket = Math.max(0, Math.ceil(Math.log(milliseconds / SHORTEST) / GROWTH))
  waits.count += 1
  waits.buckets[bucket] = (waits.buckets[bucket] ?? 0) + 1
}

/** Notes that somebody has waited in vain. */
export function addError(waits: Waits, error: string) {
  waits.errors += 1
  if (waits.told.length < MAX_TOLD && !waits.told.includes(error)) waits.told.push(error)
}

/** The waits of several processes together. */
export function sumOf(several: AllWaits[]): AllWaits {
  const sum = noWaits()
  for (const kind of kinds) {
    for (const { [kind]: waits } of several) {
      sum[kind].count += waits.count
      sum[kind].errors += waits.errors
      for (const [bucket, count] of Object.entries(waits.buckets))
        sum[kind].buckets[Number(bucket)] = (sum[kind].buckets[Number(bucket)] ?? 0) + count
      for (const error of waits.told)
        if (sum[kind].told.length < MAX_TOLD && !sum[kind].told.includes(error)) sum[kind].told.push(error)
    }
  }
  return sum
}

/** The waits since `before`, without the messages of errors. */
export function since(before: AllWaits, after: AllWaits): AllWaits {
  const more = noWaits()
  for (const kind of kinds) {
    more[kind].count = after[kind].count - before[kind].count
    more[kind].errors = after[kind].errors - before[kind].errors
    for (const [bucket, count] of Object.entries(after[kind].buckets)) {
      const left = count - (before[kind].buckets[Number(bucket)] ?? 0)
      if (left > 0) more[kind].buckets[Number(bucket)] = left
    }
  }
  return more
}

/** The milliseconds within which this part (0 to 1) of the waits ended; NaN if there are none. */
export function quantileOf({ count, buckets }: Waits, part: number) {
  let left = Math.ceil(count * part)
  for (const [bucket, inside] of Object.entries(buckets)) {
    left -= inside
    if (left <= 0) return SHORTEST * Math.exp(Number(bucket) * GROWTH)
  }
  return Number.NaN
}

/** Whether 95 of 100 waits kept their aim. Without waits there is nothing to miss. */
export const keepsAim = (kind: WaitKind, waits: Waits) =>
  waits.count === 0 || quantileOf(waits, 0.95) <= waitKinds[kind].aim
