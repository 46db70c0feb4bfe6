const grouped = new Intl.NumberFormat('en-US')

/** A count as people read it: 30,000. */
export const countOf = (total: number) => grouped.format(total)
