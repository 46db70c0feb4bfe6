import { flag, readAddress } from '../components/addresses/address-values.ts'

/** The dashboard's part of the address. The board has its own. */
export interface DashboardSearch {
  /** The dialog that schedules a meeting is open. */
  meeting?: true
}

export const meetingClosed = { meeting: undefined }

/** Reads the address and drops unknown and bad values. */
export const readDashboardSearch = readAddress<DashboardSearch>({ meeting: flag })
