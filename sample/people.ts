import type { Role } from '../src/shared/permissions.ts'
import type { DepartmentName } from './departments.ts'
import { nameAmong, splitOnce } from './tables.ts'

export interface SamplePerson {
  name: [first: string, last: string]
  role: Role
  department: DepartmentName
  /** How many days ago the account was made. */
  since: number
  /** What stands before the @ of the e-mail address; first and last name when absent. */
  account?: string
}

const person = (
  name: string,
  role: Role,
  department: DepartmentName,
  since: number,
  account?: string,
): SamplePerson => ({ name: splitOnce(name), role, department, since, account })

/** The staff of the sample hotel, by department, each with a comment on their work. */
export const people = {
  // General manager, systems and purchasing, duty manager
  ingrid: person('Ingrid Solheim', 'god', 'Operations', 728, 'god'),
  beatriz: person('Beatriz Lourenço', 'admin', 'Operations', 724, 'admin'),
  selim: person('Selim Aydın', 'manager', 'Operations', 611),

  // Front office manager, two receptionists
  henrik: person('Henrik Lindgren', 'manager', 'Front-of-House', 720),
  priya: person('Priya Nair', 'user', 'Front-of-House', 655),
  elias: person('Elias Tavares', 'user', 'Front-of-House', 402),

  // Head chef, storekeeper, breakfast cook
  giulia: person('Giulia Marchetti', 'manager', 'Back-of-House', 719),
  kwame: person('Kwame Mensah', 'user', 'Back-of-House', 588),
  jelena: person('Jelena Marković', 'user', 'Back-of-House', 431),

  // Head of activities, guide, trainee
  naledi: person('Naledi Dlamini', 'manager', 'Activities', 702),
  tomas: person('Tomás Quiroga', 'user', 'Activities', 497),
  aiko: person('Aiko Yamada', 'guest', 'Activities', 368),

  // Executive housekeeper, three room attendants, trainee
  amara: person('Amara Okafor', 'manager', 'Housekeeping', 721, 'manager'),
  daniel: person('Daniel Wójcik', 'user', 'Housekeeping', 640, 'user'),
  rosa: person('Rosa Delgado', 'user', 'Housekeeping', 634),
  linh: person('Linh Nguyễn', 'user', 'Housekeeping', 389),
  meilin: person('Mei-Lin Tan', 'guest', 'Housekeeping', 366, 'guest'),

  // Chief engineer, two engineers
  stefan: person('Stefan Oberhauser', 'manager', 'Maintenance', 715),
  samir: person('Samir Haddad', 'user', 'Maintenance', 560),
  siobhan: person('Siobhán Gallagher', 'user', 'Maintenance', 455),

  // Head gardener, gardener
  joost: person('Joost van Leeuwen', 'manager', 'Grounds', 698),
  farah: person('Farah Siddiqui', 'user', 'Grounds', 474),

  // Evening manager, night porter
  camille: person('Camille Roussel', 'manager', 'Front-of-House – Evening Operations', 690),
  andrei: person('Andrei Munteanu', 'user', 'Front-of-House – Evening Operations', 520),
}

export type PersonName = keyof typeof people

export const personOf = (name: string | undefined) => nameAmong(Object.keys(people) as PersonName[], name)
