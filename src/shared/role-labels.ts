import type { Role } from './permissions.ts'
import { type Message, msg } from './words/message.ts'

/** The name of each role, for people. */
export const roleLabels: Record<Role, Message> = {
  guest: msg('Guest'),
  user: msg('User'),
  manager: msg('Manager'),
  admin: msg('Admin'),
  god: msg('God'),
}
