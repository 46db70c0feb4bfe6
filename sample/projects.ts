import type { DepartmentName } from './departments.ts'
import type { PersonName } from './people.ts'

export interface SampleProject {
  name: string
  description: string
  department: DepartmentName
  owner: PersonName
  /** How many days ago it was planned, was begun and was completed. */
  planned: number
  begun?: number
  completed?: number
}

/** Keeps the names for the type. */
const planned = <Name extends string>(projects: Record<Name, SampleProject>) => projects

/** The projects of the sample hotel. Each was planned before the oldest task, which is about six weeks old. */
export const projects = planned({
  arrivals: {
    name: 'Quicker arrivals at the desk',
    description: 'From the door to the room key in under five minutes, groups included.',
    department: 'Front-of-House',
    owner: 'henrik',
    planned: 96,
    begun: 60,
    completed: 7,
  },
  fire: {
    name: 'Fire safety certificate renewal',
    description: 'Tests, logs and the drill that the authority asks for every two years.',
    department: 'Operations',
    owner: 'selim',
    planned: 88,
    begun: 52,
    completed: 3,
  },
  fourthFloor: {
    name: 'Fourth floor soft refurbishment',
    description: 'New curtains, paint and reading lamps in 401 to 406. Two rooms at a time, the others stay on sale.',
    department: 'Housekeeping',
    owner: 'amara',
    planned: 79,
    begun: 41,
  },
  buffet: {
    name: 'Allergen-safe breakfast buffet',
    description: 'Every dish labelled, a separate corner for gluten-free bread, and staff who know the answers.',
    department: 'Back-of-House',
    owner: 'giulia',
    planned: 72,
    begun: 48,
  },
  winter: {
    name: 'Winter season readiness',
    description: 'Heating, roofs, pipes and paths checked before the first frost.',
    department: 'Maintenance',
    owner: 'stefan',
    planned: 64,
    begun: 40,
  },
  rooftop: {
    name: 'Rooftop bar reopening',
    description: 'Sixty seats under heaters, a new drinks list and a team of four.',
    department: 'Front-of-House – Evening Operations',
    owner: 'camille',
    planned: 58,
    begun: 33,
  },
  linen: {
    name: 'New linen supplier',
    description: 'Three offers, ten test washes, one decision. The contract with Merewen Laundry ends in the spring.',
    department: 'Housekeeping',
    owner: 'amara',
    planned: 50,
  },
  family: {
    name: 'School holidays family programme',
    description:
      'Two weeks with something for children from four to twelve each morning and one evening for everybody.',
    department: 'Activities',
    owner: 'naledi',
    planned: 47,
  },
})

export type ProjectName = keyof typeof projects
