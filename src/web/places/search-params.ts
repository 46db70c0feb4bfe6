/** The part of the address of places and signs. */
export interface PlacesSearch {
  /** The id of the place whose form is open; 0 for a new one. */
  edit?: number
}

/** Reads the address and drops unknown and bad values. */
export function validatePlacesSearch({ edit }: Record<string, unknown>): PlacesSearch {
  const id = edit === undefined || edit === '' ? Number.NaN : Number(edit)
  return Number.isInteger(id) && id >= 0 && id < 2 ** 31 ? { edit: id } : {}
}

/** The address with every dialog closed. */
export const closed = { edit: undefined }
