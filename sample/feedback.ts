import { personOf } from './people.ts'
import { tableEntriesOf } from './tables.ts'

const table = `
General | by henrik | ago 31 | rating 3
  We moved the desk’s handover book in here. The first week was slow, now nobody wants the paper back.
Idea | by giulia | ago 24 | rating 4
  A list of what is due before ten, for the morning.
Hard to use | by stefan | ago 17 | rating 2
  With gloves on I hit the wrong card in the boiler room. Bigger buttons on the phone, please.
Praise | by priya | ago 12 | rating 5
  The board moves while I look at it. Lovely.
General | by naledi | ago 9 | rating 5
Idea | by camille | ago 5 | rating 4
  The evening team starts at four. Could the day’s figures wait until we have begun?
Praise | by elias | ago 2 | rating 4
  Searching without accents finds the right Renée.
`

/** What the staff think of Muster. `ago`: in days. */
export const sampleFeedback = tableEntriesOf(table, ['by', 'ago', 'rating']).map(
  ({ head: category, fields, lines: [comment] }) => ({
    ...{ by: personOf(fields.by), ago: Number(fields.ago), rating: Number(fields.rating), category, comment },
  }),
)
