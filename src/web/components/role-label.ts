import type { I18n } from '@lingui/core'
import { type Message, msg } from '../../shared/message.ts'
import type { Role } from '../../shared/permissions.ts'

const labels: Record<Role, Message> = {
  guest: msg('Guest'),
  user: msg('User'),
  manager: msg('Manager'),
  admin: msg('Admin'),
  god: msg('God'),
}

/** The label of a role: "Manager". That of an unknown role is its name. */
export const roleLabel = (role: string, i18n: I18n) =>
  Object.hasOwn(labels, role) ? i18n.t(labels[role as Role]) : role.charAt(0).toUpperCase() + role.slice(1)
