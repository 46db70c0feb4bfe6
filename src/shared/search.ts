import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idAndName, personWithPicture, replyInstant, text } from './fields.ts'
import { SopSearchResult } from './sops.ts'
import { Task } from './tasks.ts'
import { MAX_SEARCH_LENGTH } from './words/search-length.ts'

/** Results of each kind. */
export const MAX_FOUND = {
  ...{ tasks: 8, sops: 5, pages: 5, projects: 5, people: 5, reminders: 5 },
  ...{ handovers: 5, places: 5 },
} as const

const department = z.nullable(idAndName)

/** The matches of a search, the best first within each kind. Kinds that the viewer may not list are empty. */
export const Found = z.object({
  tasks: z.array(Task),
  /** SOPs by their title. */
  sops: z.array(z.object({ id, title: z.string(), department })),
  /** Pages of SOPs on which all words stand. */
  pages: z.array(SopSearchResult),
  projects: z.array(z.object({ id, name: z.string(), department })),
  people: z.array(
    z.object({
      ...personWithPicture.shape,
      department,
    }),
  ),
  /** By all their texts. `text` is the match: a task's title, an item's text, or the note. */
  handovers: z.array(z.object({ id, text: z.string(), createdAt: replyInstant, department })),
  /** Places with a sign. The code leads to the tasks there. */
  places: z.array(z.object({ id, name: z.string(), code: z.string(), department })),
  reminders: z.array(z.object({ id, title: z.string(), nextRun: replyInstant, isActive: z.boolean(), department })),
})
export type Found = z.output<typeof Found>

export const searchApi = {
  everything: endpoint({
    method: 'GET',
    path: '/search',
    summary:
      'Tasks, SOPs, their pages, projects, people, reminders, handovers and places that match, a few of each, best first',
    allow: 'signed-in',
    query: z.strictObject({ q: z.optional(text(MAX_SEARCH_LENGTH)) }),
    reply: Found,
    reads: ['tasks', 'sops', 'projects', 'users', 'reminders', 'departments', 'handovers', 'places'],
  }),
}
