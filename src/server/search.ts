import type { Input } from '../shared/endpoint.ts'
import { mayAtAll } from '../shared/permissions.ts'
import { type Found, MAX_FOUND, type searchApi } from '../shared/search.ts'
import type { Context } from './core/context.ts'
import { findHandovers } from './features/handovers/find.ts'
import { findNames } from './features/search/names.ts'
import { findPages } from './features/sops/search.ts'
import { findTasks } from './features/tasks/find.ts'

/** Shorter words are on nearly every page: finding and ranking all of these takes long, and helps nobody. */
const MIN_PAGE_LETTERS = 2
/** So that one long document does not hide the others. */
const MAX_PAGES_OF_ONE = 2

/** The best visible matches of each kind. It stands here because features are apart: each has its own rule. */
export async function searchEverything(ctx: Context, { query }: Input<typeof searchApi.everything>): Promise<Found> {
  const { q = '' } = query
  if (q === '')
    return { tasks: [], sops: [], pages: [], projects: [], people: [], reminders: [], handovers: [], places: [] }
  const words = q.split(/\s+/).filter((word) => word.length >= MIN_PAGE_LETTERS)
  const mayReadSops = mayAtAll(ctx.viewer, 'sop:read')
  const [tasks, names, pages, handovers] = await Promise.all([
    mayAtAll(ctx.viewer, 'task:read') ? findTasks(ctx, q, MAX_FOUND.tasks) : [],
    findNames(ctx, q),
    mayReadSops && words.length > 0
      ? findPages(ctx, words.join(' '), { limit: MAX_FOUND.pages, ofOne: MAX_PAGES_OF_ONE })
      : [],
    mayAtAll(ctx.viewer, 'handover:read') ? findHandovers(ctx, q, MAX_FOUND.handovers) : [],
  ])
  return { tasks, ...names, pages, handovers }
}
