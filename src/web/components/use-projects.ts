import { projectsApi } from '../../shared/projects.ts'
import { useReply } from '../api/queries.ts'

/** The projects the viewer may see, each with its progress: which moves with every task, and so is a count among counts. */
export const useProjects = () => useReply(projectsApi.list, {}, { total: true })
