import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, oneOf, personWithPicture, replyInstant } from './fields.ts'
import { HandoverItem } from './handovers.ts'
import { Notification, URGENT_MESSAGE } from './notifications.ts'
import { PlanItem } from './roster/day-shapes.ts'
import { Task } from './tasks.ts'
import { isUrgentHandover, isUrgentProblem } from './waiting.ts'

/** The briefing: news for a person who comes on duty. */

/** Items of each section of the briefing, and of one section alone. */
export const BRIEFING_ITEMS = 5
export const SECTION_ITEMS = 50
/** Notifications of one briefing. Older ones that were held stay so, and stand in the next. */
export const MAX_HELD = 500
/** The briefing reaches back so many days at most. */
export const MAX_BRIEFING_DAYS = 30

/** The sections, in their order. */
export const sectionKinds = [
  'handed_over',
  'unclaimed_problems',
  'overdue',
  'routines_now',
  'due_today',
  'procedures',
  'plan',
  'held',
] as const
export type SectionKind = (typeof sectionKinds)[number]

/** A procedure with a revision that the person has not confirmed. */
const ProcedureToRead = z.object({
  id,
  title: z.string(),
  version: z.string(),
  changeNote: z.nullable(z.string()),
  publishedAt: replyInstant,
})
export type ProcedureToRead = z.output<typeof ProcedureToRead>

/** A note to the department at the end of a shift, beside the items. */
const HandoverNote = z.object({
  /** The id of its handover. */
  id,
  giver: personWithPicture,
  createdAt: replyInstant,
  note: z.string(),
})
export type HandoverNote = z.output<typeof HandoverNote>

/** `more`: how many further items the section has. */
const sectionOf = <K extends string, I extends z.ZodMiniType>(kinds: readonly [K, ...K[]], item: I) =>
  z.object({ kind: z.enum(kinds), items: z.array(item), more: z.int() })
const Section = z.discriminatedUnion('kind', [
  sectionOf(['handed_over'], HandoverItem),
  sectionOf(['unclaimed_problems', 'overdue', 'routines_now', 'due_today'], Task),
  sectionOf(['procedures'], ProcedureToRead),
  sectionOf(['plan'], PlanItem),
  sectionOf(['held'], Notification),
])
export type Section = z.output<typeof Section>

/** Whether an item is urgent: then it stands on top of the briefing. */
export function isUrgentItem(kind: SectionKind, item: Section['items'][number]): boolean {
  if (kind === 'handed_over') return 'severity' in item && isUrgentHandover(item)
  if (kind === 'unclaimed_problems') return 'priority' in item && isUrgentProblem(item)
  return kind === 'held' && 'type' in item && item.type === URGENT_MESSAGE
}

export const Briefing = z.object({
  /** The end of the person's last shift, 30 days ago at most. */
  since: replyInstant,
  /** Whether the person has come back to the same shift: then only news is in it. */
  isSameShift: z.boolean(),
  /** Whether the person has ended no shift yet: `since` is then no time at which they left. */
  isFirstShift: z.boolean(),
  /** Notes to the person's department since then, the newest first, five at most. The others stand in the log book. */
  notes: z.array(HandoverNote),
  /** Those that have items, in their order. Neither these nor notes: all is quiet. */
  sections: z.array(Section),
  /** The newest notifications that the briefing covers, including those that only repeat another section. */
  heldIds: z.array(id),
})
export type Briefing = z.output<typeof Briefing>

export const briefingApi = {
  get: endpoint({
    method: 'GET',
    path: '/shift/briefing',
    summary: 'What a person must know who comes on duty',
    allow: 'briefing:own',
    kiosk: true,
    query: z.strictObject({
      /** One section alone, with more of its items. */
      section: z.optional(oneOf(sectionKinds)),
    }),
    reply: Briefing,
    reads: ['handovers', 'tasks', 'users', 'departments', 'projects', 'sops', 'notifications', 'clock', 'roster'],
    cached: 'moving',
  }),
  read: endpoint({
    method: 'PUT',
    path: '/shift/briefing/read',
    summary: 'The person has seen the briefing, with these notifications that were held',
    allow: 'briefing:own',
    body: z.strictObject({ heldIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_HELD)) }),
    reply: z.object({ count: z.int() }),
    changes: ['notifications'],
  }),
}
