import type { DepartmentName } from '../../../sample/departments.ts'
import { type PersonName, people } from '../../../sample/people.ts'
import type { Calendar, Dice } from '../../../sample/story.ts'
import type { Viewer } from '../../shared/auth.ts'
import type { Context, OpenContext } from '../core/context.ts'

/** Types and functions for all parts of the sample hotel. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export type Employee = Omit<Viewer, 'timeZone'>

export interface Hotel {
  ctx: OpenContext
  calendar: Calendar
  dice: Dice
  departmentIds: Record<DepartmentName, number>
  staff: Record<PersonName, Employee>
  /** The ids of projects, by their keys. A project is missing until it is created. */
  projects: Record<string, number>
}

/** One action of a person, in milliseconds since 1970. The actions run in the order of time. */
export interface Action {
  at: number
  act(): Promise<unknown>
}

/** The context of a person's request at a time. */
export const sampleContext = <P extends Employee | null>(ctx: OpenContext, viewer: P, at: number): Context<P> => ({
  ...ctx,
  viewer,
  now: new Date(at),
  origin: viewer ? deviceOf(viewer) : ctx.origin,
})

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
]

/** The person's device: always the same address in the hotel's network, and the same browser. */
function deviceOf({ email }: Employee): Context['origin'] {
  const hash = [...(email ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  return {
    ipAddress: `10.20.${hash % 4}.${10 + (hash % 200)}`,
    userAgent: BROWSERS[hash % BROWSERS.length] ?? null,
    host: null,
    tab: null,
  }
}

const colleagues = (department: DepartmentName) =>
  keysOf(people).filter((name) => people[name].department === department)
export const managerOf = (department: DepartmentName) =>
  colleagues(department).find((name) => people[name].role === 'manager') ?? 'ingrid'
/** The pool of people for tasks. Managers appear once and others twice, so managers get half as many. */
export const crewOf = (department: DepartmentName) =>
  colleagues(department).flatMap((name) => ({ user: [name, name], manager: [name] })[people[name].role as string] ?? [])

export const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]
