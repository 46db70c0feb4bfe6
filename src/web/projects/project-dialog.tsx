import { useState } from 'react'
import { may } from '../../shared/permissions.ts'
import type { Project } from '../../shared/projects.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { useProjects } from '../components/choice/use-projects.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { useI18n } from '../language.ts'
import { ProjectForm } from './project-form.tsx'

/** The dialog that the address opens: a new project, or the one with this id. */
export function ProjectDialog({ id, onClose }: { id?: number; onClose: () => void }) {
  return id === undefined ? <NewProjectDialog onClose={onClose} /> : <EditProjectDialog id={id} onClose={onClose} />
}

function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const mayCreate = useCan('project:create')
  if (!mayCreate)
    return (
      <MessageDialog title={i18n.t('Project')} onClose={onClose}>
        {i18n.t('You cannot create projects. Ask a manager.')}
      </MessageDialog>
    )
  const mayUseChosen = chosen !== undefined && may(viewer, 'project:create', { departmentId: chosen })
  return <ProjectForm departmentId={mayUseChosen ? chosen : viewer.departmentId} onClose={onClose} />
}

function EditProjectDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const i18n = useI18n()
  const query = useProjects()
  const { data } = query
  const [opened, setOpened] = useState<Project>()
  const project = data?.find((candidate) => candidate.id === id)
  const viewer = useViewer()
  // Decided once, so that nothing typed is lost if the project is deleted meanwhile.
  if (!opened && project && may(viewer, 'project:update', project)) setOpened(project)
  if (opened) return <ProjectForm project={opened} departmentId={opened.departmentId} onClose={onClose} />
  if (project)
    return (
      <MessageDialog title={i18n.t('Project')} onClose={onClose}>
        {i18n.t('You cannot edit this project.')}
      </MessageDialog>
    )
  if (data)
    return (
      <MessageDialog title={i18n.t('Project')} onClose={onClose}>
        {i18n.t('This project does not exist, or you cannot see it.')}
      </MessageDialog>
    )
  return (
    <OpeningDialog
      title={i18n.t('Project')}
      loading={i18n.t('Loading the project...')}
      failure={i18n.t('The project could not be loaded.')}
      fields={['h-9', 'h-20', 'h-9']}
      query={query}
      onClose={onClose}
    />
  )
}
