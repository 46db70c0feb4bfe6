/** A handover sent within so many minutes after the clock-out moves the session's end: writing it is paid. */
export const PAID_MINUTES = 15
