import { type Project, projectsApi } from '../../shared/projects.ts'
import { useWholeList } from '../api/queries.ts'

/** The projects the viewer may see, each with its progress: which moves with every task, and so is a count among counts. */
export const useProjects = () => useWholeList<Project, typeof projectsApi.list>(projectsApi.list, {}, { total: true })
