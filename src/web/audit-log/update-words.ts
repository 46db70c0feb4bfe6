import { type Message, msg } from '../../shared/words/message.ts'

/** The words of updates in the log. */

/** The sentences of one update, by how much there is to say. */
export interface Update {
  /** One field, with its new value. */
  toValue: Message
  /** A few fields by name. */
  fields: Message
  /** More fields than are named. */
  count: Message
  /** No field that people see. */
  plain: Message
}

export const updates: Record<string, Update> = {
  'task.update': {
    toValue: msg('changed {field} of task {title} to {value}'),
    fields: msg('changed {fields} of task {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of task {title}'),
    plain: msg('changed task {title}'),
  },
  'project.update': {
    toValue: msg('changed {field} of project {title} to {value}'),
    fields: msg('changed {fields} of project {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of project {title}'),
    plain: msg('changed project {title}'),
  },
  'sop.update': {
    toValue: msg('changed {field} of procedure {title} to {value}'),
    fields: msg('changed {fields} of procedure {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of procedure {title}'),
    plain: msg('changed procedure {title}'),
  },
  'reminder.update': {
    toValue: msg('changed {field} of reminder {title} to {value}'),
    fields: msg('changed {fields} of reminder {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of reminder {title}'),
    plain: msg('changed reminder {title}'),
  },
  'department.update': {
    toValue: msg('changed {field} of department {title} to {value}'),
    fields: msg('changed {fields} of department {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of department {title}'),
    plain: msg('changed department {title}'),
  },
  'place.update': {
    toValue: msg('changed {field} of place {title} to {value}'),
    fields: msg('changed {fields} of place {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of place {title}'),
    plain: msg('changed place {title}'),
  },
  'webhook.update': {
    toValue: msg('changed {field} of webhook {title} to {value}'),
    fields: msg('changed {fields} of webhook {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of webhook {title}'),
    plain: msg('changed webhook {title}'),
  },
  'routine.update': {
    toValue: msg('changed {field} of routine {title} to {value}'),
    fields: msg('changed {fields} of routine {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of routine {title}'),
    plain: msg('changed routine {title}'),
  },
  'planned-shift.update': {
    toValue: msg('changed {field} of the planned shift of {title} to {value}'),
    fields: msg('changed {fields} of the planned shift of {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of the planned shift of {title}'),
    plain: msg('changed the planned shift of {title}'),
  },
  'shift-template.update': {
    toValue: msg('changed {field} of shift template {title} to {value}'),
    fields: msg('changed {fields} of shift template {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of shift template {title}'),
    plain: msg('changed shift template {title}'),
  },
  'user.update': {
    toValue: msg('changed {field} of person {title} to {value}'),
    fields: msg('changed {fields} of person {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of person {title}'),
    plain: msg('changed person {title}'),
  },
  'user.update-by-provider': {
    toValue: msg('changed {field} of person {title} to {value}, by single sign-on groups'),
    fields: msg('changed {fields} of person {title}, by single sign-on groups'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of person {title}, by single sign-on groups'),
    plain: msg('changed person {title}, by single sign-on groups'),
  },
  'wage-type.update': {
    toValue: msg('changed {field} of wage type {title} to {value}'),
    fields: msg('changed {fields} of wage type {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of wage type {title}'),
    plain: msg('changed wage type {title}'),
  },
  'contract.update': {
    toValue: msg('changed {field} of a contract of {title} to {value}'),
    fields: msg('changed {fields} of a contract of {title}'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of a contract of {title}'),
    plain: msg('changed a contract of {title}'),
  },
  'feedback.update': {
    toValue: msg('changed {field} of feedback to {value}'),
    fields: msg('changed {fields} of feedback'),
    count: msg('changed {count, plural, one {# field} other {# fields}} of feedback'),
    plain: msg('changed feedback'),
  },
}
