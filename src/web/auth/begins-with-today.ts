import { NOT_SMALL } from '../ui/media.ts'

/** Whether a sign-in at the present address leads to Today: on phones, unless a link leads elsewhere. */
export const beginsWithToday = () => ['/', '/login'].includes(location.pathname) && !matchMedia(NOT_SMALL).matches
