import { type Message, msg } from '../../shared/words/message.ts'
import type { RoutineBody, RoutineFormValues } from './form-values.ts'

/** Fields that are one thing to people: changing one of them counts as changing all. */
export interface FieldGroup {
  label: Message
  /** In the contract. */
  sent: readonly (keyof RoutineBody)[]
  /** In the form. */
  shown: readonly (keyof RoutineFormValues)[]
}

export const groupNames = [
  ...(['title', 'owner', 'when', 'description', 'priority', 'place', 'tags', 'procedure'] as const),
  ...(['steps', 'eachCounts', 'isActive'] as const),
] as const
export type GroupName = (typeof groupNames)[number]

export const fieldGroups: Record<GroupName, FieldGroup> = {
  title: { label: msg('Title'), sent: ['title'], shown: ['title'] },
  owner: {
    label: msg('Who is expected'),
    sent: ['departmentId', 'assigneeId'],
    shown: ['departmentId', 'assigneeId'],
  },
  when: {
    label: msg('Rule'),
    sent: ['days', 'everyDays', 'from', 'opensAt', 'dueAfterMinutes', 'closesAfterMinutes'],
    shown: [
      ...(['dayKind', 'weekdays', 'monthDay', 'everyDays', 'from', 'days', 'opensAt', 'dueTime', 'dueDays'] as const),
      ...(['closing', 'closesTime', 'closesDays', 'closesHours'] as const),
    ],
  },
  description: { label: msg('Description'), sent: ['description'], shown: ['description'] },
  priority: { label: msg('Priority'), sent: ['priority'], shown: ['priority'] },
  place: { label: msg('Place'), sent: ['place'], shown: ['place'] },
  tags: { label: msg('Tags'), sent: ['tags'], shown: ['tags'] },
  procedure: { label: msg('Procedure'), sent: ['sopId', 'sopPage'], shown: ['procedure'] },
  steps: { label: msg('Steps'), sent: ['steps'], shown: ['steps', 'typedSteps', 'isStepOpen'] },
  eachCounts: { label: msg('Catch up after an outage'), sent: ['eachCounts'], shown: ['eachCounts'] },
  isActive: { label: msg('Switched on'), sent: ['isActive'], shown: ['isActive'] },
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The groups in which two routines differ, as they are sent. */
export const changedGroups = (body: RoutineBody, other: RoutineBody) =>
  groupNames.filter((name) => fieldGroups[name].sent.some((field) => !isSame(body[field], other[field])))

/** The fields of these groups. */
export const fieldsOf = (body: RoutineBody, names: readonly GroupName[]): Partial<RoutineBody> =>
  Object.fromEntries(names.flatMap((name) => fieldGroups[name].sent.map((field) => [field, body[field]])))
