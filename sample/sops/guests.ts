import type { SampleSop } from './sop.ts'

/** Of those who meet the guests: the front of the house, the evening and activities. */
export const guests: SampleSop[] = [
  {
    title: 'Check-in and check-out',
    department: 'Front-of-House',
    by: 'henrik',
    version: '4.1',
    uploaded: 33,
    chapters: [
      {
        heading: 'Before they arrive',
        about: 'The arrival begins the evening before.',
        steps: [
          'Read the arrivals list for wishes, birthdays, allergies and late flights.',
          'Assign rooms by three o’clock and tell Housekeeping which must be ready first.',
          'Prepare keys and registration forms for groups.',
        ],
      },
      {
        heading: 'The arrival',
        about: 'From the door to the key in under five minutes.',
        steps: [
          'Greet within ten seconds, by name where you know it.',
          'Ask for an identity document, check the name and hand it back at once. Copies are not kept.',
          'Take a pre-authorisation for extras and say what it is.',
          'Explain breakfast, the wireless network and the fire exits. Never say the room number aloud.',
        ],
        note: 'A guest who is tired hears two things. Write the rest on the card.',
      },
      {
        heading: 'During the stay',
        about: 'One call on the first evening.',
        steps: [
          'Call between six and eight: "Is everything as you hoped?"',
          'Note wishes in the profile on the same day.',
        ],
      },
      {
        heading: 'The departure',
        about: 'The last impression is the one that is remembered.',
        steps: [
          'Show the bill before it is asked for, and go through it line by line if the guest wishes.',
          'Ask how the stay was, and listen to the answer.',
          'Set the room to "vacant, dirty", so that Housekeeping can begin.',
        ],
      },
    ],
  },
  {
    title: 'Night audit and lock-up',
    department: 'Front-of-House – Evening Operations',
    by: 'camille',
    version: '1.3',
    uploaded: 61,
    chapters: [
      {
        heading: 'The handover at eleven',
        about: 'Ten minutes, standing, with the log between you.',
        steps: [
          'Go through open tasks, late arrivals and guests who need help in an evacuation.',
          'Count the float together and sign for it.',
          'Take the night phone and the master key.',
        ],
      },
      {
        heading: 'Closing the day',
        about: 'The business day ends at three.',
        steps: [
          'Post room and tax, and compare the card terminals with the postings.',
          'Print the reports of the day and put them into the folder of the general manager.',
          'A difference of more than five euros is noted with its reason.',
        ],
      },
      {
        heading: 'The rounds',
        about: 'At one, at three and at five, never by the same way twice.',
        steps: [
          'Lock the terrace, the spa and the service entrance. The main door stays on the card reader.',
          'Look for candles, irons and windows that bang.',
          'Two people answer a noise. One stays at the door.',
        ],
        note: 'Never open the main door for somebody without a card before you have spoken with them.',
      },
    ],
  },
  {
    title: 'Guided walks and boat trips',
    department: 'Activities',
    by: 'naledi',
    version: '2.2',
    uploaded: 27,
    chapters: [
      {
        heading: 'Planning',
        about: 'No trip without a look at the weather at seven and again an hour before.',
        steps: [
          'At most twelve guests for one guide, eight in the boat.',
          'Ask about health and swimming when the guest signs up, not on the shore.',
          'Cancel at wind force five or more, or at the first thunder.',
        ],
      },
      {
        heading: 'On the way',
        about: 'Count at every stop.',
        steps: [
          'Carry the radio, the first-aid bag, two litres of water and the list of names.',
          'Everyone in the boat wears a life jacket, the guide too.',
          'Turn back in time to be home an hour before sunset.',
        ],
      },
      {
        heading: 'If something happens',
        about: 'Stop, make safe, call.',
        steps: [
          'Bring the group to a safe place before you look after one.',
          'Call 112, then the front desk by radio on channel four.',
          'Stay with the injured guest, and send two guests together to meet the help.',
        ],
        note: 'Write the report on the same day, with the names of those who saw it.',
      },
    ],
  },
]
