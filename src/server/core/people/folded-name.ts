import { searchable } from '../../../shared/words/fold.ts'

/** First and last name without case and accents, for search and order; behind them other spellings. */
export const foldedName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  searchable(`${firstName} ${lastName}`)
