import { type ProjectStatus, projectStatuses } from '../../shared/projects.ts'

/** The state of the projects' screen in the address. */
export interface ProjectSearch {
  q?: string
  status?: ProjectStatus
  /** The project whose dialog is open. */
  edit?: number
  /** The dialog for a new project is open. */
  new?: true
}

const MAX_SEARCH_LENGTH = 200

/** The state in the address. Unknown and invalid values are dropped. */
export function validateProjectSearch(search: Record<string, unknown>): ProjectSearch {
  const { q, status, edit } = search
  const words = ['string', 'number', 'boolean'].includes(typeof q) ? String(q).trim().slice(0, MAX_SEARCH_LENGTH) : ''
  const known = projectStatuses.find((candidate) => candidate === status)
  const id = Number(edit)
  return {
    ...(words && { q: words }),
    ...(known && { status: known }),
    ...(edit !== undefined && Number.isInteger(id) && id > 0 && id < 2 ** 31 && { edit: id }),
    ...((search.new === true || search.new === 'true') && { new: true as const }),
  }
}
