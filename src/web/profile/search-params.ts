import { flag, readAddress } from '../components/addresses/address-values.ts'

/** The profile's part of the address. */
export interface ProfileSearch {
  /** The dialog for a new password is open. */
  password?: true
  /** The dialog for a PIN is open. */
  pin?: true
  /** The page about the viewer's data stands in place of the profile. */
  data?: true
}

/** Reads the address and drops unknown and bad values. */
export const readProfileSearch = readAddress<ProfileSearch>({ password: flag, pin: flag, data: flag })
