/** The path of the API. It has its own file, so that a screen need not load every contract for it. */
export const API_PREFIX = '/api/v1'
