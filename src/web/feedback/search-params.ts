/** The feedback screen's part of the address: visible or hidden feedback, or all when absent. */
export interface FeedbackSearch {
  show?: 'visible' | 'hidden'
}

export const validateFeedbackSearch = ({ show }: Record<string, unknown>): FeedbackSearch =>
  show === 'visible' || show === 'hidden' ? { show } : {}
