import { type Priority, priorities } from '../src/shared/task-status.ts'
import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { type PersonName, personOf } from './people.ts'
import { nameAmong, numberOf, tableEntriesOf } from './tables.ts'

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

const table = `
Tap in the ladies’ room drips | place Lobby | for Maintenance | by priya | reported 0.3
Ice machine on floor 3 leaks | place Floor 3 | for Maintenance | priority high | by linh | reported 1.1 | taken samir 6
  A towel lies below it. It reaches the carpet soon.
No hot water in the staff shower | place Staff rooms | for Maintenance | by kwame | reported 26 | taken siobhan 14 | done 95
Broken glass on the terrace steps | place Terrace | for Grounds | priority high | by elias | reported 30 | taken farah 4 | done 21
Lift 2 stops between 4 and 5 | place Lift 2 | for Maintenance | priority high | by daniel | reported 51 | taken samir 3 | done 160
Wine spilt on the carpet of the reading corner | place Lobby | for Housekeeping | by elias | reported 74 | taken linh 9 | done 44
Cold room 2 stands at 9 degrees | place Cold rooms | for Maintenance | priority high | by jelena | reported 98 | taken siobhan 5 | done 130
Sauna does not get warm | place Sauna | for Maintenance | by tomas | reported 145 | taken samir 38 | done 300
Bicycle 7 has no brakes | place Bicycle shed | for Activities | by elias | reported 170 | taken tomas 25 | done 80
Dryer 1 squeals | place Laundry | for Maintenance | by rosa | reported 220 | taken siobhan 17 | done 240
Dishwasher leaves the glasses grey | place Breakfast room | for Back-of-House | by priya | reported 340 | taken jelena 12 | done 65
Light above the pool steps is out | place Pool | for Maintenance | by andrei | reported 410 | taken samir 52 | done 410
`

export const problems = tableEntriesOf(table, ['place', 'for', 'priority', 'by', 'reported', 'taken', 'done']).map(
  ({ head, fields, lines }): SampleProblem => {
    const [taker, after] = fields.taken?.split(' ') ?? []
    return {
      title: head,
      description: lines[0],
      place: fields.place ?? '',
      department: sampleDepartmentOf(fields.for),
      priority: fields.priority ? nameAmong(priorities, fields.priority) : undefined,
      by: personOf(fields.by),
      reported: Number(fields.reported),
      taken: taker === undefined ? undefined : [personOf(taker), Number(after)],
      done: numberOf(fields.done),
    }
  },
)
