/** Marks of bytes and of direction, joiners, soft hyphens, and letters of no width. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u3164]/gu
/** Control characters that are no white space. */
const CONTROL = /(?!\s)\p{Cc}/gu

/** Text from a file or another program as a line: without signs that nobody sees, every white space a plain space. */
export const seenLine = (text: string) => text.replace(UNSEEN, '').replace(CONTROL, '').replace(/\s+/gu, ' ').trim()

/** "Ada Lovelace <ada@hotel.example>", as mail programs copy it. */
const MAILBOX = /^(.*?)\s*<\s*(?:mailto:)?([^<>]+?)\s*>[\s;,.]*$/i

/** Removes semicolons and commas at the end. With a pattern the time would grow with the square of their number. */
function unseparated(text: string) {
  let end = text.length
  while (end > 0 && ';,'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The e-mail address of a cell, and the name that stands before it, as in "Ada Lovelace <ada@hotel.example>". */
export function mailboxOf(cell: string): { name: string; email: string } {
  const line = seenLine(cell)
  const [, name = '', inner] = MAILBOX.exec(line) ?? []
  const address = (inner ?? line).replace(/^mailto:\s*/i, '').replace(/\?(?:subject|body|cc|bcc)=.*$/i, '')
  return { name: name.replace(/^["']|["']$/g, '').trim(), email: unseparated(address).trim() }
}
