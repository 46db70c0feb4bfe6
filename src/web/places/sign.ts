/** The address in a place's sign, and its text below it: without the parts that nobody has to type. */
export const shownAddress = (address: string) => address.replace(/^https?:\/\//, '')
