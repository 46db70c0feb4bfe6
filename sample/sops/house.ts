import type { SampleSop } from './sop.ts'

/** What holds for the whole house. */
export const house: SampleSop[] = [
  {
    title: 'Fire and evacuation',
    department: null,
    by: 'ingrid',
    version: '3.0',
    uploaded: 19,
    before: { version: '2.1', uploaded: 310 },
    changed: 'The assembly point is on the east lawn now, not at the gate.',
    chapters: [
      {
        heading: 'If you discover a fire',
        about:
          'Seconds count. Raise the alarm first, fight the fire only when it is small and your way out is behind you.',
        steps: [
          'Press the nearest red call point. They are at every stair door and beside the service lift.',
          'Dial 77 from any house phone and say where the fire is, what burns and whether anybody is in danger.',
          'Take people out of immediate danger, then close the doors behind you.',
          'Use an extinguisher only on a fire no larger than a waste bin.',
        ],
        note: 'Never use water on burning fat or on anything electrical.',
      },
      {
        heading: 'When the alarm sounds',
        about: 'Every alarm is real until the duty manager says otherwise.',
        steps: [
          'Stop what you are doing and switch off open flames and machines.',
          'Leave by the nearest exit that is free of smoke. Lifts return to the lobby and stay there.',
          'Knock on each door that you pass and call out: "Fire alarm, please leave by the stairs."',
          'Go to the assembly point on the east lawn and report to the person in the yellow vest.',
        ],
      },
      {
        heading: 'The front desk',
        about: 'The desk is the control point until the fire service takes over.',
        steps: [
          'Read the zone from the panel and send the two nearest colleagues to look, never one alone.',
          'Call the fire service at once if they confirm, or if they have not called back within two minutes.',
          'Print the in-house list and the list of guests who need help.',
          'Hand both lists and the master key to the officer in charge.',
        ],
        note: 'The panel is silenced by the duty manager only, and reset by the fire service only.',
      },
      {
        heading: 'Guests who need help',
        about: 'Guests who cannot use the stairs are noted at check-in, with their consent.',
        steps: [
          'Take the evacuation chair from the cabinet on the landing of floors two and four.',
          'Wait with the guest in the stair lobby behind the closed fire door if the chair is taken.',
          'Tell the desk the floor and the stair by house phone.',
        ],
      },
      {
        heading: 'The assembly point',
        about: 'Nobody goes back into the building before the all-clear.',
        steps: [
          'Department heads count their people against the rota and report who is missing.',
          'Front-of-House counts the guests against the in-house list.',
          'Blankets and water are in the grey container beside the tennis court.',
        ],
      },
      {
        heading: 'Kitchen and laundry',
        about: 'The two places where a fire is likeliest have rules of their own.',
        steps: [
          'Pull the yellow handle of the hood system for a fire on the range, then leave.',
          'Use the fire blanket for a burning pan, turn off the heat and leave it covered for half an hour.',
          'Empty the lint filters of the dryers after every load.',
        ],
        note: 'The gas valve is behind the door of the dry store, turned a quarter to the right.',
      },
      {
        heading: 'Drills and training',
        about: 'Two drills a year, one of them at night. Everybody takes part once a year.',
        steps: [
          'The duty manager announces the day but not the hour.',
          'Aim to be out and counted within four minutes.',
          'Write down what went wrong on the same day, and who mends it by when.',
          'New colleagues walk all escape routes in their first week.',
        ],
      },
      {
        heading: 'Checks and records',
        about: 'What is not checked does not work when it must.',
        steps: [
          'Weekly: one call point, in turn, on Wednesday at ten.',
          'Monthly: emergency lighting, extinguishers, the seals of the fire doors.',
          'Yearly: sprinklers, the hood system and the alarm by the licensed firm.',
        ],
      },
    ],
  },
  {
    title: 'Handling guest complaints',
    department: null,
    by: 'beatriz',
    version: '1.2',
    uploaded: 96,
    chapters: [
      {
        heading: 'Listen first',
        about: 'A guest who complains wants to stay. Whoever hears it owns it until it is solved.',
        steps: [
          'Stop, turn to the guest and let them finish.',
          'Say in your own words what you have understood, and apologise for how it feels.',
          'Never blame a colleague, a department or the system.',
        ],
      },
      {
        heading: 'Solve it',
        about: 'Everybody may spend up to 50 euros to put something right, without asking.',
        steps: [
          'Offer one solution that you can deliver now, and one alternative.',
          'Say when it will be done, and be there when it is.',
          'Bring in the duty manager for refunds, room moves and anything about safety.',
        ],
        note: 'A promise that is kept late is worse than no promise.',
      },
      {
        heading: 'Follow up and learn',
        about: 'The second call is the one that guests write about.',
        steps: [
          'Call or visit the guest within two hours to ask whether all is well.',
          'Write a task with what happened, tagged "guest", before your shift ends.',
          'The Monday meeting looks at what came up more than once.',
        ],
      },
    ],
  },
]
