import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, idAndName, oneOf, orNone, pathId, replyInstant, requiredText, text, userId } from './fields.ts'
import { MAX_PLACE, outcomes, taskKinds } from './task-kinds.ts'
import { dueFilters, tags, taskSorts, views } from './task-query.ts'
import { priorities, statuses } from './task-status.ts'
import { english } from './words/message.ts'
import { MAX_SEARCH_LENGTH } from './words/search-length.ts'

/** Days as words. A saved view means the days around the day on which it is opened. */
export const relativeDays = ['yesterday', 'today', 'tomorrow'] as const
export type RelativeDay = (typeof relativeDays)[number]
const day = z.optional(z.union([oneOf(relativeDays), date]))

/** A saved view: filters, view and order. The department is chosen for all screens, and not part of it. */
export const ViewState = z.strictObject({
  view: oneOf(views),
  search: z.optional(text(MAX_SEARCH_LENGTH)),
  status: z.optional(oneOf(statuses)),
  priority: z.optional(oneOf(priorities)),
  /** `me` is the person who opens the view. */
  assignee: z.optional(z.union([oneOf(['me', 'none']), userId])),
  project: z.optional(orNone(id)),
  tags: z.optional(tags),
  due: z.optional(oneOf(dueFilters)),
  dueFrom: day,
  dueTo: day,
  completedFrom: day,
  completedTo: day,
  createdFrom: day,
  createdTo: day,
  kind: z.optional(oneOf(taskKinds)),
  place: z.optional(text(MAX_PLACE)),
  routine: z.optional(id),
  outcome: z.optional(oneOf(outcomes)),
  occurredFrom: day,
  occurredTo: day,
  sort: z.optional(oneOf(taskSorts)),
  order: z.optional(oneOf(['asc', 'desc'])),
})
export type ViewState = z.output<typeof ViewState>

export const SavedView = z.object({
  id,
  name: z.string(),
  state: ViewState,
  /** The person who has saved it. */
  user: z.object({ id: userId, firstName: z.string(), lastName: z.string() }),
  /** Its people see it as well; null for a view of one person. */
  department: z.nullable(idAndName),
  /** The viewer has hidden it. One's own views are never hidden. */
  isHidden: z.boolean(),
  createdAt: replyInstant,
  updatedAt: replyInstant,
})
export type SavedView = z.output<typeof SavedView>

/** Views that one person may save, and views that are shared with one department. */
export const MAX_SAVED_VIEWS = 50
export const MAX_SHARED_VIEWS = 50
export const MAX_VIEW_NAME = 60

const name = requiredText(MAX_VIEW_NAME, english('Name is required'), english('Name too long'))
const params = { id: pathId }
/** The department whose people see it as well; null for nobody else. */
const departmentId = z.optional(z.nullable(id))
const reads = ['saved-views', 'users', 'departments'] as const

export const savedViewsApi = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    summary: "Saved views of the tasks: one's own, and those that are shared with one's department",
    allow: 'saved-view:own',
    reply: z.array(SavedView),
    reads,
  }),
  create: endpoint({
    method: 'POST',
    path: '/saved-views',
    summary: 'Save a view',
    allow: 'saved-view:own',
    limit: 'saved-view',
    body: z.strictObject({ name, state: ViewState, departmentId }),
    reply: SavedView,
    status: 201,
    changes: ['saved-views'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/saved-views/:id',
    summary: 'Rename a saved view, replace what it shows, or share it with a department',
    allow: 'saved-view:own',
    limit: 'saved-view',
    params,
    body: z.strictObject({ name: z.optional(name), state: z.optional(ViewState), departmentId }),
    reply: SavedView,
    changes: ['saved-views'],
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/saved-views/:id/hidden',
    summary: 'Hide a shared view from oneself, or show it again',
    allow: 'saved-view:own',
    limit: 'saved-view',
    params,
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: SavedView,
    changes: ['saved-views'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/:id',
    summary: 'Delete a saved view',
    allow: 'saved-view:own',
    params,
    changes: ['saved-views'],
  }),
}
