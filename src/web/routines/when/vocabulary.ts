/**
 * The words by which people say when work comes again, in the ten languages. Words are written without regard to case
 * and accents. "montag(|s|e)" stands for "montag", "montags" and "montage"; a word may be several, as "at night".
 */
export interface Vocabulary {
  /** From Sunday on: the name with its forms, and its short form. */
  weekdays: string[]
  short: string[]
  /** Words of `short` that are everyday words too. They need a sign, a time or another weekday beside them. */
  everyday?: string
  every: string
  fill: string
  per: string
  at: string
  to: string
  until: string
  and: string
  except: string
  first: string
  last: string
  other: string
  once: string
  often: string
  times: string
  /** Units by themselves. */
  units: Record<'day' | 'week' | 'month' | 'quarter' | 'half' | 'year' | 'hour', string>
  daily: string
  weekly: string
  monthly: string
  quarterly: string
  halfYearly: string
  yearly: string
  workdays: string
  /** Working days that are Monday to Friday for some people, and others for others. */
  looseWorkdays?: string
  weekend: string
  /** Days that "weekend" leaves open where the working week begins on Sunday. */
  looseWeekend?: string
  /** The end and the beginning of a month in a word. */
  monthEnd: string
  monthStart: string
  am: string
  pm: string
  night: string
  noon: string
  midnight: string
  /** "half" behind an hour, and before the next one. */
  half?: string
  toHalf?: string
  months: string
  unsayable: string
}
