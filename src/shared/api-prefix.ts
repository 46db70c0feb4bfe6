/** Where the API stands; apart from `api`, so that a screen need not load every contract for it. */
export const API_PREFIX = '/api/v1'
