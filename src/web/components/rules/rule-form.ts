import { type CronField, ruleRangeOf } from '../../../shared/time/cron-rule.ts'

/** Values from the first to the last, which are the same for one value. */
export interface Run {
  first: number
  last: number
}

/** How a field of a rule is written: all values, every n-th, a range, perhaps with a step, or a list of these. */
export type Form =
  | { kind: 'all' }
  | { kind: 'every'; step: number }
  | ({ kind: 'range'; step: number } & Run)
  | { kind: 'list'; runs: Run[] }

/** The form of a good field. A list with a step in it becomes a list of its values. */
export function formOf(field: CronField, text: string): Form {
  const parts = text.split(',').map((part) => {
    const [range = '', step = '1'] = part.split('/')
    const values = ruleRangeOf(field, range)
    return { isStar: range === '*', step: Number(step), first: values[0] ?? 0, last: values.at(-1) ?? 0 }
  })
  const [only] = parts.length === 1 ? parts : []
  if (only?.isStar) return only.step === 1 ? { kind: 'all' } : { kind: 'every', step: only.step }
  if (only && text.includes('-')) return { kind: 'range', ...only }
  if (!parts.some(({ isStar, step }) => isStar || step > 1)) return { kind: 'list', runs: parts }
  const values = new Set(text.split(',').flatMap((part) => ruleRangeOf(field, part)))
  return { kind: 'list', runs: runsOf([...values].sort((a, b) => a - b)) }
}

/** Ascending values as a range, or as a list with ranges in it. */
export function formOfValues(values: number[]): Form {
  const runs = runsOf(values)
  const [only] = runs.length === 1 ? runs : []
  return only && only.first < only.last ? { kind: 'range', step: 1, ...only } : { kind: 'list', runs }
}

function runsOf(values: number[]): Run[] {
  const runs: number[][] = []
  for (const value of values) {
    const run = runs.at(-1)
    if (run?.at(-1) === value - 1) run.push(value)
    else runs.push([value])
  }
  const asRun = (run: number[]): Run => ({ first: run[0] ?? 0, last: run.at(-1) ?? 0 })
  // Two values beside each other are no range.
  return runs.flatMap((run) => (run.length > 2 ? [asRun(run)] : run.map((value) => asRun([value]))))
}
