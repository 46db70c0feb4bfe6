import type { DepartmentName } from './departments.ts'
import type { PersonName } from './people.ts'

export interface SampleReminder {
  title: string
  description?: string
  by: PersonName
  /** Whom it is for: a person, a department, or everyone. */
  for: { person: PersonName } | { department: DepartmentName } | 'everyone'
  /** Days from today, and the time; or the rule by which it comes again. */
  at: [days: number, time: string] | { rule: string }
  /** It has come already, the last time that it was due. */
  fired?: true
}

/** What the people of the sample hotel want to be reminded of. */
export const reminders: SampleReminder[] = [
  {
    title: 'Morning briefing',
    description: 'Linen room, five minutes: arrivals, late check-outs, who takes which floor.',
    by: 'amara',
    for: { department: 'Housekeeping' },
    at: { rule: '0 9 * * 1-5' },
    fired: true,
  },
  {
    title: 'Take stock of the cold room',
    description: 'Dairy and fish first. The sheet hangs on the door.',
    by: 'giulia',
    for: { department: 'Back-of-House' },
    at: { rule: '0 9 * * 1' },
    fired: true,
  },
  {
    title: 'Check the rates for the weekend',
    by: 'henrik',
    for: { department: 'Front-of-House' },
    at: { rule: '0 15 * * fri' },
    fired: true,
  },
  {
    title: 'Lock the terrace gate',
    description: 'After the last guest; the key goes back to the night desk.',
    by: 'camille',
    for: { department: 'Front-of-House – Evening Operations' },
    at: { rule: '30 22 * * *' },
    fired: true,
  },
  {
    title: 'Test the irrigation timers',
    by: 'joost',
    for: { department: 'Grounds' },
    at: { rule: '0 8 1 * *' },
    fired: true,
  },
  {
    title: 'Send the supplier invoices to accounts',
    by: 'beatriz',
    for: { person: 'beatriz' },
    at: { rule: '0 9 1 * *' },
  },
  {
    title: 'Fire drill',
    description: 'Everybody on duty leaves by the nearest stairs and meets at the fountain.',
    by: 'ingrid',
    for: 'everyone',
    at: [9, '11:00'],
  },
  {
    title: 'Order the linen for the wedding party',
    description: '24 rooms, from Friday. The laundry wants to know before noon.',
    by: 'amara',
    for: { person: 'amara' },
    at: [1, '10:00'],
  },
  {
    title: 'Bring the master keys back to the safe',
    by: 'amara',
    for: { person: 'daniel' },
    at: [1, '18:00'],
  },
  { title: 'Renew the first aid certificate', by: 'daniel', for: { person: 'daniel' }, at: [12, '09:00'] },
  { title: 'Ask Amara about the training plan', by: 'meilin', for: { person: 'meilin' }, at: [3, '14:00'] },
  {
    title: 'Call the lift company',
    description: 'Lift 2 stops a hand too low on the fourth floor.',
    by: 'stefan',
    for: { person: 'stefan' },
    at: [-2, '08:30'],
    fired: true,
  },
]
