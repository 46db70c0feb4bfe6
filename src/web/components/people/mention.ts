/** How many words of a name are looked at, at most. */
export const MAX_NAME_WORDS = 5

/** The name that is being typed after an @ at the end of a text, and where it begins; undefined if there is none. */
export function mentionAtEnd(text: string): { query: string; from: number } | undefined {
  const match = /(?:^|\s)@([^@#!]*)$/u.exec(text)
  if (!match) return undefined
  const query = match[1] ?? ''
  if (query.trim().split(/\s+/u).length > MAX_NAME_WORDS) return undefined
  return { query, from: text.length - query.length - 1 }
}
