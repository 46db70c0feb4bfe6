import type { DepartmentName } from './departments.ts'
import type { Calendar, Dice } from './story.ts'

/** The work that comes back week after week, finished: what the figures look back on, before the week on the board. */

const HOUR = 3_600_000
/** Days ago: from the first to the last. */
const FROM = 34
const TO = 7

interface Round {
  title: string
  tags?: string[]
  /** Hours from being written down to being done: at the least and at the most. */
  takes: [least: number, most: number]
}

const rounds: Record<DepartmentName, Round[]> = {
  'Front-of-House': [
    { title: 'Call back booking {n} about the cot', tags: ['guest'], takes: [1, 5] },
    { title: 'Check the no-shows against the deposits', takes: [20, 50] },
    { title: 'Fresh flowers and apples for the lobby', tags: ['guest'], takes: [2, 6] },
    { title: 'Send the lost umbrella of room {n} after its guest', tags: ['guest'], takes: [5, 70] },
  ],
  'Back-of-House': [
    { title: 'Fridge temperatures of the week into the folder', tags: ['safety'], takes: [2, 9] },
    { title: 'Descale the coffee machine, breakfast side', takes: [20, 60] },
    { title: 'Count the dry store', tags: ['stock'], takes: [6, 30] },
  ],
  Activities: [
    { title: 'Wash and count the bicycles', tags: ['stock'], takes: [4, 26] },
    { title: 'Put up the programme of the coming week', tags: ['guest'], takes: [3, 8] },
  ],
  Housekeeping: [
    { title: 'Deep clean of room {n}', takes: [4, 30] },
    { title: 'Turn the mattress in {n}', takes: [3, 50] },
    { title: 'Extra towels and a kettle to {n}', tags: ['guest'], takes: [0.5, 2] },
    { title: 'Count the linen that came back', tags: ['stock'], takes: [2, 8] },
    { title: 'Descale the shower in {n}', takes: [5, 70] },
  ],
  Maintenance: [
    { title: 'Test the emergency lights, east stair', tags: ['safety'], takes: [20, 60] },
    { title: 'Dripping tap in {n}', tags: ['repair', 'guest'], takes: [1, 20] },
    { title: 'Bleed the radiator in {n}', tags: ['repair'], takes: [2, 40] },
    { title: 'Pool values morning and evening', tags: ['safety'], takes: [8, 12] },
  ],
  Grounds: [
    { title: 'Edge the lawn by the terrace', takes: [6, 50] },
    { title: 'Empty the bins along the drive', takes: [2, 8] },
  ],
  'Front-of-House – Evening Operations': [
    { title: 'Night audit, and the till to the safe', tags: ['evening'], takes: [3, 8] },
    { title: 'Late check-in of booking {n}', tags: ['evening', 'guest'], takes: [1, 5] },
  ],
  Operations: [
    { title: 'Go through the week’s comments', tags: ['guest'], takes: [10, 50] },
    { title: 'Sign the delivery notes', takes: [4, 30] },
  ],
}

/** Of so many lots a department gets, each brings one of its rounds that day. */
const lots = (Object.keys(rounds) as DepartmentName[]).flatMap((name) => rounds[name].map(() => name))
const WEEKDAY_LOTS = 5
const WEEKEND_LOTS = 3
/** Of all, so many are finished later than they were due. */
const LATE = 0.3

export interface FinishedRound {
  department: DepartmentName
  title: string
  tags: string[]
  created: number
  completed: number
  due: string
}

/** What was finished on each day, a week at a time, the oldest first; now and then later than it was due. */
export function roundsOf(calendar: Calendar, dice: Dice): FinishedRound[][] {
  const weeks: FinishedRound[][] = []
  for (let ago = FROM; ago >= TO; ago -= 1) {
    const week = Math.floor((FROM - ago) / 7)
    const count = Math.round((ago % 7 < 2 ? WEEKEND_LOTS : WEEKDAY_LOTS) + dice.between(-1.4, 1.4))
    const day = Array.from({ length: count }, () => finished(dice.oneOf(lots), ago, calendar, dice))
    weeks[week] = [...(weeks[week] ?? []), ...day]
  }
  return weeks
}

function finished(department: DepartmentName, ago: number, calendar: Calendar, dice: Dice): FinishedRound {
  const { title, tags = [], takes } = dice.oneOf(rounds[department])
  const completed = calendar.workingTime(-ago, dice.roll(), 9, 20)
  const late = dice.roll() < LATE ? dice.oneOf([1, 1, 2, 2, 3, 4]) : 0
  const created = Math.floor(completed - dice.between(...takes) * HOUR - late * 24 * HOUR)
  const due = calendar.dueDate(-ago - late)
  return {
    ...{ department, tags, created, completed, due },
    title: title.replace('{n}', String(Math.floor(dice.between(101, 330)))),
  }
}
