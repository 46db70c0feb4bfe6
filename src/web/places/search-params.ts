import { flag, readAddress, rowIdOrNew } from '../components/addresses/address-values.ts'

/** The part of the address of places and signs. */
export interface PlacesSearch {
  /** The id of the place whose form is open; 0 for a new one. */
  edit?: number
  /** The dialog that takes a whole list is open. */
  list?: true
}

/** Reads the address and drops unknown and bad values. */
export const readPlacesSearch = readAddress<PlacesSearch>({ edit: rowIdOrNew, list: flag })

/** The address with every dialog closed. */
export const closedPlaceDialogs = { edit: undefined, list: undefined }
