import type { RawClient } from '../../../test/support/raw-client.ts'

/** The server that the cases attack. */
export interface Target {
  address: string
  /** The session of a person who may upload. */
  cookie: string
  userId: string
  /** How many sockets to open: as many as the machine allows one process. */
  sockets: number
}

/** One kind of hostile client. Runs it, and returns the result as text and the faults that it found. */
export type Case = (target: Target) => Promise<{ report: string; faults?: string[] }>

export const MB = 1024 * 1024
export const JSON_TYPE = { 'Content-Type': 'application/json' }

export const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
/** The fault, unless all is fine. */
export const unless = (fine: boolean, fault: string) => (fine ? [] : [fault])
export const expectOnly = (statuses: string[], allowed: string[]) =>
  unless(
    statuses.every((status) => allowed.includes(status)),
    `not only ${allowed.join(' or ')}`,
  )

/** Opens `count` connections, 200 at a time, because a listening socket queues only so many. */
export async function openMany<T>(count: number, open: (at: number) => Promise<T>) {
  const opened: T[] = []
  for (let at = 0; at < count; at += 200)
    opened.push(...(await Promise.all(times(Math.min(200, count - at), (offset) => open(at + offset)))))
  return opened
}

/** The seconds after which the last client was closed. */
export const longest = async (clients: RawClient[]) =>
  Math.max(...(await Promise.all(clients.map(({ closed }) => closed))))
