import type { SampleSop } from './sop.ts'

/** Housekeeping's. */
export const rooms: SampleSop[] = [
  {
    title: 'Turning over a guest room',
    department: 'Housekeeping',
    by: 'amara',
    version: '2.0',
    uploaded: 12,
    before: { version: '1.4', uploaded: 240 },
    changed: 'Blue cloth for shower and tiles. The descaler stays for five minutes before it is rinsed.',
    chapters: [
      {
        heading: 'Before you enter',
        about: 'Thirty-two minutes for a standard room, forty-five for a suite.',
        steps: [
          'Check the room on your list: departure, stay-over or do not disturb.',
          'Knock three times, say "Housekeeping", wait ten seconds, and knock once more.',
          'Park the trolley across the door, never inside the room.',
        ],
      },
      {
        heading: 'Strip and air',
        about: 'Fresh air first, so that the room has time.',
        steps: [
          'Open the window and the curtains, switch on all lights and note those that fail.',
          'Strip the bed piece by piece and shake each one: phones and jewellery hide in linen.',
          'Take out glasses, waste and used towels. Lost property goes into a bag with the room number and the date.',
        ],
      },
      {
        heading: 'The bed',
        about: 'The bed is what the guest sees first.',
        steps: [
          'Look at the mattress protector, and change it when there is the smallest mark.',
          'Pull the bottom sheet tight with corners of 45 degrees.',
          'Duvet seam to the foot, pillows with the opening away from the door.',
          'Smooth with the flat hand from the middle to the edges.',
        ],
        note: 'Two people lift a king-size mattress. Never one.',
      },
      {
        heading: 'The bathroom',
        about: 'From the cleanest to the dirtiest, from top to bottom, with the right cloth.',
        steps: [
          'Yellow cloth for basin and mirror, blue for shower and tiles, red for the toilet.',
          'Leave the descaler for five minutes, then rinse with hot water.',
          'Polish taps and glass dry: no water marks.',
          'Two bath towels, two hand towels and one mat; robes on the left hook.',
        ],
      },
      {
        heading: 'Dust, floor and minibar',
        about: 'Clockwise from the door, so that nothing is left out.',
        steps: [
          'Dust lamps, frames, shelves and the remote control, which is disinfected too.',
          'Check the minibar against the card and enter what is missing.',
          'Vacuum from the window to the door.',
        ],
      },
      {
        heading: 'The last look',
        about: 'Stand in the doorway and see it as a guest who has travelled for ten hours.',
        steps: [
          'Set the thermostat to 21 degrees and close the window.',
          'Put the welcome card on the desk, facing the door.',
          'Set the room to "clean" and report what needs mending as a task for Maintenance.',
        ],
      },
    ],
  },
  {
    title: 'Linen and laundry',
    department: 'Housekeeping',
    by: 'amara',
    version: '1.1',
    uploaded: 150,
    chapters: [
      {
        heading: 'Sorting',
        about: 'Linen is counted out and counted in. What is torn goes to the mending bin, never back on the shelf.',
        steps: [
          'Sort by colour and soil: white flat linen, towels, kitchen, uniforms.',
          'Empty pockets. Stains are treated before the wash, not after.',
          'Wear gloves for anything with blood, and wash it in a red bag at 95 degrees.',
        ],
      },
      {
        heading: 'Washing and drying',
        about: 'Load the drums to four fifths: a full drum does not get clean.',
        steps: [
          'Towels at 60 degrees without softener, which takes their thirst.',
          'Flat linen goes damp into the ironer, folded crosswise, then lengthwise.',
          'Clear the lint filter after every load: it is the commonest cause of fire in a laundry.',
        ],
        note: 'Never leave a running dryer alone in the building.',
      },
      {
        heading: 'Storing and stock',
        about: 'Three sets for each bed: one in use, one in the wash, one at rest.',
        steps: [
          'New linen is stored below, used from the top.',
          'Count the stock on the first Monday of the month.',
          'Order when a shelf is less than a third full.',
        ],
      },
    ],
  },
]
