import { Fragment, type ReactNode } from 'react'
import { addressesIn } from '../addresses/addresses.ts'

/** A text whose web addresses are links. `between` draws the text between them. */
export function LinkedText({
  text,
  between = (part) => part,
}: {
  text: string
  between?: (part: string) => ReactNode
}) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { address, index } of addressesIn(text)) {
    parts.push(between(text.slice(end, index)))
    parts.push(
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
        dir="ltr"
        className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        {address}
      </a>,
    )
    end = index + address.length
  }
  parts.push(between(text.slice(end)))
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
  return parts.map((part, at) => <Fragment key={at}>{part}</Fragment>)
}
