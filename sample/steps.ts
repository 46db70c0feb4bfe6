import { type NewStep, stepKinds } from '../src/shared/step-fields.ts'
import { nameAmong, numberOf, tableEntriesOf } from './tables.ts'

/** How tasks of the sample hotel are done: their steps, how many of them are done, and the procedure. */
export interface SampleWork {
  steps: NewStep[]
  /** What is entered, from the first step on. */
  done?: (true | number)[]
  /** The title of the procedure, and the page at which it opens. */
  procedure?: [title: string, page: number]
}

const table = `
Turn over 501 to 508 after the choir checks out | done yes yes | procedure Turning over a guest room 1
  501 and 502 / 503 and 504 / 505 and 506 / 507 and 508 / Lost property, and where it lies (text)
Inspect ten rooms with the long checklist | done yes yes yes | procedure Turning over a guest room 2
  Door, lock and chain / Lights and sockets / Bed: sheets, mattress, below it /
  Bathroom: joints, drain, shower head (required) / Water temperature at the basin (number °C 50 to 60, required) /
  Minibar and safe / What Maintenance should look at (text) / Photo of the room as it is left (photo)
Minibar round, floors 3 and 4 | done yes
  Floor 3, even numbers / Floor 3, odd numbers / Floor 4
Allergy clean of 227 before Dr. Farouk arrives | procedure Turning over a guest room 1
  Curtains and carpet with the fine filter (required) / Covers and pillows from the blue shelf (required) /
  No flowers, no fruit, no spray
Honeymoon set-up in 610 | done yes
  White roses / Ice and two glasses / Card with both names
Refill the first-aid box in the housekeeping office | done yes
  Plasters / Burn gel / Eye wash / Gloves
Weekly linen order to Merewen Laundry | procedure Linen and laundry 1
Check the temperature log of cold room 2 | done 4.5 9.4 | procedure Allergens and kitchen hygiene 1
  Cold room 2, upper shelf (number °C 0 to 7, required) / Cold room 2, door side (number °C 0 to 7, required) /
  Freezer (number °C to -18, required)
Picnic hampers for eight, ready by 10:00 | procedure Allergens and kitchen hygiene 1
  Bread and butter / Cold chicken, two without / Lemonade / Blankets and cutlery
Birthday cake for 208: lemon, no nuts | procedure Allergens and kitchen hygiene 1
  Boards and bowls from the allergen shelf (required) / Candles: six
Yearly service of boiler 2 | done yes yes
  Gas shut, notice on the valve (required) / Burner cleaned / Gasket changed /
  Pressure when cold (number bar 1 to 2, required) / Photo of the service sticker (photo, required)
Flush the taps of all empty rooms against legionella
  Floor 2 / Floor 3 / Floor 4 / Floor 5 / Floor 6 / Warmest water of the round (number °C from 60, required)
New gasket for pump 3 in the pool plant room | procedure Pool and spa water 1
Walk the rooftop with the fire officer | procedure Fire and evacuation 1
  Both stairs free / Extinguishers and their dates / Exit signs lit / What the officer wants (text)
Night round of corridors, doors and lights | procedure Night audit and lock-up 1
  Ground floor and terrace doors / Floors 2 to 4 / Floors 5 and 6 / Pool gate
Answer the eleven open guest reviews | procedure Handling guest complaints 1
Late check-out at 16:00 for Mrs. Haldorsen, 311 | done yes | procedure Check-in and check-out 1
  Housekeeping knows / Key card until 16:30 / Half a day on the bill
Wake-up calls for the flight crew at 05:15 and 05:25
  Twelve calls at 05:15 / Four calls at 05:25 / Coffee at the desk
`

/** Steps between slashes: "Lights on / pH (number 6.8 to 7.6, required)". A step without brackets is a tick. */
export const sampleStepsOf = (lines: string[]) => (lines.length === 0 ? [] : lines.join(' ').split(' / ').map(stepOf))

function stepOf(text: string): NewStep {
  const [, words = text, options = ''] = /^(.*) \((.*)\)$/.exec(text) ?? []
  const required = /(^|, )required$/.test(options) && { required: true }
  const [kind = '', ...limits] = options.replace(/(^|, )required$/, '').split(' ')
  if (!kind) return { text: words, ...required }
  const unit = /^(from|to|-?\d.*)$/.test(limits[0] ?? '') ? undefined : limits.shift()
  const [, min, max] = /^(?:from )?(-?[\d.]+)?(?: ?to (-?[\d.]+))?$/.exec(limits.join(' ')) ?? []
  return { text: words, kind: nameAmong(stepKinds, kind), ...required, unit, min: numberOf(min), max: numberOf(max) }
}

/** "Pool and spa water 1": the title and the page. */
export const procedureOf = (text: string | undefined): SampleWork['procedure'] =>
  text === undefined ? undefined : [text.slice(0, text.lastIndexOf(' ')), Number(text.split(' ').at(-1))]

/** By the titles of the tasks. */
export const work: Record<string, SampleWork> = Object.fromEntries(
  tableEntriesOf(table, ['done', 'procedure']).map(({ head, fields, lines }) => [
    head,
    {
      steps: sampleStepsOf(lines),
      done: fields.done?.split(' ').map((value) => value === 'yes' || Number(value)),
      procedure: procedureOf(fields.procedure),
    },
  ]),
)
