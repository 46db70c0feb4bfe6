import { type SetupStep, setupSteps } from '../../shared/setup.ts'
import { choiceIn, readAddress } from '../components/addresses/address-values.ts'

/** A step of the guide, or its end. */
export type SetupScreen = SetupStep | 'finish'
export const setupScreens: readonly SetupScreen[] = [...setupSteps, 'finish']

/** The guide's part of the address. */
interface SetupSearch {
  step?: SetupScreen
}

/** Reads the address and drops unknown values. */
export const readSetupSearch = readAddress<SetupSearch>({ step: choiceIn(...setupScreens) })
