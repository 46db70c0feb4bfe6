/** The public holidays of the sample hotel. */

const DAY = 86_400_000

/** Those with a fixed date, by month and day. */
const fixed: [day: string, name: string][] = [
  ['01-01', "New Year's Day"],
  ['05-01', 'Labour Day'],
  ['08-15', 'Assumption Day'],
  ['11-01', "All Saints' Day"],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
]
/** Those that follow Easter Sunday, by the days between. */
const byEaster: [days: number, name: string][] = [
  [-2, 'Good Friday'],
  [1, 'Easter Monday'],
  [39, 'Ascension Day'],
]

/** Easter Sunday of a year, by the anonymous Gregorian computus, in milliseconds. */
function easterOf(year: number) {
  const century = Math.floor(year / 100)
  const [golden, rest] = [year % 19, year % 100]
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const day = moon + weekday - 7 * shift + 114
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1)
}

/** The holidays of the year of a date ("2026-11-20"), of the year before and of the next. */
export const holidaysAround = (date: string) =>
  [-1, 0, 1].flatMap((years) => {
    const year = Number(date.slice(0, 4)) + years
    const movable = byEaster.map(([days, name]) => ({
      date: new Date(easterOf(year) + days * DAY).toISOString().slice(0, 10),
      name,
    }))
    return [...fixed.map(([day, name]) => ({ date: `${year}-${day}`, name })), ...movable]
  })
