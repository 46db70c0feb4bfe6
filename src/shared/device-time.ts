/** Times of actions on a device without a network. The first screen's script has them, so they stand apart. */

/** The server accepts offline times up to this age. A manager must add or correct older hours. */
export const OFFLINE_HOURS = 12
/**
 * The header that says how many milliseconds ago the action happened on the device. A device whose clock is wrong knows
 * that too, so the server works out the time of the change from it; `at` in the body is then the time on the device's
 * clock.
 */
export const AGE_HEADER = 'x-muster-age'
/** How far the clock of a device may be ahead of the server's. */
export const CLOCK_SKEW_MINUTES = 2
