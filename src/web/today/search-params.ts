/** Today's part of the address. The tasks have their own. */
export interface TodaySearch {
  /** The installed app has just opened: it leads on to the screen at which the person wants to start. */
  start?: true
}

export const validateTodaySearch = ({ start }: Record<string, unknown>): TodaySearch =>
  start === true || start === 'true' ? { start: true } : {}
