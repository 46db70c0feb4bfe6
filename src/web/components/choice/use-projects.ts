import { type Project, projectsApi } from '../../../shared/projects.ts'
import { useWholeList } from '../../api/queries.ts'

/**
 * The projects that the viewer may see, each with its progress. The progress changes with every task, so that the list
 * is read again as seldom as other counts.
 */
export const useProjects = () => useWholeList<Project, typeof projectsApi.list>(projectsApi.list, {}, { total: true })
