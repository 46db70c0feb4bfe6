import { may, roles } from '../../../shared/permissions.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { roleLabel } from './role-label.ts'

/** The roles that the viewer may give, as the options of a select. */
export function RoleOptions() {
  const i18n = useI18n()
  const viewer = useViewer()
  return roles
    .filter((role) => may(viewer, 'user:grant', { role }))
    .map((role) => (
      <option key={role} value={role}>
        {roleLabel(role, i18n)}
      </option>
    ))
}
