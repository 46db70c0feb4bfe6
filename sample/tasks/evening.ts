import type { SampleTask } from './task.ts'

export const evening: SampleTask[] = [
  {
    title: 'Find four bartenders for the rooftop',
    description: 'Seven applications are in. Two trial evenings in the lobby bar before anybody signs.',
    tags: ['staff'],
    priority: 'high',
    by: 'ingrid',
    for: 'camille',
    project: 'rooftop',
    status: 'in_progress',
    due: [8],
  },
  {
    title: 'Turndown chocolates for floor 6',
    description: 'Fourteen rooms. Dark chocolate only in 602 and 614.',
    tags: ['evening', 'VIP', 'stock'],
    for: 'daniel',
    due: [0, '18:30'],
  },
  {
    title: 'Power and light for the jazz trio, playing from 20:00',
    description: 'Three sockets on the left of the stage, no spotlight on the pianist.',
    tags: ['evening', 'guest'],
    due: [1, '18:30'],
  },
  {
    title: 'Supper tray to 233, arriving at 23:40',
    description: 'Soup, bread and cheese, no onions. The kitchen leaves it in the warm cupboard.',
    tags: ['guest', 'evening'],
    due: [1, '23:15'],
  },
  {
    title: 'Walk the rooftop with the fire officer',
    description: 'Exits, heaters and the number of seats. Bring the plan that Selim signed.',
    tags: ['safety', 'inspection'],
    priority: 'high',
    for: 'camille',
    project: 'rooftop',
    due: [5, '15:00'],
  },
  { title: 'Tasting of eight drinks without alcohol', tags: ['evening'], project: 'rooftop', due: [6, '17:00'] },
  { title: 'Put the missing pages into the handover book', priority: 'low', due: [-1] },
  {
    title: 'Night round of corridors, doors and lights',
    description: 'The door to the roof stairs did not lock the night before.',
    tags: ['safety', 'evening'],
    done: 0,
  },
  { title: 'Order 120 candles for the dining room', tags: ['stock', 'evening'], done: 3 },
  { title: 'Agree with the terrace band to end at 23:00', tags: ['guest', 'evening'], for: 'camille', done: 9 },
  { title: 'Price list for the rooftop bar', project: 'rooftop', for: 'camille', done: 22 },
]
