import type { RosterPerson, RosterShift, ShiftTemplate } from '../../shared/roster/shapes.ts'
import { MAX_SHIFT_BREAK } from '../../shared/roster/shift-times.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { FieldGroup } from '../components/forms/field-groups.ts'
import { fullName } from '../components/people/avatar.tsx'
import { spanInWords } from './shift-words.ts'

/** A planned shift as its form has it: texts, which are empty for none. */
export interface ShiftFormValues {
  userId: string
  date: string
  start: string
  end: string
  breakMinutes: string
  title: string
  note: string
  templateId: string
  isPinned: boolean
  isRemoved: boolean
}

/** The cell for which the form makes a shift. */
export interface NewShiftPlace {
  userId: string | null
  date: string
}

/** The form's values for a new shift. */
export const newShiftValues = ({ userId, date }: NewShiftPlace): ShiftFormValues => ({
  ...{ userId: userId ?? '', date, start: '06:00', end: '14:00', breakMinutes: '30', title: '', note: '' },
  ...{ templateId: '', isPinned: false, isRemoved: false },
})

/** The form's values for a shift that exists. */
export const shiftFormValuesOf = (shift: RosterShift): ShiftFormValues => {
  const { userId, date, start, end, breakMinutes, title, note, templateId, plan } = shift
  return {
    ...{ userId: userId ?? '', date, start, end, breakMinutes: String(breakMinutes), title: title ?? '' },
    ...{ note: note ?? '', templateId: String(templateId ?? ''), isPinned: plan?.isPinned ?? false },
    isRemoved: plan?.isRemoved ?? false,
  }
}

/** The values as they are sent. `isRemoved` is not: any change brings a removed shift back. */
export const shiftBodyOf = (values: ShiftFormValues) => ({
  ...{ date: values.date, start: values.start, end: values.end },
  ...{ isPinned: values.isPinned, isRemoved: values.isRemoved },
  breakMinutes: Number(values.breakMinutes.trim() || 0),
  userId: values.userId || null,
  title: values.title.trim() || null,
  note: values.note.trim() || null,
  templateId: values.templateId === '' ? null : Number(values.templateId),
})
export type ShiftBody = ReturnType<typeof shiftBodyOf>

/** The faults of the form's fields that the device knows. The server knows the others. */
export function shiftFaults(values: ShiftFormValues): Partial<Record<keyof ShiftFormValues, Message>> {
  const { breakMinutes } = shiftBodyOf(values)
  return {
    ...(values.date === '' && { date: msg('Enter a day') }),
    ...(values.start === '' && { start: msg('Enter a time') }),
    ...(values.end === '' && { end: msg('Enter a time') }),
    ...((!Number.isInteger(breakMinutes) || breakMinutes < 0 || breakMinutes > MAX_SHIFT_BREAK) && {
      breakMinutes: msg('The break must be a whole number of minutes, at most {max}', { max: MAX_SHIFT_BREAK }),
    }),
  }
}

/** Fields that count as one thing when two planners change the same shift. */
export function shiftGroups(
  people: readonly RosterPerson[],
  templates: readonly ShiftTemplate[],
  reader: Reader,
): readonly FieldGroup<RosterShift, ShiftFormValues, ShiftBody>[] {
  const { i18n } = reader
  const none = '–'
  return [
    {
      label: msg('Person'),
      sent: ['userId'],
      shown: ['userId'],
      words({ userId }) {
        const person = people.find(({ user }) => user.id === userId)
        return person ? fullName(person.user) : i18n.t('Nobody: an open shift')
      },
    },
    {
      label: msg('Day and times'),
      sent: ['date', 'start', 'end'],
      shown: ['date', 'start', 'end'],
      words: (shift) => spanInWords(shift, reader),
    },
    {
      label: msg('Break in minutes'),
      sent: ['breakMinutes'],
      shown: ['breakMinutes'],
      words: ({ breakMinutes }) => String(breakMinutes),
    },
    {
      label: msg('Template'),
      sent: ['templateId'],
      shown: ['templateId'],
      words: ({ templateId }) => templates.find(({ id }) => id === templateId)?.name ?? none,
    },
    { label: msg('Title'), sent: ['title'], shown: ['title'], words: ({ title }) => title ?? none },
    { label: msg('Note for the person'), sent: ['note'], shown: ['note'], words: ({ note }) => note ?? none },
    {
      label: msg('Pinned'),
      sent: ['isPinned'],
      shown: ['isPinned'],
      words: ({ plan }) => (plan?.isPinned ? i18n.t('Yes') : i18n.t('No')),
    },
    {
      label: msg('Removed ##planned shift'),
      sent: ['isRemoved'],
      shown: ['isRemoved'],
      words: ({ plan }) => (plan?.isRemoved ? i18n.t('Yes') : i18n.t('No')),
    },
  ]
}
