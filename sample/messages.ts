import type { DepartmentName } from './departments.ts'
import type { PersonName } from './people.ts'

/** Conversations of the sample hotel: what people have written to each other, and in their departments' threads. */

export interface SampleLine {
  by: PersonName
  /** Minutes before the present. */
  minutes: number
  text: string
}

export interface SampleConversation {
  /** The two people, or the department. */
  of: readonly [PersonName, PersonName] | DepartmentName
  lines: SampleLine[]
}

const DAY = 24 * 60

export const conversations: SampleConversation[] = [
  {
    of: ['amara', 'daniel'],
    lines: [
      {
        by: 'amara',
        minutes: 2 * DAY + 300,
        text: 'The family in 318 stays two nights longer. Can you keep their cots?',
      },
      { by: 'daniel', minutes: 2 * DAY + 296, text: 'Yes. I have put a note on the door.' },
      { by: 'amara', minutes: 2 * DAY + 295, text: 'Perfect, thank you.' },
      { by: 'amara', minutes: 64, text: 'Could you look at 412 next? The guest asked for feather-free pillows.' },
      { by: 'daniel', minutes: 61, text: 'On my way. Are there any left in linen room 2?' },
      { by: 'amara', minutes: 60, text: 'Four, on the top shelf.' },
      { by: 'daniel', minutes: 43, text: 'Done. I have taken the last two, we should order more.' },
    ],
  },
  {
    of: ['ingrid', 'henrik'],
    lines: [
      { by: 'ingrid', minutes: DAY + 200, text: 'How many rooms are left for the congress?' },
      { by: 'henrik', minutes: DAY + 188, text: 'Six, all on the courtyard side.' },
      { by: 'ingrid', minutes: DAY + 187, text: 'Please keep two for the speakers.' },
      { by: 'henrik', minutes: 38, text: 'The speakers have confirmed: 205 and 206. The rest is sold.' },
    ],
  },
  {
    of: ['ingrid', 'beatriz'],
    lines: [
      { by: 'beatriz', minutes: 4 * DAY, text: 'The new kiosk for the kitchen has arrived.' },
      { by: 'ingrid', minutes: 4 * DAY - 12, text: 'Wonderful. Can it hang beside the clock?' },
    ],
  },
  {
    of: 'Housekeeping',
    lines: [
      { by: 'rosa', minutes: DAY + 130, text: 'The trolley of floor 3 has a loose wheel. I left it in the workshop.' },
      { by: 'amara', minutes: DAY + 121, text: 'Thank you. Please use the one from floor 5 until it is back.' },
      { by: 'linh', minutes: DAY + 119, text: 'Floor 5 is fine with one trolley today.' },
      { by: 'daniel', minutes: 95, text: 'Who has the master key of the attic?' },
      { by: 'rosa', minutes: 92, text: 'I do. I bring it to the linen room at eleven.' },
    ],
  },
]
