import { useFormContext } from 'react-hook-form'
import { departmentsApi } from '../../shared/departments.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { fullName } from '../components/people/avatar.tsx'
import { usePeople } from '../components/people/use-people.ts'
import { useI18n } from '../language.ts'
import type { ReminderFormValues } from './form-values.ts'

/** Says that a meeting is a reminder, and who receives it with the present choices in the form. */
export function MeetingReach() {
  const i18n = useI18n()
  const viewer = useViewer()
  const { watch } = useFormContext<ReminderFormValues>()
  const [kind, userId, departmentId] = watch(['kind', 'userId', 'departmentId'])
  const people = usePeople(useCan('reminder:personal-others')).data
  const departments = useReply(departmentsApi.list, {}).data
  if (kind === 'general') return i18n.t('A meeting is a reminder to everybody.')
  if (kind === 'department') {
    const department = departments?.find(({ id }) => String(id) === departmentId)
    return department
      ? i18n.t('A meeting is a reminder to everybody in {department}.', { department: department.name })
      : i18n.t('A meeting is a reminder to everybody in a department.')
  }
  const person = people?.find(({ id }) => id === userId)
  return person && person.id !== viewer.id
    ? i18n.t('A meeting is a reminder to {name}.', { name: fullName(person) })
    : i18n.t('A meeting is a reminder. This one reaches only you.')
}
