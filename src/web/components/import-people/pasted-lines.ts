import { hasStatus } from '../../api/call-endpoint.ts'

/** The set with these keys, or without them. */
export function withKeys(before: ReadonlySet<string>, keys: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(before)
  for (const key of keys) {
    if (isIn) next.add(key)
    else next.delete(key)
  }
  return next
}

/** The faults that the server reports of the things sent in the field `list`, by the keys of their lines. */
export function issuesByKey(
  error: unknown,
  list: string,
  sent: readonly { key: string }[],
): ReadonlyMap<string, string[]> {
  const issues = hasStatus(error, 400) ? (error.reply?.issues ?? []) : []
  const found = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const [field, at] = path.split('.')
    const key = field === list ? sent[Number(at)]?.key : undefined
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), message])
  }
  return found
}
