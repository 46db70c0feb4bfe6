import { fromJSONSchema } from 'zod'
import { ErrorReply } from '../../src/shared/errors.ts'
import type { Actor, FuzzRequest, Operation } from './fuzz-requests.ts'
import { PASSWORD_MARK } from './fuzz-values.ts'

export interface FuzzReply {
  status: number
  headers: Record<string, unknown>
  text: string
  /** The duration in milliseconds. */
  took: number
}

/** An upload is slower: its PDF is checked before the reply, for up to ten seconds, and after earlier ones. */
const LONGEST = { upload: 20_000, other: 10_000 }
/** Internal details: hashes, stack traces, statements, paths. */
const INSIDE =
  /\$argon2|password_?hash|node_modules|\.[jt]s:\d+:\d+|\bat (?:async )?\w+ \(|insert into "|select "|violates \w+ constraint|syntax error at or near|\/tmp\/|\/home\/|postgresql:\/\//i
const NOT_FOUND_AT_ALL = new Set([400, 404, 405])

/** Checks replies against the document, and for content that no reply may have. */
export function judgeBy(operations: Operation[], secrets: () => string[]) {
  const schemas = new Map<unknown, ReturnType<typeof fromJSONSchema>>()
  const schemaOf = (json: unknown) => {
    const known = schemas.get(json) ?? fromJSONSchema(json as Parameters<typeof fromJSONSchema>[0])
    schemas.set(json, known)
    return known
  }
  const atAddress = (path: string) => operations.find((operation) => operation.path === path)

  /** The faults of a reply; none if it is right. */
  return (request: FuzzRequest, reply: FuzzReply): string[] => {
    const { status, text } = reply
    const { operation } = request
    const faults: string[] = []
    if (status >= 500) faults.push(`${status}`)
    const longest = operation.form ? LONGEST.upload : LONGEST.other
    if (reply.took > longest) faults.push(`answered after ${reply.took.toFixed(0)} ms`)
    if (reply.headers['x-content-type-options'] !== 'nosniff') faults.push('no security headers')
    if (INSIDE.test(text)) faults.push(`tells of the inside: ${INSIDE.exec(text)?.[0]}`)
    for (const secret of [PASSWORD_MARK, ...secrets()]) if (text.includes(secret)) faults.push('tells a secret')
    const isMoved = request.manner === 'misshapen'
    if (status >= 400 && request.method !== 'HEAD') {
      const isPage = isMoved && String(reply.headers['content-type']).startsWith('text/html')
      const error = ErrorReply.safeParse(jsonOf(text))
      if (!isPage && !error.success) faults.push(`an error of another shape: ${text.slice(0, 200)}`)
    }
    const known = Object.keys(operation.responses).map(Number)
    if (!isMoved && !known.includes(status)) faults.push(`${status} is not documented`)
    if (isMoved && status >= 400 && !known.includes(status) && !NOT_FOUND_AT_ALL.has(status))
      faults.push(`${status} is not documented`)
    const json = operation.responses[status]?.content?.['application/json']?.schema
    if (!isMoved && status < 300 && json && atAddress(operation.path)) {
      const { error } = schemaOf(json).safeParse(jsonOf(text))
      const [issue] = error?.issues ?? []
      if (issue) faults.push(`not as documented: ${issue.path.join('.')} ${issue.message}`)
    }
    if (status < 300 && request.actor && reply.headers['content-type'] !== 'text/csv; charset=utf-8')
      faults.push(...foreignIn(jsonOf(text), request.actor))
    return faults
  }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const OWNERS = ['id', 'assigneeId', 'creatorId', 'ownerId', 'createdBy', 'userId']

/**
 * Rows of other departments in a reply to a person who may see only the own department, except rows assigned to that
 * person, and places: everybody may report a problem at each.
 */
function foreignIn(json: unknown, { viewer }: Actor): string[] {
  if (viewer.role !== 'user' && viewer.role !== 'guest') return []
  const foreign: string[] = []
  const look = (value: unknown) => {
    if (Array.isArray(value)) for (const item of value) look(item)
    else if (value && typeof value === 'object') {
      const row = value as Record<string, unknown>
      const isPlace = typeof row.code === 'string'
      const isOwn = isPlace || OWNERS.some((name) => row[name] === viewer.id)
      const departmentId = row.departmentId
      if (typeof departmentId === 'number' && departmentId !== viewer.departmentId && !isOwn)
        foreign.push(
          `a ${viewer.role} of department ${viewer.departmentId} received a row of department ${departmentId}`,
        )
      for (const item of Object.values(row)) look(item)
    }
  }
  look(json)
  return foreign.slice(0, 1)
}
