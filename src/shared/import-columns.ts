import type { ImportColumn } from './import-people.ts'
import { type Message, msg } from './words/message.ts'

/** The columns' names for people, in a file of people. */
export const columnLabels: Record<ImportColumn, Message> = {
  firstName: msg('First name'),
  lastName: msg('Last name'),
  name: msg('First and last name in one'),
  email: msg('Email'),
  username: msg('User name'),
  department: msg('Department'),
  role: msg('Role'),
  language: msg('Language'),
  personnelNumber: msg('Personnel number'),
  password: msg('Password'),
}
