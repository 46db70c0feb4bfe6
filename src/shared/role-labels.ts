import type { Role } from './permissions.ts'
import { type Message, msg } from './words/message.ts'

/** What people read of each role. */
export const roleLabels: Record<Role, Message> = {
  guest: msg('Guest'),
  user: msg('User'),
  manager: msg('Manager'),
  admin: msg('Admin'),
  god: msg('God'),
}
