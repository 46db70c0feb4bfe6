import { choiceIn, readAddress } from '../components/addresses/address-values.ts'

/** The feedback screen's part of the address: visible or hidden feedback, or all when absent. */
export interface FeedbackSearch {
  show?: 'visible' | 'hidden'
}

/** Reads the address and drops unknown and bad values. */
export const readFeedbackSearch = readAddress<FeedbackSearch>({ show: choiceIn('visible', 'hidden') })
