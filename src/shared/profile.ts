import * as z from 'zod/mini'
import { Viewer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { language, notifyChoice, startScreen } from './fields.ts'

/** Only the fields sent are changed. */
const ProfileChanges = z.strictObject({
  /** The language to read in; null for the browser's. */
  language: z.optional(language),
  /** The screen at which the installed app opens; null for the default. */
  startScreen: z.optional(startScreen),
  /** When devices ring: only on duty, or always; null for the default of the role. */
  notify: z.optional(notifyChoice),
  /** Whether planners may ask for extra shifts while one is off duty. */
  wantsExtraShifts: z.optional(z.boolean()),
})

export const profileApi = {
  update: endpoint({
    method: 'PUT',
    path: '/profile',
    summary: "Change one's own settings",
    allow: 'profile:own',
    limit: 'profile',
    body: ProfileChanges,
    reply: Viewer,
    // Sessions and notifications are put into words by the server.
    changes: ['users', 'sessions', 'notifications'],
  }),
}
