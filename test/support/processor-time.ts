/**
 * The milliseconds of processor time that a piece of work takes. Other programs on the machine hardly change them, so
 * that a test can bound work that must not grow with the square of its input.
 */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
