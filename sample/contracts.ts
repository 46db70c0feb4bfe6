import type { PersonName } from './people.ts'

/** How long the people of the sample hotel work by contract. Trainees have none: they are guests. */

export interface SampleContract {
  /** Hours and days a week. */
  hours: number
  days: number
}

const fullTime: SampleContract = { hours: 40, days: 5 }

/** The contracts that people began with, if they were not full-time, and how many weeks ago they became so. */
const before: Partial<Record<PersonName, SampleContract & { weeksAgo: number }>> = {
  linh: { hours: 30, days: 4, weeksAgo: 20 },
  siobhan: { hours: 35, days: 5, weeksAgo: 30 },
}

/** The first contract of a person, and the one that followed it. */
export function contractsOf(name: PersonName) {
  const first = before[name]
  return first ? { first, later: { ...fullTime, weeksAgo: first.weeksAgo } } : { first: fullTime, later: undefined }
}
