import type { NewStep } from '../src/shared/steps.ts'

/** How tasks of the sample hotel are done: their steps, how many of them are done, and the procedure. */
export interface SampleWork {
  /** A text alone is a tick. */
  steps?: readonly (string | NewStep)[]
  /** What is entered, from the first step on. */
  done?: readonly (true | number | string)[]
  /** The title of the procedure, and the page at which it opens. */
  procedure?: readonly [title: string, page: number]
}

/** A temperature to be measured, and its limits. */
export const celsius = (text: string, min: number | null, max: number | null): NewStep => ({
  ...{ text, kind: 'number', unit: '°C', required: true },
  ...(min !== null && { min }),
  ...(max !== null && { max }),
})

/** By the titles of the tasks. */
export const work: Record<string, SampleWork> = {
  'Turn over 501 to 508 after the choir checks out': {
    steps: [
      '501 and 502',
      '503 and 504',
      '505 and 506',
      '507 and 508',
      { text: 'Lost property, and where it lies', kind: 'text' },
    ],
    done: [true, true],
    procedure: ['Turning over a guest room', 1],
  },
  'Inspect ten rooms with the long checklist': {
    steps: [
      'Door, lock and chain',
      'Lights and sockets',
      'Bed: sheets, mattress, below it',
      { text: 'Bathroom: joints, drain, shower head', required: true },
      { text: 'Water temperature at the basin', kind: 'number', unit: '°C', min: 50, max: 60, required: true },
      'Minibar and safe',
      { text: 'What Maintenance should look at', kind: 'text' },
      { text: 'Photo of the room as it is left', kind: 'photo' },
    ],
    done: [true, true, true],
    procedure: ['Turning over a guest room', 2],
  },
  'Minibar round, floors 3 and 4': {
    steps: ['Floor 3, even numbers', 'Floor 3, odd numbers', 'Floor 4'],
    done: [true],
  },
  'Allergy clean of 227 before Dr. Farouk arrives': {
    steps: [
      { text: 'Curtains and carpet with the fine filter', required: true },
      { text: 'Covers and pillows from the blue shelf', required: true },
      'No flowers, no fruit, no spray',
    ],
    procedure: ['Turning over a guest room', 1],
  },
  'Honeymoon set-up in 610': { steps: ['White roses', 'Ice and two glasses', 'Card with both names'], done: [true] },
  'Refill the first-aid box in the housekeeping office': {
    steps: ['Plasters', 'Burn gel', 'Eye wash', 'Gloves'],
    done: [true],
  },
  'Weekly linen order to Merewen Laundry': { procedure: ['Linen and laundry', 1] },
  'Check the temperature log of cold room 2': {
    steps: [
      celsius('Cold room 2, upper shelf', 0, 7),
      celsius('Cold room 2, door side', 0, 7),
      celsius('Freezer', null, -18),
    ],
    done: [4.5, 9.4],
    procedure: ['Allergens and kitchen hygiene', 1],
  },
  'Picnic hampers for eight, ready by 10:00': {
    steps: ['Bread and butter', 'Cold chicken, two without', 'Lemonade', 'Blankets and cutlery'],
    procedure: ['Allergens and kitchen hygiene', 1],
  },
  'Birthday cake for 208: lemon, no nuts': {
    steps: [{ text: 'Boards and bowls from the allergen shelf', required: true }, 'Candles: six'],
    procedure: ['Allergens and kitchen hygiene', 1],
  },
  'Yearly service of boiler 2': {
    steps: [
      { text: 'Gas shut, notice on the valve', required: true },
      'Burner cleaned',
      'Gasket changed',
      { text: 'Pressure when cold', kind: 'number', unit: 'bar', min: 1, max: 2, required: true },
      { text: 'Photo of the service sticker', kind: 'photo', required: true },
    ],
    done: [true, true],
  },
  'Flush the taps of all empty rooms against legionella': {
    steps: ['Floor 2', 'Floor 3', 'Floor 4', 'Floor 5', 'Floor 6', celsius('Warmest water of the round', 60, null)],
  },
  'New gasket for pump 3 in the pool plant room': { procedure: ['Pool and spa water', 1] },
  'Walk the rooftop with the fire officer': {
    steps: [
      'Both stairs free',
      'Extinguishers and their dates',
      'Exit signs lit',
      { text: 'What the officer wants', kind: 'text' },
    ],
    procedure: ['Fire and evacuation', 1],
  },
  'Night round of corridors, doors and lights': {
    steps: ['Ground floor and terrace doors', 'Floors 2 to 4', 'Floors 5 and 6', 'Pool gate'],
    procedure: ['Night audit and lock-up', 1],
  },
  'Answer the eleven open guest reviews': { procedure: ['Handling guest complaints', 1] },
  'Late check-out at 16:00 for Mrs. Haldorsen, 311': {
    steps: ['Housekeeping knows', 'Key card until 16:30', 'Half a day on the bill'],
    done: [true],
    procedure: ['Check-in and check-out', 1],
  },
  'Wake-up calls for the flight crew at 05:15 and 05:25': {
    steps: ['Twelve calls at 05:15', 'Four calls at 05:25', 'Coffee at the desk'],
  },
}
