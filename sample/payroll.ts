/** What the sample hotel's payroll program wants to know. */

interface SampleWageType {
  code: string
  name: string
  windowStart?: string
  windowEnd?: string
  weekdays?: number[]
  holidays?: 'only'
  overContract?: boolean
}

/** The first counts all work. The others are added to it. */
export const sampleWageTypes: SampleWageType[] = [
  { code: '100', name: 'Working time' },
  { code: '210', name: 'Night', windowStart: '23:00', windowEnd: '06:00' },
  { code: '220', name: 'Sunday', weekdays: [7] },
  { code: '230', name: 'Public holiday', holidays: 'only' },
  { code: '300', name: 'Over the contract', overContract: true },
]

/** Personnel numbers count from here, in the order in which people came. */
export const FIRST_PERSONNEL_NUMBER = 1_001
