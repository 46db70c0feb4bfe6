import { type ProjectStatus, projectStatuses } from '../../shared/projects.ts'
import { choiceIn, flag, readAddress, rowId, words } from '../components/addresses/address-values.ts'

/** The state of the projects' screen in the address. */
export interface ProjectSearch {
  q?: string
  status?: ProjectStatus
  /** The project whose dialog is open. */
  edit?: number
  /** The dialog for a new project is open. */
  new?: true
}

/** The state in the address. Unknown and invalid values are dropped. */
export const readProjectSearch = readAddress<ProjectSearch>({
  q: words,
  status: choiceIn(...projectStatuses),
  edit: rowId,
  new: flag,
})
