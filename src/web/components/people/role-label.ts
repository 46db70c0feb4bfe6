import type { I18n } from '@lingui/core'
import type { Role } from '../../../shared/permissions.ts'
import { roleLabels } from '../../../shared/role-labels.ts'

/** The label of a role: "Manager". An unknown role has its name. */
export const roleLabel = (role: string, i18n: I18n) =>
  Object.hasOwn(roleLabels, role) ? i18n.t(roleLabels[role as Role]) : role.charAt(0).toUpperCase() + role.slice(1)
