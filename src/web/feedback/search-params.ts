/** What the list of the feedback keeps in the address: all, what is shown, or what is hidden. */
export interface FeedbackSearch {
  show?: 'visible' | 'hidden'
}

export const validateFeedbackSearch = ({ show }: Record<string, unknown>): FeedbackSearch =>
  show === 'visible' || show === 'hidden' ? { show } : {}
