import { type SetupStep, setupSteps } from '../../shared/setup.ts'

/** A step of the guide, or its end. */
export type Place = SetupStep | 'finish'
export const places: readonly Place[] = [...setupSteps, 'finish']

/** The guide's part of the address. */
interface SetupSearch {
  step?: Place
}

/** Reads the address and drops unknown values. */
export function validateSetupSearch({ step }: Record<string, unknown>): SetupSearch {
  const place = places.find((each) => each === step)
  return place ? { step: place } : {}
}
