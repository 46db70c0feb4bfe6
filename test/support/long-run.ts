/** Whether this is the long run, at night or before a release, in which random rounds are taken in full. */
export const isLongRun = process.env.MUSTER_LONG === '1'
