import type { I18n } from '@lingui/core'
import { MAX_COMMENT } from '../../../shared/comments.ts'

/** The fault of a text that is too long, for a comment if nothing else is said; undefined for shorter ones. */
export function tooLong(text: string, i18n: I18n, max = MAX_COMMENT): string | undefined {
  const over = text.trim().length - max
  if (over <= 0) return undefined
  return i18n.t('{count, plural, one {# character too many} other {# characters too many}}', { count: over })
}
