/** The counts of a simulation of hours, and its differences from another calculation. */
export interface HoursReport {
  timeZone: string
  people: number
  days: number
  seconds: number
  /** How many sessions there were in the end, how many of them were written as rows, and what happened to them. */
  sessions: number
  direct: number
  offline: number
  breaks: number
  corrected: number
  stated: number
  added: number
  /** Hours of a month that managers approved, and of these the ones that a device changed afterwards. */
  approved: number
  late: number
  /** Corrections and runs that the server refused, as it must: hours that are approved or exported, or not approved. */
  locked: number
  /** Payroll runs, their lines, and hours that an administrator reopened after one. */
  runs: number
  lines: number
  reopened: number
  /** Days of people and pay periods whose lines of all runs were added up and compared. */
  exported: number
  /** Typed times that come twice in the night in which the clocks go back. */
  twice: number
  /** Days of people whose minutes were compared, and their sum by the independent calculation. */
  compared: number
  minutes: number
  /** The sum of all differences, and the calls that the server refused. */
  different: number
  refused: number
  /** The first differences and refusals. */
  examples: string[]
}

export const emptyReport = (known: Pick<HoursReport, 'timeZone' | 'people' | 'days'>): HoursReport => ({
  ...known,
  seconds: 0,
  ...{ sessions: 0, direct: 0, offline: 0, breaks: 0, corrected: 0, stated: 0, added: 0 },
  ...{ approved: 0, late: 0, locked: 0, runs: 0, lines: 0, reopened: 0, exported: 0, twice: 0 },
  ...{ compared: 0, minutes: 0, different: 0, refused: 0, examples: [] },
})

/** Whether everything has the minutes that the independent calculation gives it. */
export const isExact = ({ compared, different, refused }: HoursReport) =>
  compared > 0 && different === 0 && refused === 0

const MAX_EXAMPLES = 20
export const note = (report: HoursReport, text: string) =>
  report.examples.length < MAX_EXAMPLES && report.examples.push(text)

/** Counts a difference in minutes, and names it. */
export function judge(report: HoursReport, what: string, minutes: number, right: number) {
  if (minutes === right) return
  report.different += Math.abs(minutes - right)
  note(report, `${what}: ${minutes} instead of ${right}`)
}
