import type { ChangeWithRow, Resource } from '../../shared/changes.ts'
import { dashboardApi } from '../../shared/dashboard.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { type Project, projectsApi } from '../../shared/projects.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { type Patches, patchOf, registerPatches } from './reply-patches.ts'
import type { ReplyContext } from './row-changes.ts'
import { hasSeen, type Snapshot } from './snapshot.ts'
import {
  type Changed,
  changeBoard,
  changeList,
  changeMetrics,
  changesProgress,
  changeTask,
  READ_AGAIN,
  type ReplyState,
  type TaskChange,
} from './task-changes.ts'

/** How changes of tasks change replies. Screens register functions for replies that only they read. */
const taskPatches: Patches = [
  [tasksApi.board, changeBoard],
  [tasksApi.list, changeList],
  [tasksApi.get, changeTask],
  [dashboardApi.metrics, changeMetrics],
  [projectsApi.list, (page: Project[], change: TaskChange) => (changesProgress(page, change) ? READ_AGAIN : page)],
]
registerPatches('tasks', taskPatches)

// Browsers and Node both have it.
declare const performance: { now(): number }

/** A reply that a page has, and its request. */
export interface FollowedReply {
  endpoint: Endpoint | undefined
  reply: unknown
  query: object
  /** The first parameter of its path. */
  param?: unknown
  /** The transactions that the reply has seen; undefined when it does not say. */
  snapshot: Snapshot | undefined
}

/** Changes that are remembered for replies on their way. */
const MAX_LOGGED = 2_000

/** The changes that one page has received from the log, and how its replies follow them. */
export class FollowedChanges {
  timeZone = 'UTC'
  /** The person whose page it is. */
  viewerId = ''
  /** The position of the log up to which this page has everything. It sends it to the server when it returns. */
  private position: number | undefined
  /** The log's name. */
  private epoch: string | undefined
  /** Positions that were received, beyond those that the server says are complete. */
  private readonly received = new Set<number>()
  /** Changes that came lately, with their time by `performance.now()`. */
  private readonly log: { change: ChangeWithRow; at: number }[] = []
  /** Replies that were asked for before this time may lack changes that are not remembered. */
  private lostAt = Number.NEGATIVE_INFINITY
  /** Tasks with a due date before this time have been announced as overdue. */
  private due = 0

  /** Where this page goes on when it connects again. */
  resumeFrom() {
    return this.epoch !== undefined && this.position !== undefined
      ? { epoch: this.epoch, position: this.position }
      : undefined
  }

  /** Notes up to where everything has been received. */
  notePosition(next: number | undefined, of = this.epoch) {
    if (next === undefined || of === undefined) return
    if (of !== this.epoch) this.received.clear()
    this.position = of === this.epoch ? Math.max(this.position ?? 0, next) : next
    this.epoch = of
    for (const each of this.received) if (each <= this.position) this.received.delete(each)
  }

  /** Notes that changes may have been missed: replies that are on their way may lack them. */
  noteLost() {
    this.lostAt = performance.now()
  }

  /** Notes a change that was received. Returns whether it is new: after a return some come twice. */
  receive(change: ChangeWithRow): boolean {
    const { position, floor, fellDue, at = 0, due = 0 } = change
    const isKnown = position !== undefined && (this.received.has(position) || position <= (this.position ?? 0))
    this.notePosition(floor)
    if (isKnown) return false
    if (position !== undefined) this.received.add(position)
    this.due = Math.max(this.due, due, fellDue ? at : 0)
    this.log.push({ change, at: performance.now() })
    for (const forgotten of this.log.splice(0, this.log.length - MAX_LOGGED)) this.lostAt = forgotten.at
    return true
  }

  /**
   * The changes of these resources that came after a reply was asked for, which it may lack; `READ_AGAIN` when they are
   * not all remembered. The time is by `performance.now()`.
   */
  since(asked: number, resources: readonly Resource[]): ChangeWithRow[] | typeof READ_AGAIN {
    if (asked < this.lostAt) return READ_AGAIN
    return this.log.flatMap(({ change, at }) => (at >= asked && resources.includes(change.resource) ? [change] : []))
  }

  /** The reply after a change; the same object when it stays as it is, `READ_AGAIN` when only the server can tell. */
  apply({ endpoint, reply, query, param, snapshot }: FollowedReply, change: ChangeWithRow): Changed<unknown> {
    const patch = patchOf(endpoint, change.resource)
    if (!patch || change.row === undefined) return READ_AGAIN
    const { transaction = 0, due = 0 } = change
    const state: ReplyState & ReplyContext = {
      viewerId: this.viewerId,
      param,
      timeZone: this.timeZone,
      isCounted: snapshot && hasSeen(snapshot, transaction),
      readAt: snapshot?.time ?? 0,
      dueBefore: Math.max(snapshot?.time ?? 0, due),
      shownBefore: Math.max(snapshot?.time ?? 0, this.due),
    }
    return patch(reply as never, change as never, query as never, state as never) as Changed<unknown>
  }
}
