import type { Resource } from '../../shared/changes.ts'
import type { NewComment } from '../../shared/comments.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import type { NewProblem } from '../../shared/problems.ts'
import type { Step } from '../../shared/steps.ts'
import type { Status } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import { createStore, QUEUES } from '../store.ts'

/** A change made without a network. It is stored on this device, for its person, until the server has answered. */
export interface QueuedWrite {
  /** The idempotency key: the server does the change once, however often it is sent. */
  key: string
  /** The time of the change (ISO 8601), as the server's clock would have shown it. */
  at: string
  /**
   * The device's clock then, in milliseconds, and whether the server's time was known, from which `at` follows. Entries
   * that an older build has stored have neither.
   */
  made?: { clock: number; isTimeKnown: boolean }
  method: Endpoint['method']
  path: Endpoint['path']
  params?: Record<string, unknown> | undefined
  body?: unknown
  changes: readonly Resource[]
  /** Photos in this browser that are sent before it (`stored-photos.ts`). */
  photos?: readonly string[] | undefined
  /** The subject and the action, for the list of waiting changes. */
  words: { what: string; deed: string }
  /** The state on the screens before the server has answered. */
  shows:
    | { task: Task; from: Status; to: Status }
    | { clock: 'in' | 'out' | 'break' | 'back' }
    | { comment: QueuedComment }
    | { step: number; value: Step['value'] }
    | { problem: QueuedProblem }
    | { handover: QueuedHandover }
    | { message: QueuedMessage }
  /** Why the server has refused it; null while it waits. */
  refusal: string | null
  /** Whether it was refused because somebody else has changed the same thing meanwhile: the person decides. */
  isConflict?: boolean
}

/** A comment as its task shows it while it waits. */
export interface QueuedComment {
  /** The id of the person who wrote it, and when (ISO 8601). */
  by: string
  at: string
  task: { id: number; title: string }
  body: NewComment
  names: readonly string[]
}

/** A message as its thread shows it while it waits. */
export interface QueuedMessage {
  /** The id of the person who wrote it, and when (ISO 8601). */
  by: string
  at: string
  thread: { id: number; name: string }
  task?: { id: number; title: string } | undefined
  /** One photo at most. */
  body: { text: string; photoIds?: string[] | undefined }
}

/** A report as its person sees it while it waits. */
export interface QueuedProblem {
  /** The id of the person who has reported it, and when (ISO 8601). */
  by: string
  at: string
  body: NewProblem
  /** The name of its department. */
  department: string
}

/** The fields of a task in a handover when no list of tasks has it. */
export type HandoverTask = Pick<Task, 'id' | 'title' | 'place' | 'departmentId'>

/** The tasks of its items, so that a refused handover can be written again. The first builds did not keep them. */
export interface QueuedHandover {
  tasks?: readonly HandoverTask[]
}

let owner: string | null = null
const queue = createStore<readonly QueuedWrite[]>([])

/** The changes that wait or were refused, oldest first. */
export const useOfflineQueue = queue.use
export const queuedWrites = queue.get

/** The id of the person whose queue is open; null when none is. */
export const queueOwner = () => owner

/** Opens a person's queue, or none. */
export function setQueueOwner(person: string | null) {
  owner = person
  loadQueue()
}

/** Whether a storage event concerns the queue. Its key is null when the whole storage was cleared. */
export const isQueueEvent = ({ key }: StorageEvent) => key === null || key.startsWith(QUEUES)

// Each change has its own storage entry, so that no tab overwrites another's. Their names sort by time.
const nameOf = ({ at, key }: QueuedWrite, person: string) => `${QUEUES}${person}.${at}.${key}`

/** Reads the queue from the storage, which other tabs change too. */
export function loadQueue() {
  const names = owner === null ? [] : Object.keys(localStorage).filter((name) => name.startsWith(`${QUEUES}${owner}.`))
  // Nothing waits, as before: no screen is drawn again.
  if (names.length === 0 && queue.get().length === 0) return
  queue.set(names.sort().map((name) => JSON.parse(localStorage.getItem(name) ?? '') as QueuedWrite))
}

/** Adds a change to a person's queue, or replaces it. Throws when the storage is full. */
export function storeWrite(change: QueuedWrite, person: string) {
  localStorage.setItem(nameOf(change, person), JSON.stringify(change))
  loadQueue()
}

/** Whether a change is still in the person's queue. */
export const isStored = (change: QueuedWrite, person: string) => localStorage.getItem(nameOf(change, person)) !== null

/** Removes a change from a person's queue. */
export function removeWrite(change: QueuedWrite, person: string) {
  localStorage.removeItem(nameOf(change, person))
  loadQueue()
}

/** Removes a change from the open queue. */
export function dequeue(change: QueuedWrite) {
  if (owner) removeWrite(change, owner)
}

/** Removes all changes of this person from the device, at sign-out. */
export function clearOfflineQueue() {
  for (const change of queue.get()) dequeue(change)
}
