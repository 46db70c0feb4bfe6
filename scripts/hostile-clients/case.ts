import type { RawClient } from '../../test/support/raw-client.ts'

/** Where the cases send what they send. */
export interface Target {
  address: string
  /** Of somebody who may upload. */
  cookie: string
  userId: string
  /** The most sockets that the machine lets one process have. */
  sockets: number
}

/** One kind of hostile client: does it, says what came of it, and names what should not have. */
export type Case = (target: Target) => Promise<{ report: string; faults?: string[] }>

export const MB = 1024 * 1024
export const JSON_TYPE = { 'Content-Type': 'application/json' }

export const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
export const unless = (fine: boolean, fault: string) => (fine ? [] : [fault])
export const expectOnly = (statuses: string[], allowed: string[]) =>
  unless(
    statuses.every((status) => allowed.includes(status)),
    `not only ${allowed.join(' or ')}`,
  )

/** Opens so many, not more at a time than a listening socket takes. */
export async function openMany<T>(count: number, open: (at: number) => Promise<T>) {
  const opened: T[] = []
  for (let at = 0; at < count; at += 200)
    opened.push(...(await Promise.all(times(Math.min(200, count - at), (more) => open(at + more)))))
  return opened
}

/** After how many seconds the last of them was closed. */
export const longest = async (clients: RawClient[]) =>
  Math.max(...(await Promise.all(clients.map(({ closed }) => closed))))
