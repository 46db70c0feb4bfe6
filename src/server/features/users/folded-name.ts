import { fold } from '../../../shared/fold.ts'

/** First and last name without case and accents, for search and order. */
export const foldedName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  fold(`${firstName} ${lastName}`)
