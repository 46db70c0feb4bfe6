import type { Role } from '../src/shared/permissions.ts'
import type { DepartmentName } from './departments.ts'

export interface SamplePerson {
  name: [first: string, last: string]
  role: Role
  department: DepartmentName
  /** How many days ago the account was made. */
  since: number
  /** What stands before the @ of the e-mail address; first and last name when absent. */
  account?: string
}

/** Keeps the names for the type. */
const staff = <Name extends string>(people: Record<Name, SamplePerson>) => people

/** The staff of the sample hotel, by department, each with a comment on their work. */
export const people = staff({
  // General manager, systems and purchasing, duty manager
  ingrid: { name: ['Ingrid', 'Solheim'], role: 'god', department: 'Operations', since: 728, account: 'god' },
  beatriz: { name: ['Beatriz', 'Lourenço'], role: 'admin', department: 'Operations', since: 724, account: 'admin' },
  selim: { name: ['Selim', 'Aydın'], role: 'manager', department: 'Operations', since: 611 },

  // Front office manager, two receptionists
  henrik: { name: ['Henrik', 'Lindgren'], role: 'manager', department: 'Front-of-House', since: 720 },
  priya: { name: ['Priya', 'Nair'], role: 'user', department: 'Front-of-House', since: 655 },
  elias: { name: ['Elias', 'Tavares'], role: 'user', department: 'Front-of-House', since: 402 },

  // Head chef, storekeeper, breakfast cook
  giulia: { name: ['Giulia', 'Marchetti'], role: 'manager', department: 'Back-of-House', since: 719 },
  kwame: { name: ['Kwame', 'Mensah'], role: 'user', department: 'Back-of-House', since: 588 },
  jelena: { name: ['Jelena', 'Marković'], role: 'user', department: 'Back-of-House', since: 431 },

  // Head of activities, guide, trainee
  naledi: { name: ['Naledi', 'Dlamini'], role: 'manager', department: 'Activities', since: 702 },
  tomas: { name: ['Tomás', 'Quiroga'], role: 'user', department: 'Activities', since: 497 },
  aiko: { name: ['Aiko', 'Yamada'], role: 'guest', department: 'Activities', since: 368 },

  // Executive housekeeper, three room attendants, trainee
  amara: { name: ['Amara', 'Okafor'], role: 'manager', department: 'Housekeeping', since: 721, account: 'manager' },
  daniel: { name: ['Daniel', 'Wójcik'], role: 'user', department: 'Housekeeping', since: 640, account: 'user' },
  rosa: { name: ['Rosa', 'Delgado'], role: 'user', department: 'Housekeeping', since: 634 },
  linh: { name: ['Linh', 'Nguyễn'], role: 'user', department: 'Housekeeping', since: 389 },
  meilin: { name: ['Mei-Lin', 'Tan'], role: 'guest', department: 'Housekeeping', since: 366, account: 'guest' },

  // Chief engineer, two engineers
  stefan: { name: ['Stefan', 'Oberhauser'], role: 'manager', department: 'Maintenance', since: 715 },
  samir: { name: ['Samir', 'Haddad'], role: 'user', department: 'Maintenance', since: 560 },
  siobhan: { name: ['Siobhán', 'Gallagher'], role: 'user', department: 'Maintenance', since: 455 },

  // Head gardener, gardener
  joost: { name: ['Joost', 'van Leeuwen'], role: 'manager', department: 'Grounds', since: 698 },
  farah: { name: ['Farah', 'Siddiqui'], role: 'user', department: 'Grounds', since: 474 },

  // Evening manager, night porter
  camille: {
    name: ['Camille', 'Roussel'],
    role: 'manager',
    department: 'Front-of-House – Evening Operations',
    since: 690,
  },
  andrei: {
    name: ['Andrei', 'Munteanu'],
    role: 'user',
    department: 'Front-of-House – Evening Operations',
    since: 520,
  },
})

export type PersonName = keyof typeof people
