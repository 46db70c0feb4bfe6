import type { PersonName } from './people.ts'

/** How long the people of the sample hotel work by contract. Trainees have none: they are guests. */

export interface SampleContract {
  /** Hours and days a week. */
  hours: number
  days: number
}

const fullTime: SampleContract = { hours: 40, days: 5 }
const agreed: SampleContract = { hours: 38.5, days: 5 }

/** The contract that somebody began with. Everybody else is full-time, by the agreement of the hotel. */
const first: Partial<Record<PersonName, SampleContract>> = {
  ingrid: fullTime,
  beatriz: fullTime,
  selim: fullTime,
  giulia: fullTime,
  stefan: fullTime,
  linh: { hours: 30, days: 4 },
}
/** Whose contract has changed, how many weeks ago. */
const later: Partial<Record<PersonName, SampleContract & { weeksAgo: number }>> = {
  linh: { ...agreed, weeksAgo: 20 },
  siobhan: { hours: 35, days: 5, weeksAgo: 30 },
}

/** The first contract of a person, and the one that followed it. */
export const contractsOf = (name: PersonName) => ({ first: first[name] ?? agreed, later: later[name] })
