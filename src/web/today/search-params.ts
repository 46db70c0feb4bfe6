import { flag, readAddress } from '../components/addresses/address-values.ts'

/** Today's part of the address. The tasks have their own. */
export interface TodaySearch {
  /** The installed app has just opened: it leads on to the screen at which the person wants to start. */
  start?: true
}

/** Reads the address and drops unknown and bad values. */
export const readTodaySearch = readAddress<TodaySearch>({ start: flag })
