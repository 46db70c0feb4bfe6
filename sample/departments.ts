import { nameAmong } from './tables.ts'

/** In this order, so that Operations has the id 8, which the user form takes by default. */
export const departmentNames = [
  'Front-of-House',
  'Back-of-House',
  'Activities',
  'Housekeeping',
  'Maintenance',
  'Grounds',
  'Front-of-House – Evening Operations',
  'Operations',
] as const

export type DepartmentName = (typeof departmentNames)[number]

export const sampleDepartmentOf = (name: string | undefined) => nameAmong(departmentNames, name)
