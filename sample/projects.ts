import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { type PersonName, personOf } from './people.ts'
import { numberOf, tableEntriesOf } from './tables.ts'

export interface SampleProject {
  key: string
  name: string
  description: string
  department: DepartmentName
  owner: PersonName
  /** How many days ago it was planned, was begun and was completed. */
  planned: number
  begun?: number
  completed?: number
}

const table = `
Quicker arrivals at the desk | key arrivals | department Front-of-House | owner henrik | planned 96 | begun 60 | completed 7
  From the door to the room key in under five minutes, groups included.
Fire safety certificate renewal | key fire | department Operations | owner selim | planned 88 | begun 52 | completed 3
  Tests, logs and the drill that the authority asks for every two years.
Fourth floor soft refurbishment | key fourthFloor | department Housekeeping | owner amara | planned 79 | begun 41
  New curtains, paint and reading lamps in 401 to 406. Two rooms at a time, the others stay on sale.
Allergen-safe breakfast buffet | key buffet | department Back-of-House | owner giulia | planned 72 | begun 48
  Every dish labelled, a separate corner for gluten-free bread, and staff who know the answers.
Winter season readiness | key winter | department Maintenance | owner stefan | planned 64 | begun 40
  Heating, roofs, pipes and paths checked before the first frost.
Rooftop bar reopening | key rooftop | department Front-of-House – Evening Operations | owner camille | planned 58 | begun 33
  Sixty seats under heaters, a new drinks list and a team of four.
New linen supplier | key linen | department Housekeeping | owner amara | planned 50
  Three offers, ten test washes, one decision. The contract with Merewen Laundry ends in the spring.
School holidays family programme | key family | department Activities | owner naledi | planned 47
  Two weeks with something for children from four to twelve each morning and one evening for everybody.
`

/** The projects of the sample hotel. Each was planned before the oldest task, which is about six weeks old. */
export const sampleProjects = tableEntriesOf(table, [
  'key',
  'department',
  'owner',
  'planned',
  'begun',
  'completed',
]).map(
  ({ head, fields, lines }): SampleProject => ({
    ...{ key: fields.key ?? '', name: head, description: lines[0] ?? '' },
    ...{ department: sampleDepartmentOf(fields.department), owner: personOf(fields.owner) },
    ...{ planned: Number(fields.planned), begun: numberOf(fields.begun), completed: numberOf(fields.completed) },
  }),
)
