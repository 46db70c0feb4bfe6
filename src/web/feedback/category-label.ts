import type { I18n } from '@lingui/core'
import { feedbackCategories } from '../../shared/feedback.ts'

/**
 * The subject of feedback, in words of a language. A category that somebody has sent through the API stays as it is.
 */
export const categoryLabel = (category: string, i18n: I18n) =>
  (feedbackCategories as readonly string[]).includes(category) ? i18n.t(category) : category
