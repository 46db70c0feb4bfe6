import type { I18n } from '@lingui/core'

/** The words at the end of a report, in the dialog and in a toast. */
export const sentTo = (department: string, i18n: I18n) => i18n.t('Sent to {department}.', { department })

/** The words if nobody of that department is on duty. */
export const nobodyThere = (department: string, i18n: I18n) =>
  i18n.t('Nobody is on duty in {department}. The next person to clock in sees this first.', { department })
