import type { DepartmentName } from './departments.ts'

/** Places of the sample hotel with a sign, and who looks after them. */
export const samplePlaces: { name: string; department: DepartmentName }[] = [
  { name: 'Lobby', department: 'Front-of-House' },
  { name: 'Breakfast room', department: 'Back-of-House' },
  { name: 'Cold rooms', department: 'Back-of-House' },
  { name: 'Pool', department: 'Maintenance' },
  { name: 'Boiler room', department: 'Maintenance' },
  { name: 'Sauna', department: 'Maintenance' },
  { name: 'Laundry', department: 'Housekeeping' },
  { name: 'Terrace', department: 'Grounds' },
]
