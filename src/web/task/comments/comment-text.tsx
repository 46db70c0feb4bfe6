import { Fragment } from 'react'
import { LinkedText } from '../../components/labels/linked-text.tsx'
import { cx } from '../../ui/class-names.ts'

/** A comment's text: with links, and the names of the mentioned set off. `own` is the viewer's name. */
export const CommentText = ({ text, names, own }: { text: string; names: readonly string[]; own: string }) => (
  <p dir="auto" className="mt-0.5 whitespace-pre-wrap text-md wrap-anywhere">
    <LinkedText text={text} between={(part) => withNames(part, names, own)} />
  </p>
)

function withNames(text: string, names: readonly string[], own: string) {
  if (names.length === 0) return text
  // The longest first: "Ana Silva Reis" is not Ana Silva.
  const sorted = [...new Set(names)].sort((a, b) => b.length - a.length).map(escaped)
  return text.split(new RegExp(`(@(?:${sorted.join('|')}))`, 'u')).map((part, at) =>
    at % 2 === 1 ? (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        key={at}
        className={cx(
          'font-medium text-accent',
          part === `@${own}` && 'rounded-sm bg-accent-soft box-decoration-clone px-0.5',
        )}
      >
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
