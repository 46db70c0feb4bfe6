const MAX_KNOWN = 2_000
const known = new Map<string, string>()

/** A statement's verb and table: "SELECT tasks". It is short, and there are few of them. */
export function summaryOf(text: string): string {
  let summary = known.get(text)
  if (summary === undefined) {
    summary = summarised(text)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(text, summary)
  }
  return summary
}

const VERBS: [verb: string, table: RegExp][] = [
  ['INSERT', /\binsert\s+into\s+"?(\w+)/i],
  ['UPDATE', /\bupdate\s+"?(\w+)"?\s+(?:as\s+\w+\s+)?set\b/i],
  ['DELETE', /\bdelete\s+from\s+"?(\w+)/i],
  ['SELECT', /\bfrom\s+"?(\w+)/i],
]

function summarised(text: string) {
  const first = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
  if (!['WITH', 'INSERT', 'UPDATE', 'DELETE', 'SELECT'].includes(first)) return first
  // A statement that begins with WITH may write: that matters more than its reads.
  for (const [verb, table] of VERBS) {
    const [, name] = first === 'WITH' || first === verb ? (table.exec(text) ?? []) : []
    if (name) return `${verb} ${name}`
  }
  return first
}
