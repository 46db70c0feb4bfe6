import { type Message, msg } from './words/message.ts'

/**
 * How often a guest or a user may call an endpoint that fills the database: a token bucket for each person and kind. A
 * new kind is a line here, and its name in the endpoint's `limit`. The burst is generous for a person's busiest hour.
 * The hourly rate bounds the rows of a person who never stops, because the history of existing rows is never deleted.
 */

export interface RateLimit {
  /** Calls at once. */
  burst: number
  /** Calls an hour after that. */
  perHour: number
  /** Managers and above are limited too. */
  ofAll?: boolean
  /** A sentence about the action that comes too often. */
  action: Message
}

export const rateLimits = {
  reminder: { burst: 30, perHour: 10, action: msg('You are creating and changing many reminders.') },
  feedback: { burst: 10, perHour: 2, action: msg('You are sending a lot of feedback.') },
  clock: { burst: 40, perHour: 10, action: msg('You are clocking in and out very often.') },
  break: { burst: 40, perHour: 20, action: msg('You are starting and changing breaks very often.') },
  hours: { burst: 20, perHour: 10, action: msg('You are confirming your hours very often.') },
  password: { burst: 20, perHour: 5, action: msg('You are changing your password very often.') },
  profile: { burst: 20, perHour: 5, action: msg('You are changing your settings very often.') },
  'saved-view': { burst: 60, perHour: 20, action: msg('You are saving many views.') },
  // The changes of an evening may arrive at once from a phone that was offline.
  'task-change': { burst: 500, perHour: 120, action: msg('You are changing many tasks.') },
  problem: { burst: 30, perHour: 30, action: msg('You are reporting many problems.') },
  claim: { burst: 100, perHour: 60, action: msg('You are taking and giving back many tasks.') },
  comment: { burst: 100, perHour: 60, action: msg('You are writing many comments.') },
  photo: { burst: 100, perHour: 60, action: msg('You are sending and removing many photos.') },
  handover: { burst: 60, perHour: 30, action: msg('You are handing over very often.') },
  roster: { burst: 40, perHour: 20, action: msg('You are answering very often.') },
  absence: { burst: 40, perHour: 10, action: msg('You are changing your absences very often.') },
  'shift-exchange': { burst: 40, perHour: 20, action: msg('You are asking colleagues very often.') },
  'shift-claim': { burst: 60, perHour: 30, action: msg('You are taking and offering shifts very often.') },
  'shift-wish': { burst: 60, perHour: 30, action: msg('You are changing your wishes very often.') },
  message: { burst: 20, perHour: 20, action: msg('You are sending many messages.') },
  thread: { burst: 60, perHour: 60, ofAll: true, action: msg('You are sending many messages.') },
  'urgent-message': { burst: 10, perHour: 10, ofAll: true, action: msg('You are sending many urgent messages.') },
  token: { burst: 40, perHour: 10, ofAll: true, action: msg('You are making many tokens and addresses.') },
  'sign-in-method': {
    burst: 40,
    perHour: 10,
    ofAll: true,
    action: msg('You are changing how you sign in very often.'),
  },
  payroll: { burst: 60, perHour: 60, ofAll: true, action: msg('You are making many payroll runs.') },
  push: { burst: 20, perHour: 10, action: msg('You are setting up many devices.') },
  // A round through thirty rooms, each with its steps, may arrive at once.
  step: { burst: 1000, perHour: 300, action: msg('You are ticking many steps.') },
} as const satisfies Record<string, RateLimit>
export type LimitKind = keyof typeof rateLimits

/** The code of the 429 reply. */
export const TOO_MANY = 'too_many'
