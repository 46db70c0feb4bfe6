import type { NewStep } from '../../../shared/step-fields.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import type { Issue } from '../../base/errors.ts'

type Asked = Partial<Pick<NewStep, 'kind' | 'unit' | 'min' | 'max'>>

/** Faults in the unit and the limits of a step: only numbers have them, and the smallest is not above the largest. */
export function faultsOfStep({ kind = 'tick', unit, min, max }: Asked, path = ''): Issue[] {
  const fault = (field: string, message: Message) => ({ path: `${path}${field}`, message })
  if (kind !== 'number') {
    const given = Object.entries({ unit, min, max }).filter(([, value]) => value !== null && value !== undefined)
    return given.map(([field]) => fault(field, msg('Only a number has a unit and limits')))
  }
  const isTurned = min != null && max != null && min > max
  return isTurned ? [fault('max', msg('Must not be less than the smallest value'))] : []
}
