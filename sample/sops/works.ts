import type { SampleSop } from './sop.ts'

/** Of the kitchen and of Maintenance. */
export const works: SampleSop[] = [
  {
    title: 'Breakfast service',
    department: 'Back-of-House',
    by: 'giulia',
    version: '1.5',
    uploaded: 44,
    chapters: [
      {
        heading: 'Before seven',
        about: 'The buffet stands at half past six, so that there is time to taste.',
        steps: [
          'Switch on ovens and hot plates at five, and note their temperatures.',
          'Bread and pastry from the cold room at a quarter past five.',
          'Cards with the fourteen allergens stand at each dish.',
        ],
      },
      {
        heading: 'During service',
        about: 'Small amounts, often, rather than full trays that grow tired.',
        steps: [
          'Hot dishes above 65 degrees, cold ones below 7. Measure every half hour.',
          'Replace a dish rather than fill it up.',
          'Eggs to order within six minutes.',
        ],
      },
      {
        heading: 'After eleven',
        about: 'What stood on the buffet for more than four hours is thrown away.',
        steps: [
          'Weigh the waste and enter it on the sheet.',
          'Label what is kept with dish, date and name.',
          'Clean from the back to the front, the floor last.',
        ],
        note: 'Weighing has brought waste from 120 to 70 grams a guest. It works because it is done every day.',
      },
    ],
  },
  {
    title: 'Allergens and kitchen hygiene',
    department: 'Back-of-House',
    by: 'giulia',
    version: '3.1',
    uploaded: 8,
    chapters: [
      {
        heading: 'Hands, clothes, health',
        about: 'Twenty seconds with soap, before work and after everything that is raw, dirty or a telephone.',
        steps: [
          'Clean jacket daily, hair covered, no rings and no watches.',
          'Blue plasters on every cut, with a glove over it.',
          'Whoever had diarrhoea or vomited stays at home for 48 hours after it has ended.',
        ],
      },
      {
        heading: 'Raw and cooked',
        about: 'Never on one board, never above one another.',
        steps: [
          'Red boards for meat, blue for fish, green for vegetables, white for bread and cheese.',
          'Poultry reaches 75 degrees in the middle.',
          'Cool cooked food to below 10 degrees within two hours.',
        ],
      },
      {
        heading: 'Orders with an allergy',
        about: 'An allergy is not a wish. When in doubt, say no.',
        steps: [
          'The order is read back aloud and its docket marked in purple.',
          'Clean board, clean pan, clean spoon, fresh gloves.',
          'The plate is covered, and carried alone, by the person who took the order.',
        ],
        note: 'Adrenaline pens are in the first-aid cabinet beside the pass. Call 112 first.',
      },
      {
        heading: 'Deliveries and storing',
        about: 'What comes in warm goes back.',
        steps: [
          'Measure chilled goods at the door: at most 7 degrees, fish 2, frozen minus 18.',
          'First in, first out. Everything opened carries a date.',
          'Nothing stands on the floor.',
        ],
      },
    ],
  },
  {
    title: 'Pool and spa water',
    department: 'Maintenance',
    by: 'stefan',
    version: '2.3',
    uploaded: 71,
    chapters: [
      {
        heading: 'Measuring',
        about: 'Three times a day: before opening, at two, at closing.',
        steps: [
          'Take the sample at elbow depth, away from the inlets.',
          'Free chlorine 0.5 to 1.0 milligrams a litre in the pool, 0.7 to 1.5 in the whirlpool.',
          'pH between 6.8 and 7.4. Enter the values at once.',
        ],
      },
      {
        heading: 'Dosing',
        about: 'Chlorine and acid never meet: together they make a gas that kills.',
        steps: [
          'Wear goggles, gloves and apron. The ventilation runs before the door is opened.',
          'Always add the chemical to water, never water to the chemical.',
          'One container open at a time, and closed before the next.',
        ],
        note: 'At the smell of chlorine leave, close the door, and call 77.',
      },
      {
        heading: 'Cleaning and closing',
        about: 'Backwash on Monday and Thursday, for five minutes until the glass runs clear.',
        steps: [
          'Vacuum the bottom before opening.',
          'Close the pool at cloudy water, at values out of range, or after any accident in the water.',
          'Test for legionella every quarter, in the showers too.',
        ],
      },
    ],
  },
]
