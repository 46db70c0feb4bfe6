/** The addresses of the screens. Any other address shows "Page Not Found" with status 404. */
export const screens = [
  '/',
  '/login',
  '/today',
  '/dashboard',
  '/tasks',
  '/projects',
  '/profile',
  '/calendar',
  '/sops',
  '/clock',
  '/analytics',
  '/reminders',
  '/routines',
  '/handovers',
  '/briefing',
  '/on-duty',
  '/problems',
  '/places',
  // The sign of a place leads here.
  '/p/$code',
  '/admin/users',
  '/admin/audit',
  '/admin/feedback',
  '/admin/jobs',
  '/setup',
] as const
export type Screen = (typeof screens)[number]
