/** The longest search, in characters. */
export const MAX_SEARCH_LENGTH = 200
