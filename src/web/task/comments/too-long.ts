import type { I18n } from '@lingui/core'
import { MAX_COMMENT } from '../../../shared/comments.ts'

/** The fault of a text that is too long for a comment; undefined for shorter ones. */
export function tooLong(text: string, i18n: I18n): string | undefined {
  const over = text.trim().length - MAX_COMMENT
  if (over <= 0) return undefined
  return i18n.t('{count, plural, one {# character too many} other {# characters too many}}', { count: over })
}
