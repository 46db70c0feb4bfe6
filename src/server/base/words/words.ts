import type { Reader } from '../../../shared/words/reader.ts'

/** The words of a notification, for one reader. */
export interface Words {
  /** Groups kinds, for the icon and the link. */
  type: string
  title: string
  message: string | null
  /** The title where the words of people are not shown, as on a locked screen, if `title` holds some. */
  withoutWords?: string
}

/** The beginning of a text, in characters as people count them. */
export const shorten = (text: string, max: number) =>
  text.length <= max ? text : Array.from(text).slice(0, max).join('')

/** "Air the rooms", or that and how many more. */
export const firstOf = ({ title, count }: { title: string; count: number }, { i18n }: Reader) =>
  count === 1 ? title : i18n.t('"{title}" and {count} more', { title, count: count - 1 })
