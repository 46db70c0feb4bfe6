import { type Priority, priorities } from '../src/shared/task-status.ts'
import { type DepartmentName, sampleDepartmentOf } from './departments.ts'
import { procedureOf, type SampleWork, sampleStepsOf } from './steps.ts'
import { listOf, nameAmong, numberOf, splitOnce, tableSectionsOf } from './tables.ts'

/** The work of the sample hotel that comes again. */

export interface SampleRoutine {
  title: string
  department: DepartmentName
  /** Day of month, month, weekday; or every so many days. */
  days: string | number
  opens: string
  /** Minutes after the opening: when it is due, and when it closes; null if it stays open. */
  due: number
  closes: number | null
  priority?: Priority
  tags?: string[]
  place?: string
  steps: SampleWork['steps']
  /** Title and page of a procedure. */
  procedure?: SampleWork['procedure']
  /** Of a hundred occurrences, so many are missed. */
  missed?: number
  /** How many days ago one of them was skipped, and why. */
  skipped?: [daysAgo: number, reason: string]
}

const table = `
# Back-of-House
Open the breakfast room | days * * * | opens 05:30 | due 75 | closes 150 | priority high | place Breakfast room | procedure Allergens and kitchen hygiene 1
  Ovens and coffee machine on / Cold buffet laid out / Allergen cards at each dish / Lights and music
Temperatures of the cold rooms | days * * * | opens 06:00 | due 120 | closes 240 | tags safety | place Cold rooms | missed 4 | procedure Allergens and kitchen hygiene 1
  Cold room 1 (number °C 0 to 7, required) / Cold room 2 (number °C 0 to 7, required) /
  Freezer (number °C to -18, required)
Close the kitchen | days * * * | opens 16:00 | due 120 | closes 300 | tags safety | missed 6
  Gas shut / Surfaces and floor / Waste out / Photo of the range (photo)
Deep fryer: filter or change the oil | every 3 | opens 11:00 | due 180 | closes 480 | missed 8

# Front-of-House
Morning hand-over at the desk | days * * * | opens 06:45 | due 45 | closes 135 | priority high | procedure Check-in and check-out 1
  Night log read / Arrivals and wishes / Cash counted / Rooms that are out of order
Cash count of the evening | days * * * | opens 20:00 | due 60 | closes 150 | tags cash | missed 10
  Cash in the drawer (number €, required) / Two people have counted
Lobby round: papers, apples, candles | days * * * | opens 09:00 | due 60 | closes 180 | place Lobby | missed 3

# Housekeeping
Rooms for the early arrivals | days * * * | opens 07:00 | due 180 | closes 300 | priority high | procedure Turning over a guest room 1
  List from the desk / Two rooms a floor / Desk told which are ready
Corridor and lift round | days * * 1-6 | opens 13:00 | due 120 | closes 240 | missed 5
  Floors 2 and 3 / Floors 4 and 5 / Floor 6 and the lifts
Linen count | days * * 1 | opens 08:00 | due 300 | tags stock | procedure Linen and laundry 1
Turn the mattresses of a floor | days 1,15 * * | opens 08:00 | due 480 | closes 1440 | missed 30
  Even numbers / Odd numbers

# Maintenance
Pool water | days * * * | opens 07:30 | due 60 | closes 150 | priority high | tags safety | place Pool | missed 5 | skipped 9 The pool is drained for the new lights | procedure Pool and spa water 1
  Free chlorine (number mg/l 0.3 to 0.6, required) / pH (number 6.8 to 7.6, required) /
  Water (number °C 26 to 30, required)
Boiler room round | days * * * | opens 12:00 | due 90 | closes 240 | place Boiler room | missed 7
  Pressure (number bar 1 to 2, required) / No smell of gas
Flush the taps of empty rooms | days * * 2 | opens 09:00 | due 240 | closes 480 | tags safety
  Floors 2 and 3 / Floors 4 to 6 / Warmest water of the round (number °C from 60, required)
Meters of water, gas and power | days * * 1 | opens 06:00 | due 10080
  Water (number m³, required) / Gas (number m³, required) / Power (number MWh, required)
Emergency lights | days 1 * * | opens 10:00 | due 360 | closes 2880 | tags safety | procedure Fire and evacuation 1

# Grounds
Paths and terrace before breakfast | days * * * | opens 05:00 | due 60 | closes 80 | place Terrace | missed 60 | skipped 16 Storm warning: nobody goes out
Water the pots | every 2 | opens 08:00 | due 240 | closes 600 | missed 4

# Front-of-House – Evening Operations
Night round of corridors and doors | days * * * | opens 23:30 | due 60 | closes 150 | missed 4 | procedure Night audit and lock-up 1
  Ground floor and terrace doors / Floors 2 to 4 / Floors 5 and 6 / Pool gate
Night audit | days * * * | opens 01:00 | due 120 | closes 300 | priority high | tags cash | missed 3 | procedure Night audit and lock-up 1

# Activities
Bicycles: brakes and lights | days * * 1,4 | opens 09:00 | due 120 | closes 300 | tags safety | missed 5
  Bicycles 1 to 6 / Bicycles 7 to 12 / What is out of order (text)
`

const fieldNames = [
  ...(['days', 'every', 'opens', 'due', 'closes', 'priority', 'tags', 'place', 'procedure'] as const),
  ...(['missed', 'skipped'] as const),
]

export const sampleRoutines = tableSectionsOf(table, fieldNames).flatMap(({ head: department, entries }) =>
  entries.map(({ head, fields, lines }): SampleRoutine => {
    const [daysAgo, reason] = splitOnce(fields.skipped ?? '')
    return {
      title: head,
      department: sampleDepartmentOf(department),
      days: fields.days ?? Number(fields.every),
      opens: fields.opens ?? '',
      due: Number(fields.due),
      closes: numberOf(fields.closes) ?? null,
      priority: fields.priority ? nameAmong(priorities, fields.priority) : undefined,
      tags: listOf(fields.tags),
      place: fields.place,
      steps: sampleStepsOf(lines),
      procedure: procedureOf(fields.procedure),
      missed: numberOf(fields.missed),
      skipped: fields.skipped === undefined ? undefined : [Number(daysAgo), reason],
    }
  }),
)
