import { type ProjectStatus, projectStatuses } from '../../shared/projects.ts'

/** What the screen of the projects keeps in the address. */
export interface ProjectSearch {
  q?: string
  status?: ProjectStatus
  /** The project whose dialog is open. */
  edit?: number
  /** The dialog for a new project is open. */
  new?: true
}

const LONGEST_SEARCH = 200

/** What the address says; unknown and bad values are dropped. */
export function validateProjectSearch(search: Record<string, unknown>): ProjectSearch {
  const { q, status, edit } = search
  const words = ['string', 'number', 'boolean'].includes(typeof q) ? String(q).trim().slice(0, LONGEST_SEARCH) : ''
  const known = projectStatuses.find((one) => one === status)
  const id = Number(edit)
  return {
    ...(words && { q: words }),
    ...(known && { status: known }),
    ...(edit !== undefined && Number.isInteger(id) && id > 0 && id < 2 ** 31 && { edit: id }),
    ...((search.new === true || search.new === 'true') && { new: true as const }),
  }
}
