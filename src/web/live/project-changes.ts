import { MAX_PAGE_SIZE } from '../../shared/fields.ts'
import { type Project, projectsApi } from '../../shared/projects.ts'
import type { Patches } from './reply-patches.ts'
import { isNewer, type RowChange, withRowAt } from './row-changes.ts'
import { type Changed, READ_AGAIN } from './task-changes.ts'

/** The newest project first, as the server lists them. */
const standsBefore = (project: Project, other: Project) =>
  project.createdAt > other.createdAt || (project.createdAt === other.createdAt && project.id > other.id)

/** A page of projects after a change of a project. */
export function changeProjects(
  page: Project[],
  { id, row }: RowChange<Project>,
  { offset = 0, limit = MAX_PAGE_SIZE }: { offset?: number; limit?: number },
): Changed<Project[]> {
  const known = page.find((project) => project.id === id)
  if (!known && !row) return page
  if (known && row) return isNewer(known, row) ? page : page.map((project) => (project === known ? row : project))
  // The pages behind this one begin elsewhere now.
  if (offset > 0 || page.length >= limit) return READ_AGAIN
  return withRowAt(page, id, row, standsBefore)
}

/** How changes of projects change replies. */
export const projectPatches: Patches = [[projectsApi.list, changeProjects]]
