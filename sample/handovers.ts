import { type Severity, severities } from '../src/shared/handovers.ts'
import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { type PersonName, personOf } from './people.ts'
import { nameAmong, numberOf, type TableEntry, tableEntriesOf, tableSectionsOf } from './tables.ts'

/** What the shifts of the sample hotel have said to each other in the last two weeks. */

export interface SampleItem {
  /** The title of the task that it is about. */
  task?: string
  text?: string
  severity: Severity
  next: string
  ifThen?: string
  to?: PersonName
  /** How many minutes the receiver took, once they were there; 6 if absent. */
  after?: number
  /** What the receiver asked, and what the giver answered. */
  asked?: [question: string, answer?: string]
}

/** The person who left last on that day has written it, and the person who came next has received it. */
export interface SampleHandover {
  department: DepartmentName
  ago: number
  note?: string
  items: SampleItem[]
}

/** It waits still. Without `minutes` it was written at the end of that person's last shift. */
export interface WaitingHandover {
  by: PersonName
  minutes?: number
  note?: string
  items: SampleItem[]
}

const handoverTable = `
# Maintenance | ago 14
  Quiet day. The plumber’s invoice lies in the tray.
task: Dishwasher leaves the glasses grey | watch
  Look at the salt in the morning, it should still be half full

# Housekeeping | ago 14
Trolley of floor 5 | act | after 9
  Use the spare one from the cellar until the wheel is mended
Guest in 318 sleeps until noon | watch
  Leave 318 for last
  If the sign still hangs at 15:00, then ask the desk to call

# Front-of-House | ago 13
  Card terminal 2 lost its connection twice around noon. A restart helped.
Parcel for Mrs. Whitcombe | act
  It comes with the evening post. Put it behind the desk, she fetches it at eight
  Asked: Is something to be paid? Answered: No, all paid. She only has to sign.

# Back-of-House | ago 13
Cold room 1 ices up at the back wall | watch | after 4
  Keep the door shut and read the display every two hours
  If it rises above 5 degrees, then move the fish and call Maintenance

# Housekeeping | ago 12
  Merewen Laundry came an hour late. All floors are stocked again.
Cot in 208 | act | after 11
  Take it out after the check-out, 512 needs it

# Maintenance | ago 11
Water in the server room from the power cut | urgent | after 3
  Empty the dryer’s tank every four hours, and write the humidity into the log
  If it stays above 60 %, then call Selim, at night too
  Asked: Which log? Answered: The blue folder at the door.

# Front-of-House – Evening Operations | ago 11
  Band ended at 22:58. Two guests of the terrace asked for blankets, more would be good.
Side door to the garden does not close by itself | watch | after 14
  Check it on each round

# Activities | ago 10
Bike tour to the mill, 9 guests | act | after 7
  Two children’s helmets are missing. Fetch them from the lake house before nine

# Maintenance | ago 9
task: Dryer 1 squeals | act | after 5
  The belt comes at ten. Fit it and run it empty for half an hour
  Asked: Does it need the long or the short belt? Answered: The long one, 1,930 mm.
Ladder of the roof hatch | watch | after 26
  The left bolt is new. Look at it after the wind

# Housekeeping | ago 9
Feather allergy in 227 | urgent | after 2
  Only the foam pillows from the white bag, and no spray
Lost earring in 411 | watch
  Look behind the headboard when you turn the room over

# Front-of-House | ago 8
Mr. Adeyemi arrives early | act | after 8
  Give him 614 as soon as Housekeeping has set it free
  If it is not ready by 11:00, then a coffee in the Linden room on the house

# Maintenance | ago 7
  Tolvik Lifts come tomorrow between eight and ten.
task: Bicycle 7 has no brakes | watch | after 12
  It stands in the workshop. Nobody takes it out before the new cable is in

# Back-of-House | ago 7
Delivery of Quillby Produce | act | after 6
  Weigh the tomatoes before you sign
  Asked: What if the driver will not wait? Answered: Then sign “unchecked” and keep the copy.

# Housekeeping | ago 6
  Painters are in 403 and 404 until Friday. The corridor smells, so we sell 405 to 408 last.
Ironing machine | watch | after 17
  Let it cool for ten minutes after each hour
Flowers for 610 | act | after 4
  Put them in at four, the couple arrives at five
  If they come before, then ring the desk: they get a drink first

# Maintenance | ago 6
task: Sauna does not get warm | act | after 6
  The new element runs. Measure after one hour, it should show 85 degrees

# Grounds | ago 5
Frost tonight | act | after 3
  Grit the ramp and the terrace steps before seven

# Operations | ago 5
  The owners’ figures went out at five. Three questions came back, all about energy.
Insurer’s visit | watch | after 13
  Ask Maintenance for the lift papers by Thursday

# Front-of-House – Evening Operations | ago 4
Guest in 233 felt unwell | urgent | after 2
  Ring 233 at eight and offer to call the doctor again
  If nobody answers, then go up with a second person
  Asked: Who was the doctor? Answered: Dr. Farouk. Her card lies in the night folder.

# Maintenance | ago 4
task: Cold room 2 stands at 9 degrees | urgent | after 4
  Read the log at six. The fan is new, but the firm wants to see it again
  If it is above 5 degrees, then tell Giulia before breakfast

# Housekeeping | ago 3
task: Wine spilt on the carpet of the reading corner | watch | after 10
  It dries under the white cloth. Brush it in the morning
Key of linen room 2 sticks | watch | after 21
  Turn it left first. A new one is ordered

# Front-of-House | ago 3
  The congress has checked in, 65 of 65. Two rooms were changed, see the list.
Invoice of the Nordhaven shipping office | act | after 7
  They want it by noon, with the order number

# Activities | ago 2
Life jackets | act | after 5
  Two have worn straps. They hang apart, do not give them out

# Maintenance | ago 2
task: Lift 2 stops between 4 and 5 | act | after 5
  It runs again. Ride it twice in the morning and listen at 4
  If it knocks, then take it out of service and call Tolvik Lifts
  Asked: Who has their number at the weekend? Answered: It is on the inside of the control box.

# Back-of-House | ago 1
Birthday cake for 208 | act | after 8
  It stands in cold room 1, top left. Candles are in the drawer

# Housekeeping | ago 1
  All rooms done but 505, the sign hung all day.
Room 505 | act | after 6
  Try again after ten, then leave towels at the door
`

const waitingTable = `
# linh | minutes 9
  Floors 2 and 3 are done. Linen is short until Merewen Laundry comes at two.
Water runs down the wall in 412 | urgent
  Keep 412 free. Maintenance looks for the pipe, and 512 must not run a bath
  If the guests of 512 ask, then offer them the bath in 515
task: Minibar round, floors 3 and 4 | act
  Tonic is out. Kwame brings a case at two, then only 401 to 410 are left
Guest in 305 works at night | watch
  Leave 305 for the afternoon

# amara
task: Turn over 501 to 508 after the choir checks out | act | to daniel
  Begin with 507 and 508, the desk has sold them for two o’clock
  If 505 still has its sign, then tell the desk

# rosa
task: Compare the sample sheets of three suppliers after ten washes | watch | to amara
  Two washes are missing. The second supplier is grey already, you may want to see it

# selim
The insurer comes on Thursday at nine | act | to ingrid
  Decide who walks with him. The lift papers are still missing
Offer for the key-card systems | watch | to beatriz
  The second firm answers by Friday. Their system needs no cable
Meter readings | watch
  The water meter in the cellar jumped by 9 m³ overnight. Read it again tonight

# siobhan
task: Yearly service of boiler 2 | act
  Burner and valves are done. The pressure test is left, and the sticker
  If it loses more than 0.2 bar in ten minutes, then leave it off and call the firm
`

/** A message of the last two weeks: to whoever was on duty in a department, or urgent to all of it. */
export interface SampleMessage {
  by: PersonName
  department: DepartmentName
  text: string
  /** Why it could not wait, of an urgent one. */
  reason?: string
  /** Minutes before the present; without them, in the middle of a shift of the sender so many days ago. */
  minutes?: number
  ago?: number
}

const messageTable = `
The choir comes an hour earlier. Could 501 to 504 go first? | by henrik | to Housekeeping | ago 12
Cake in the linen room, because Linh has passed her course! | by amara | to Housekeeping | ago 10
The main water valve is shut until I have found the leak. Please come if you live near. | by stefan | to Maintenance | ago 7
  Water runs into the lift shaft, and I am alone in the house
Fish is here. Who can help for ten minutes? | by giulia | to Back-of-House | ago 5
Congress bus in fifteen minutes, all desks please. | by priya | to Front-of-House | ago 3
Who has the key of linen room 2? | by amara | to Housekeeping | ago 2
Please start at seven tomorrow instead of half past. The hours count. | by ingrid | to Housekeeping | minutes 22
  Two coaches arrive at noon, and the desk has sold every room
The fire brigade was here for a false alarm on floor 4. All guests are back in their rooms. | by selim | to Operations | minutes 17
  The press may call, and you should hear it from us first
`

const TASK = 'task: '
const fieldNames = ['ago', 'minutes', 'to', 'after', ...severities] as const

/** An item: what to do next, what if, and what was asked and answered. */
function itemOf({ head, fields, lines }: TableEntry<(typeof fieldNames)[number]>): SampleItem {
  const [, question, answer] = /^Asked: (.*) Answered: (.*)$/.exec(lines.at(-1) ?? '') ?? []
  return {
    ...(head.startsWith(TASK) ? { task: head.slice(TASK.length) } : { text: head }),
    severity: nameAmong(
      severities,
      Object.keys(fields).find((name) => severities.some((each) => each === name)),
    ),
    next: lines[0] ?? '',
    ifThen: lines.find((line) => line.startsWith('If ')),
    to: fields.to === undefined ? undefined : personOf(fields.to),
    after: numberOf(fields.after),
    asked: question === undefined ? undefined : [question, answer],
  }
}

export const sampleHandovers = tableSectionsOf(handoverTable, fieldNames).map(
  ({ head, fields, lines, entries }): SampleHandover => ({
    ...{ department: sampleDepartmentOf(head), ago: Number(fields.ago), note: lines[0], items: entries.map(itemOf) },
  }),
)

export const waitingHandovers = tableSectionsOf(waitingTable, fieldNames).map(
  ({ head, fields, lines, entries }): WaitingHandover => ({
    ...{ by: personOf(head), minutes: numberOf(fields.minutes), note: lines[0], items: entries.map(itemOf) },
  }),
)

export const sampleMessages = tableEntriesOf(messageTable, ['by', 'to', 'ago', 'minutes']).map(
  ({ head, fields, lines }): SampleMessage => ({
    ...{ by: personOf(fields.by), department: sampleDepartmentOf(fields.to), text: head, reason: lines[0] },
    ...{ minutes: numberOf(fields.minutes), ago: numberOf(fields.ago) },
  }),
)
