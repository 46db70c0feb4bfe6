import { type SetupStep, setupSteps } from '../../shared/setup.ts'
import { oneOf, readAddress } from '../components/addresses/address-values.ts'

/** A step of the guide, or its end. */
export type Place = SetupStep | 'finish'
export const places: readonly Place[] = [...setupSteps, 'finish']

/** The guide's part of the address. */
interface SetupSearch {
  step?: Place
}

/** Reads the address and drops unknown values. */
export const readSetupSearch = readAddress<SetupSearch>({ step: oneOf(...places) })
