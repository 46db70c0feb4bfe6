import type { Severity } from '../src/shared/handovers.ts'
import type { DepartmentName } from './departments.ts'
import type { PersonName } from './people.ts'

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

/** Written at the end of a shift of the department so many days ago, by whoever left last, and received by whoever came next. */
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

export const handovers: SampleHandover[] = [
  {
    department: 'Maintenance',
    ago: 14,
    note: 'Quiet day. The plumber’s invoice lies in the tray.',
    items: [
      {
        task: 'Dishwasher leaves the glasses grey',
        severity: 'watch',
        next: 'Look at the salt in the morning, it should still be half full',
      },
    ],
  },
  {
    department: 'Housekeeping',
    ago: 14,
    items: [
      {
        text: 'Trolley of floor 5',
        severity: 'act',
        next: 'Use the spare one from the cellar until the wheel is mended',
        after: 9,
      },
      {
        text: 'Guest in 318 sleeps until noon',
        severity: 'watch',
        next: 'Leave 318 for last',
        ifThen: 'If the sign still hangs at 15:00, then ask the desk to call',
      },
    ],
  },
  {
    department: 'Front-of-House',
    ago: 13,
    note: 'Card terminal 2 lost its connection twice around noon. A restart helped.',
    items: [
      {
        text: 'Parcel for Mrs. Whitcombe',
        severity: 'act',
        next: 'It comes with the evening post. Put it behind the desk, she fetches it at eight',
        asked: ['Is something to be paid?', 'No, all paid. She only has to sign.'],
      },
    ],
  },
  {
    department: 'Back-of-House',
    ago: 13,
    items: [
      {
        text: 'Cold room 1 ices up at the back wall',
        severity: 'watch',
        next: 'Keep the door shut and read the display every two hours',
        ifThen: 'If it rises above 5 degrees, then move the fish and call Maintenance',
        after: 4,
      },
    ],
  },
  {
    department: 'Housekeeping',
    ago: 12,
    note: 'Merewen Laundry came an hour late. All floors are stocked again.',
    items: [{ text: 'Cot in 208', severity: 'act', next: 'Take it out after the check-out, 512 needs it', after: 11 }],
  },
  {
    department: 'Maintenance',
    ago: 11,
    items: [
      {
        text: 'Water in the server room from the power cut',
        severity: 'urgent',
        next: 'Empty the dryer’s tank every four hours, and write the humidity into the log',
        ifThen: 'If it stays above 60 %, then call Selim, at night too',
        after: 3,
        asked: ['Which log?', 'The blue folder at the door.'],
      },
    ],
  },
  {
    department: 'Front-of-House – Evening Operations',
    ago: 11,
    note: 'Band ended at 22:58. Two guests of the terrace asked for blankets, more would be good.',
    items: [
      {
        text: 'Side door to the garden does not close by itself',
        severity: 'watch',
        next: 'Check it on each round',
        after: 14,
      },
    ],
  },
  {
    department: 'Activities',
    ago: 10,
    items: [
      {
        text: 'Bike tour to the mill, 9 guests',
        severity: 'act',
        next: 'Two children’s helmets are missing. Fetch them from the lake house before nine',
        after: 7,
      },
    ],
  },
  {
    department: 'Maintenance',
    ago: 9,
    items: [
      {
        task: 'Dryer 1 squeals',
        severity: 'act',
        next: 'The belt comes at ten. Fit it and run it empty for half an hour',
        after: 5,
        asked: ['Does it need the long or the short belt?', 'The long one, 1,930 mm.'],
      },
      {
        text: 'Ladder of the roof hatch',
        severity: 'watch',
        next: 'The left bolt is new. Look at it after the wind',
        after: 26,
      },
    ],
  },
  {
    department: 'Housekeeping',
    ago: 9,
    items: [
      {
        text: 'Feather allergy in 227',
        severity: 'urgent',
        next: 'Only the foam pillows from the white bag, and no spray',
        after: 2,
      },
      { text: 'Lost earring in 411', severity: 'watch', next: 'Look behind the headboard when you turn the room over' },
    ],
  },
  {
    department: 'Front-of-House',
    ago: 8,
    items: [
      {
        text: 'Mr. Adeyemi arrives early',
        severity: 'act',
        next: 'Give him 614 as soon as Housekeeping has set it free',
        ifThen: 'If it is not ready by 11:00, then a coffee in the Linden room on the house',
        after: 8,
      },
    ],
  },
  {
    department: 'Maintenance',
    ago: 7,
    note: 'Tolvik Lifts come tomorrow between eight and ten.',
    items: [
      {
        task: 'Bicycle 7 has no brakes',
        severity: 'watch',
        next: 'It stands in the workshop. Nobody takes it out before the new cable is in',
        after: 12,
      },
    ],
  },
  {
    department: 'Back-of-House',
    ago: 7,
    items: [
      {
        text: 'Delivery of Quillby Produce',
        severity: 'act',
        next: 'Weigh the tomatoes before you sign',
        after: 6,
        asked: ['What if the driver will not wait?', 'Then sign “unchecked” and keep the copy.'],
      },
    ],
  },
  {
    department: 'Housekeeping',
    ago: 6,
    note: 'Painters are in 403 and 404 until Friday. The corridor smells, so we sell 405 to 408 last.',
    items: [
      { text: 'Ironing machine', severity: 'watch', next: 'Let it cool for ten minutes after each hour', after: 17 },
      {
        text: 'Flowers for 610',
        severity: 'act',
        next: 'Put them in at four, the couple arrives at five',
        ifThen: 'If they come before, then ring the desk: they get a drink first',
        after: 4,
      },
    ],
  },
  {
    department: 'Maintenance',
    ago: 6,
    items: [
      {
        task: 'Sauna does not get warm',
        severity: 'act',
        next: 'The new element runs. Measure after one hour, it should show 85 degrees',
        after: 6,
      },
    ],
  },
  {
    department: 'Grounds',
    ago: 5,
    items: [
      { text: 'Frost tonight', severity: 'act', next: 'Grit the ramp and the terrace steps before seven', after: 3 },
    ],
  },
  {
    department: 'Operations',
    ago: 5,
    note: 'The owners’ figures went out at five. Three questions came back, all about energy.',
    items: [
      {
        text: 'Insurer’s visit',
        severity: 'watch',
        next: 'Ask Maintenance for the lift papers by Thursday',
        after: 13,
      },
    ],
  },
  {
    department: 'Front-of-House – Evening Operations',
    ago: 4,
    items: [
      {
        text: 'Guest in 233 felt unwell',
        severity: 'urgent',
        next: 'Ring 233 at eight and offer to call the doctor again',
        ifThen: 'If nobody answers, then go up with a second person',
        after: 2,
        asked: ['Who was the doctor?', 'Dr. Farouk. Her card lies in the night folder.'],
      },
    ],
  },
  {
    department: 'Maintenance',
    ago: 4,
    items: [
      {
        task: 'Cold room 2 stands at 9 degrees',
        severity: 'urgent',
        next: 'Read the log at six. The fan is new, but the firm wants to see it again',
        ifThen: 'If it is above 5 degrees, then tell Giulia before breakfast',
        after: 4,
      },
    ],
  },
  {
    department: 'Housekeeping',
    ago: 3,
    items: [
      {
        task: 'Wine spilt on the carpet of the reading corner',
        severity: 'watch',
        next: 'It dries under the white cloth. Brush it in the morning',
        after: 10,
      },
      {
        text: 'Key of linen room 2 sticks',
        severity: 'watch',
        next: 'Turn it left first. A new one is ordered',
        after: 21,
      },
    ],
  },
  {
    department: 'Front-of-House',
    ago: 3,
    note: 'The congress has checked in, 65 of 65. Two rooms were changed, see the list.',
    items: [
      {
        text: 'Invoice of the Nordhaven shipping office',
        severity: 'act',
        next: 'They want it by noon, with the order number',
        after: 7,
      },
    ],
  },
  {
    department: 'Activities',
    ago: 2,
    items: [
      {
        text: 'Life jackets',
        severity: 'act',
        next: 'Two have worn straps. They hang apart, do not give them out',
        after: 5,
      },
    ],
  },
  {
    department: 'Maintenance',
    ago: 2,
    items: [
      {
        task: 'Lift 2 stops between 4 and 5',
        severity: 'act',
        next: 'It runs again. Ride it twice in the morning and listen at 4',
        ifThen: 'If it knocks, then take it out of service and call Tolvik Lifts',
        after: 5,
        asked: ['Who has their number at the weekend?', 'It is on the inside of the control box.'],
      },
    ],
  },
  {
    department: 'Back-of-House',
    ago: 1,
    items: [
      {
        text: 'Birthday cake for 208',
        severity: 'act',
        next: 'It stands in cold room 1, top left. Candles are in the drawer',
        after: 8,
      },
    ],
  },
  {
    department: 'Housekeeping',
    ago: 1,
    note: 'All rooms done but 505, the sign hung all day.',
    items: [
      { text: 'Room 505', severity: 'act', next: 'Try again after ten, then leave towels at the door', after: 6 },
    ],
  },
]

export const waiting: WaitingHandover[] = [
  {
    by: 'linh',
    minutes: 9,
    note: 'Floors 2 and 3 are done. Linen is short until Merewen Laundry comes at two.',
    items: [
      {
        text: 'Water runs down the wall in 412',
        severity: 'urgent',
        next: 'Keep 412 free. Maintenance looks for the pipe, and 512 must not run a bath',
        ifThen: 'If the guests of 512 ask, then offer them the bath in 515',
      },
      {
        task: 'Minibar round, floors 3 and 4',
        severity: 'act',
        next: 'Tonic is out. Kwame brings a case at two, then only 401 to 410 are left',
      },
      { text: 'Guest in 305 works at night', severity: 'watch', next: 'Leave 305 for the afternoon' },
    ],
  },
  {
    by: 'amara',
    items: [
      {
        task: 'Turn over 501 to 508 after the choir checks out',
        severity: 'act',
        next: 'Begin with 507 and 508, the desk has sold them for two o’clock',
        ifThen: 'If 505 still has its sign, then tell the desk',
        to: 'daniel',
      },
    ],
  },
  {
    by: 'rosa',
    items: [
      {
        task: 'Compare the sample sheets of three suppliers after ten washes',
        severity: 'watch',
        next: 'Two washes are missing. The second supplier is grey already, you may want to see it',
        to: 'amara',
      },
    ],
  },
  {
    by: 'selim',
    items: [
      {
        text: 'The insurer comes on Thursday at nine',
        severity: 'act',
        next: 'Decide who walks with him. The lift papers are still missing',
        to: 'ingrid',
      },
      {
        text: 'Offer for the key-card systems',
        severity: 'watch',
        next: 'The second firm answers by Friday. Their system needs no cable',
        to: 'beatriz',
      },
      {
        text: 'Meter readings',
        severity: 'watch',
        next: 'The water meter in the cellar jumped by 9 m³ overnight. Read it again tonight',
      },
    ],
  },
  {
    by: 'siobhan',
    items: [
      {
        task: 'Yearly service of boiler 2',
        severity: 'act',
        next: 'Burner and valves are done. The pressure test is left, and the sticker',
        ifThen: 'If it loses more than 0.2 bar in ten minutes, then leave it off and call the firm',
      },
    ],
  },
]

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

export const messages: SampleMessage[] = [
  {
    by: 'henrik',
    department: 'Housekeeping',
    ago: 12,
    text: 'The choir comes an hour earlier. Could 501 to 504 go first?',
  },
  {
    by: 'amara',
    department: 'Housekeeping',
    ago: 10,
    text: 'Cake in the linen room, because Linh has passed her course!',
  },
  {
    by: 'stefan',
    department: 'Maintenance',
    ago: 7,
    text: 'The main water valve is shut until I have found the leak. Please come if you live near.',
    reason: 'Water runs into the lift shaft, and I am alone in the house',
  },
  { by: 'giulia', department: 'Back-of-House', ago: 5, text: 'Fish is here. Who can help for ten minutes?' },
  { by: 'priya', department: 'Front-of-House', ago: 3, text: 'Congress bus in fifteen minutes, all desks please.' },
  { by: 'amara', department: 'Housekeeping', ago: 2, text: 'Who has the key of linen room 2?' },
  {
    by: 'ingrid',
    department: 'Housekeeping',
    minutes: 22,
    text: 'Please start at seven tomorrow instead of half past. The hours count.',
    reason: 'Two coaches arrive at noon, and the desk has sold every room',
  },
  {
    by: 'selim',
    department: 'Operations',
    minutes: 17,
    text: 'The fire brigade was here for a false alarm on floor 4. All guests are back in their rooms.',
    reason: 'The press may call, and you should hear it from us first',
  },
]
