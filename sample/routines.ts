import type { Priority } from '../src/shared/task-status.ts'
import type { DepartmentName } from './departments.ts'
import { celsius, type SampleWork } from './steps.ts'

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
  steps?: NonNullable<SampleWork['steps']>
  /** Title and page of a procedure. */
  procedure?: SampleWork['procedure']
  /** Of a hundred occurrences, so many are missed. */
  missed?: number
  /** How many days ago one of them was skipped, and why. */
  skipped?: [daysAgo: number, reason: string]
}

export const routines: SampleRoutine[] = [
  {
    title: 'Open the breakfast room',
    ...{ department: 'Back-of-House', days: '* * *', opens: '05:30', due: 75, closes: 150, priority: 'high' },
    place: 'Breakfast room',
    steps: ['Ovens and coffee machine on', 'Cold buffet laid out', 'Allergen cards at each dish', 'Lights and music'],
    procedure: ['Allergens and kitchen hygiene', 1],
  },
  {
    title: 'Temperatures of the cold rooms',
    ...{ department: 'Back-of-House', days: '* * *', opens: '06:00', due: 120, closes: 240, tags: ['safety'] },
    place: 'Cold rooms',
    steps: [celsius('Cold room 1', 0, 7), celsius('Cold room 2', 0, 7), celsius('Freezer', null, -18)],
    procedure: ['Allergens and kitchen hygiene', 1],
    missed: 4,
  },
  {
    title: 'Close the kitchen',
    ...{ department: 'Back-of-House', days: '* * *', opens: '16:00', due: 120, closes: 300, tags: ['safety'] },
    steps: ['Gas shut', 'Surfaces and floor', 'Waste out', { text: 'Photo of the range', kind: 'photo' }],
    missed: 6,
  },
  {
    title: 'Deep fryer: filter or change the oil',
    ...{ department: 'Back-of-House', days: 3, opens: '11:00', due: 180, closes: 480 },
    missed: 8,
  },
  {
    title: 'Morning hand-over at the desk',
    ...{ department: 'Front-of-House', days: '* * *', opens: '06:45', due: 45, closes: 135, priority: 'high' },
    steps: ['Night log read', 'Arrivals and wishes', 'Cash counted', 'Rooms that are out of order'],
    procedure: ['Check-in and check-out', 1],
  },
  {
    title: 'Cash count of the evening',
    ...{ department: 'Front-of-House', days: '* * *', opens: '20:00', due: 60, closes: 150, tags: ['cash'] },
    steps: [{ text: 'Cash in the drawer', kind: 'number', unit: '€', required: true }, 'Two people have counted'],
    missed: 10,
  },
  {
    title: 'Lobby round: papers, apples, candles',
    ...{ department: 'Front-of-House', days: '* * *', opens: '09:00', due: 60, closes: 180 },
    place: 'Lobby',
    missed: 3,
  },
  {
    title: 'Rooms for the early arrivals',
    ...{ department: 'Housekeeping', days: '* * *', opens: '07:00', due: 180, closes: 300, priority: 'high' },
    steps: ['List from the desk', 'Two rooms a floor', 'Desk told which are ready'],
    procedure: ['Turning over a guest room', 1],
  },
  {
    title: 'Corridor and lift round',
    ...{ department: 'Housekeeping', days: '* * 1-6', opens: '13:00', due: 120, closes: 240 },
    steps: ['Floors 2 and 3', 'Floors 4 and 5', 'Floor 6 and the lifts'],
    missed: 5,
  },
  {
    title: 'Linen count',
    ...{ department: 'Housekeeping', days: '* * 1', opens: '08:00', due: 300, closes: null, tags: ['stock'] },
    procedure: ['Linen and laundry', 1],
  },
  {
    title: 'Turn the mattresses of a floor',
    ...{ department: 'Housekeeping', days: '1,15 * *', opens: '08:00', due: 480, closes: 1_440 },
    steps: ['Even numbers', 'Odd numbers'],
    missed: 30,
  },
  {
    title: 'Pool water',
    ...{ department: 'Maintenance', days: '* * *', opens: '07:30', due: 60, closes: 150, priority: 'high' },
    tags: ['safety'],
    place: 'Pool',
    steps: [
      { text: 'Free chlorine', kind: 'number', unit: 'mg/l', min: 0.3, max: 0.6, required: true },
      { text: 'pH', kind: 'number', min: 6.8, max: 7.6, required: true },
      celsius('Water', 26, 30),
    ],
    procedure: ['Pool and spa water', 1],
    missed: 5,
    skipped: [9, 'The pool is drained for the new lights'],
  },
  {
    title: 'Boiler room round',
    ...{ department: 'Maintenance', days: '* * *', opens: '12:00', due: 90, closes: 240 },
    place: 'Boiler room',
    steps: [{ text: 'Pressure', kind: 'number', unit: 'bar', min: 1, max: 2, required: true }, 'No smell of gas'],
    missed: 7,
  },
  {
    title: 'Flush the taps of empty rooms',
    ...{ department: 'Maintenance', days: '* * 2', opens: '09:00', due: 240, closes: 480, tags: ['safety'] },
    steps: ['Floors 2 and 3', 'Floors 4 to 6', celsius('Warmest water of the round', 60, null)],
  },
  {
    title: 'Meters of water, gas and power',
    ...{ department: 'Maintenance', days: '* * 1', opens: '06:00', due: 10_080, closes: null },
    steps: [
      { text: 'Water', kind: 'number', unit: 'm³', required: true },
      { text: 'Gas', kind: 'number', unit: 'm³', required: true },
      { text: 'Power', kind: 'number', unit: 'MWh', required: true },
    ],
  },
  {
    title: 'Emergency lights',
    ...{ department: 'Maintenance', days: '1 * *', opens: '10:00', due: 360, closes: 2_880, tags: ['safety'] },
    procedure: ['Fire and evacuation', 1],
  },
  {
    title: 'Paths and terrace before breakfast',
    ...{ department: 'Grounds', days: '* * *', opens: '05:00', due: 60, closes: 80 },
    place: 'Terrace',
    missed: 60,
    skipped: [16, 'Storm warning: nobody goes out'],
  },
  {
    title: 'Water the pots',
    ...{ department: 'Grounds', days: 2, opens: '08:00', due: 240, closes: 600 },
    missed: 4,
  },
  {
    title: 'Night round of corridors and doors',
    ...{ department: 'Front-of-House – Evening Operations', days: '* * *', opens: '23:30', due: 60, closes: 150 },
    steps: ['Ground floor and terrace doors', 'Floors 2 to 4', 'Floors 5 and 6', 'Pool gate'],
    procedure: ['Night audit and lock-up', 1],
    missed: 4,
  },
  {
    title: 'Night audit',
    ...{ department: 'Front-of-House – Evening Operations', days: '* * *', opens: '01:00', due: 120, closes: 300 },
    priority: 'high',
    tags: ['cash'],
    procedure: ['Night audit and lock-up', 1],
    missed: 3,
  },
  {
    title: 'Bicycles: brakes and lights',
    ...{ department: 'Activities', days: '* * 1,4', opens: '09:00', due: 120, closes: 300, tags: ['safety'] },
    steps: ['Bicycles 1 to 6', 'Bicycles 7 to 12', { text: 'What is out of order', kind: 'text' }],
    missed: 5,
  },
]
