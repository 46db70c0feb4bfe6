import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { type PersonName, people, personOf } from './people.ts'
import { tableEntriesOf } from './tables.ts'

export interface SampleReminder {
  title: string
  description?: string
  by: PersonName
  /** Whom it is for: a person, a department, or everyone. */
  for: { person: PersonName } | { department: DepartmentName } | 'everyone'
  /** Days from today, and the time; or the rule by which it comes again. */
  at: [days: number, time: string] | { rule: string }
  /** It has come already, the last time that it was due. */
  fired: boolean
}

const table = `
Morning briefing | by amara | for Housekeeping | rule 0 9 * * 1-5 | fired
  Linen room, five minutes: arrivals, late check-outs, who takes which floor.
Take stock of the cold room | by giulia | for Back-of-House | rule 0 9 * * 1 | fired
  Dairy and fish first. The sheet hangs on the door.
Check the rates for the weekend | by henrik | for Front-of-House | rule 0 15 * * fri | fired
Lock the terrace gate | by camille | for Front-of-House – Evening Operations | rule 30 22 * * * | fired
  After the last guest; the key goes back to the night desk.
Test the irrigation timers | by joost | for Grounds | rule 0 8 1 * * | fired
Send the supplier invoices to accounts | by beatriz | for beatriz | rule 0 9 1 * *
Fire drill | by ingrid | for everyone | on 9 11:00
  Everybody on duty leaves by the nearest stairs and meets at the fountain.
Order the linen for the wedding party | by amara | for amara | on 1 10:00
  24 rooms, from Friday. The laundry wants to know before noon.
Bring the master keys back to the safe | by amara | for daniel | on 1 18:00
Renew the first aid certificate | by daniel | for daniel | on 12 09:00
Ask Amara about the training plan | by meilin | for meilin | on 3 14:00
Call the lift company | by stefan | for stefan | on -2 08:30 | fired
  Lift 2 stops a hand too low on the fourth floor.
`

function audienceOf(name: string): SampleReminder['for'] {
  if (name === 'everyone') return name
  return name in people ? { person: personOf(name) } : { department: sampleDepartmentOf(name) }
}

/** What the people of the sample hotel want to be reminded of. */
export const sampleReminders = tableEntriesOf(table, ['by', 'for', 'on', 'rule', 'fired']).map(
  ({ head, fields, lines }): SampleReminder => {
    const [days, time = ''] = fields.on?.split(' ') ?? []
    return {
      title: head,
      description: lines[0],
      by: personOf(fields.by),
      for: audienceOf(fields.for ?? ''),
      at: fields.rule === undefined ? [Number(days), time] : { rule: fields.rule },
      fired: fields.fired !== undefined,
    }
  },
)
