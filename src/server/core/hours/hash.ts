import { createHash } from 'node:crypto'
import { fingerprintOf, type WorkedDay } from '../../../shared/worked-days.ts'

/** Names exactly the minutes of a period's days: it changes when, and only when, one of them does. */
export const hashOf = (days: readonly WorkedDay[]) =>
  createHash('sha256').update(fingerprintOf(days)).digest().subarray(0, 16).toString('base64url')
