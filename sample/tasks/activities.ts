import type { SampleTask } from './task.ts'

export const activities: SampleTask[] = [
  {
    title: 'Programme sheet for the school holidays',
    description: 'One page, both weeks, with ages and meeting points. Reception prints it on the first Saturday.',
    tags: ['family'],
    for: 'tomas',
    project: 'family',
    status: 'in_progress',
    due: [7],
  },
  {
    title: 'Private sunrise yoga for two from 610',
    description: 'On the lawn, in the studio if it rains. Mats, blankets and ginger tea.',
    tags: ['VIP', 'guest'],
    for: 'naledi',
    due: [1, '06:45'],
  },
  {
    title: 'Pump the tyres and oil the chains of all bikes',
    description: 'Fourteen bikes. Number 9 goes to the workshop, its rear brake slips.',
    tags: ['safety'],
    due: [0],
  },
  {
    title: 'Confirm 16 seats for the wine tasting with the cellar master',
    tags: ['guest', 'evening'],
    for: 'tomas',
    due: [2, '16:00'],
  },
  { title: 'Hide the clues for the treasure hunt', tags: ['family', 'guest'], project: 'family', due: [4, '09:30'] },
  {
    title: 'Rent six more children’s bikes',
    description: 'Two with training wheels. The shop at the harbour wants an answer ten days ahead.',
    tags: ['family', 'stock'],
    project: 'family',
    due: [10],
  },
  { title: 'Ask the ferry office for group tickets', priority: 'low', for: null, due: [14] },
  {
    title: 'Report the torn goal net to Maintenance',
    tags: ['repair'],
    priority: 'low',
    due: [-3],
  },
  {
    title: 'Check the twelve life jackets',
    description: 'Buckles, whistles and the date of the gas cartridge. Two spare cartridges are in the boathouse.',
    tags: ['safety', 'inspection'],
    priority: 'high',
    done: 0,
  },
  { title: 'Tell the 14 guests of the mill walk about shoes and rain', tags: ['guest'], done: 2 },
  { title: 'Wash and fold the yoga mats', tags: ['cleaning'], priority: 'low', done: 5 },
  { title: 'New strings for two tennis rackets', tags: ['repair'], done: 11 },
  { title: 'Book the storyteller for the family evening', tags: ['family', 'evening'], project: 'family', done: 18 },
  { title: 'First-aid course for the activity team', tags: ['safety', 'training'], for: 'naledi', done: 27 },
]
