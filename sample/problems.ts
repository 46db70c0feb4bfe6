import type { Priority } from '../src/shared/task-status.ts'
import type { DepartmentName } from './departments.ts'
import type { PersonName } from './people.ts'

/** What people of the sample hotel have reported, and who has looked after it. */
export interface SampleProblem {
  title: string
  description?: string
  place: string
  department: DepartmentName
  priority?: Priority
  by: PersonName
  /** Hours before the present. */
  reported: number
  /** Who has taken it, after how many minutes. */
  taken?: [by: PersonName, after: number]
  /** Minutes after the report. */
  done?: number
}

export const problems: SampleProblem[] = [
  {
    title: 'Tap in the ladies’ room drips',
    ...{ place: 'Lobby', department: 'Maintenance', by: 'priya', reported: 0.3 },
  },
  {
    title: 'Ice machine on floor 3 leaks',
    description: 'A towel lies below it. It reaches the carpet soon.',
    ...{ place: 'Floor 3', department: 'Maintenance', priority: 'high', by: 'linh', reported: 1.1 },
    taken: ['samir', 6],
  },
  {
    title: 'No hot water in the staff shower',
    ...{ place: 'Staff rooms', department: 'Maintenance', by: 'kwame', reported: 26 },
    ...{ taken: ['siobhan', 14], done: 95 },
  },
  {
    title: 'Broken glass on the terrace steps',
    ...{ place: 'Terrace', department: 'Grounds', priority: 'high', by: 'elias', reported: 30 },
    ...{ taken: ['farah', 4], done: 21 },
  },
  {
    title: 'Lift 2 stops between 4 and 5',
    ...{ place: 'Lift 2', department: 'Maintenance', priority: 'high', by: 'daniel', reported: 51 },
    ...{ taken: ['samir', 3], done: 160 },
  },
  {
    title: 'Wine spilt on the carpet of the reading corner',
    ...{ place: 'Lobby', department: 'Housekeeping', by: 'elias', reported: 74 },
    ...{ taken: ['linh', 9], done: 44 },
  },
  {
    title: 'Cold room 2 stands at 9 degrees',
    ...{ place: 'Cold rooms', department: 'Maintenance', priority: 'high', by: 'jelena', reported: 98 },
    ...{ taken: ['siobhan', 5], done: 130 },
  },
  {
    title: 'Sauna does not get warm',
    ...{ place: 'Sauna', department: 'Maintenance', by: 'tomas', reported: 145 },
    ...{ taken: ['samir', 38], done: 300 },
  },
  {
    title: 'Bicycle 7 has no brakes',
    ...{ place: 'Bicycle shed', department: 'Activities', by: 'elias', reported: 170 },
    ...{ taken: ['tomas', 25], done: 80 },
  },
  {
    title: 'Dryer 1 squeals',
    ...{ place: 'Laundry', department: 'Maintenance', by: 'rosa', reported: 220 },
    ...{ taken: ['siobhan', 17], done: 240 },
  },
  {
    title: 'Dishwasher leaves the glasses grey',
    ...{ place: 'Breakfast room', department: 'Back-of-House', by: 'priya', reported: 340 },
    ...{ taken: ['jelena', 12], done: 65 },
  },
  {
    title: 'Light above the pool steps is out',
    ...{ place: 'Pool', department: 'Maintenance', by: 'andrei', reported: 410 },
    ...{ taken: ['samir', 52], done: 410 },
  },
]
