/** What travels over the live connection at `/ws` (specification, section 7, with the decisions' `change`). */

/** What changes are told of, by the name in the address; and what replies go stale by. */
export const resources = [
  'departments',
  'users',
  'sessions',
  'projects',
  'tasks',
  'sops',
  'clock',
  'reminders',
  'notifications',
  'feedback',
  'audit-log',
] as const
export type Resource = (typeof resources)[number]

/** Something was created, changed or removed. The id is null when many changed at once. */
export interface Change {
  resource: Resource
  id: number | string | null
}

export type ClientMessage =
  /**
   * `tab` names this page, so that the changes it makes itself are not sent back to it; `readingFor` says for how many
   * milliseconds it has been reading without hearing of changes, so that it is told of those.
   */
  { type: 'auth'; userId: string; tab?: string; readingFor?: number } | { type: 'ping' }

export type ServerMessage =
  | { type: 'auth_success' }
  | { type: 'pong' }
  | {
      type: 'notification'
      data: {
        id: number
        title: string
        message: string | null
        taskId: number | null
        reminderId: number | null
        sopId: number | null
      }
    }
  | { type: 'change'; data: Change }
  /** Changes may have been missed: everything shown is to be read again. */
  | { type: 'stale' }

/** The header with which a page names itself in its writes. */
export const TAB_HEADER = 'x-muster-tab'
