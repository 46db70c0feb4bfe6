import type { SampleTask } from './task.ts'

export const grounds: SampleTask[] = [
  {
    title: 'Six olive trees up to the rooftop bar',
    description: 'One tub at a time in the goods lift, before 09:00, when the kitchen needs it.',
    tags: ['evening'],
    for: 'farah',
    project: 'rooftop',
    status: 'in_progress',
    due: [3, '09:00'],
  },
  { title: 'Sweep the leaves off the pool path', tags: ['safety', 'guest'], due: [0] },
  { title: 'Mend the bollard light at the bend of the drive', tags: ['safety', 'repair'], for: 'samir', due: [5] },
  {
    title: 'Fill all seven grit bins',
    description: 'Two pallets arrive at the back gate. The bin by the staff entrance has lost its lid.',
    tags: ['safety', 'stock'],
    project: 'winter',
    due: [15],
  },
  { title: 'Sprinkler by the tennis court leaks', tags: ['repair'], priority: 'low', due: [-3] },
  { title: 'Rake the gravel by the main entrance', tags: ['guest'], priority: 'low', done: 1 },
  { title: 'Plant up the terrace pots', description: '28 pots, herbs on the kitchen side.', done: 7 },
  { title: 'Service the ride-on mower', tags: ['repair'], done: 16 },
  { title: 'Cut back the hedge along the car park', tags: ['safety'], done: 28 },
]
