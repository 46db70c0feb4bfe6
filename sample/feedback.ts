import type { PersonName } from './people.ts'

export interface SampleFeedback {
  by: PersonName
  /** How many days ago. */
  ago: number
  rating: number
  category: string
  comment?: string
}

/** What the staff think of Muster. */
export const feedback: SampleFeedback[] = [
  {
    by: 'henrik',
    ago: 31,
    rating: 3,
    category: 'General',
    comment: 'We moved the desk’s handover book in here. The first week was slow, now nobody wants the paper back.',
  },
  { by: 'giulia', ago: 24, rating: 4, category: 'Idea', comment: 'A list of what is due before ten, for the morning.' },
  {
    by: 'stefan',
    ago: 17,
    rating: 2,
    category: 'Hard to use',
    comment: 'With gloves on I hit the wrong card in the boiler room. Bigger buttons on the phone, please.',
  },
  { by: 'priya', ago: 12, rating: 5, category: 'Praise', comment: 'The board moves while I look at it. Lovely.' },
  { by: 'naledi', ago: 9, rating: 5, category: 'General' },
  {
    by: 'camille',
    ago: 5,
    rating: 4,
    category: 'Idea',
    comment: 'The evening team starts at four. Could the day’s figures wait until we have begun?',
  },
  { by: 'elias', ago: 2, rating: 4, category: 'Praise', comment: 'Searching without accents finds the right Renée.' },
]
