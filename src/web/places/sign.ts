/** The address that the sign of a place holds, and how it stands below it: without what nobody has to type. */
export const shownAddress = (address: string) => address.replace(/^https?:\/\//, '')
