import type { DepartmentName } from './departments.ts'
import { activities } from './tasks/activities.ts'
import { backOfHouse } from './tasks/back-of-house.ts'
import { evening } from './tasks/evening.ts'
import { frontOfHouse } from './tasks/front-of-house.ts'
import { grounds } from './tasks/grounds.ts'
import { housekeeping } from './tasks/housekeeping.ts'
import { maintenance } from './tasks/maintenance.ts'
import { operations } from './tasks/operations.ts'
import type { SampleTask } from './tasks/task.ts'

/** A week of the sample hotel, and what was completed in the five weeks before. */
export const tasks: Record<DepartmentName, SampleTask[]> = {
  'Front-of-House': frontOfHouse,
  'Back-of-House': backOfHouse,
  Activities: activities,
  Housekeeping: housekeeping,
  Maintenance: maintenance,
  Grounds: grounds,
  'Front-of-House – Evening Operations': evening,
  Operations: operations,
}
