import type { I18n } from '@lingui/core'
import { formatList } from '../../shared/words/formats.ts'

const MAX_NAMES = 3
/** Characters of one name. */
const MAX_LENGTH = 30

/** A few names in one text, and how many more there are: "Lobby lamp, Towels, Keys and 4 more". */
export function shortList(names: readonly string[], i18n: I18n) {
  const some = names.slice(0, MAX_NAMES).map(truncate)
  const more = names.length - some.length
  const rest = more > 0 ? [i18n.t('{count, plural, one {# more} other {# more}}', { count: more })] : []
  return formatList([...some, ...rest], { i18n })
}

function truncate(name: string) {
  const characters = [...name]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…` : name
}
