import type { Finding } from '../../shared/operations.ts'
import { StoreFault } from '../adapters/files.ts'
import { reasonOf, StartError } from '../base/errors.ts'

const findings = (level: Finding['level']) => (about: string, says: string) => ({ level, about, says })
export const ok = findings('ok')
export const warning = findings('warning')
export const fault = findings('fault')

export type Check = () => Promise<Finding | Finding[]>

/** For one check, in milliseconds. All run together. */
const WITHIN_MS = 5_000

/** Runs a check. One that takes too long, or throws, is a fault. */
export async function runCheck(about: string, check: Check, withinMs = WITHIN_MS): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    const says = `There was no answer within ${withinMs / 1000} s. Look at what stands between: a firewall, a name server, a machine that is off.`
    timer = setTimeout(() => resolve(fault(about, says)), withinMs)
  })
  const failed = (error: unknown) =>
    fault(about, error instanceof StartError || error instanceof StoreFault ? error.message : `${reasonOf(error)}.`)
  return Promise.race([check().catch(failed), late])
    .then((found) => [found].flat())
    .finally(() => clearTimeout(timer))
}
