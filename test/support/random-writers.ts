import { setTimeout as sleep } from 'node:timers/promises'
import { TAB_HEADER } from '../../src/shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../src/shared/endpoint.ts'
import { rankOf } from '../../src/shared/permissions.ts'
import { priorities } from '../../src/shared/task-status.ts'
import { tasksApi } from '../../src/shared/tasks.ts'
import { usersApi } from '../../src/shared/users.ts'
import { CallError, callEndpoint } from '../../src/web/api/call-endpoint.ts'
import type { FollowingPage, Person } from './following-page.ts'
import { transportTo } from './writers.ts'

const WRITERS = 6

export const isTrue = (chance: number, dice: () => number) => dice() < chance
export const pick = <T>(list: readonly T[], dice: () => number) => list[Math.floor(dice() * list.length)] as T

/** The people and places of a trial. */
export interface Hotel {
  departments: number[]
  projects: number[]
  /** One of every role in every department, and in none. Their access stays as it is. */
  staff: Person[]
  /** Their role and department change while they look on. */
  movers: Person[]
}

/** How many writes were done, refused, and left without a clear answer. */
export interface Written {
  writes: number
  refused: number
  unanswered: number
}

/** People who write at random. */
export class Writers {
  private isEnding = false
  private readonly tasks: { id: number; isDeleted: boolean }[] = []
  private readonly bosses: Person[]

  private readonly hotel: Hotel
  private readonly address: () => string
  private readonly dice: () => number
  private readonly counts: Written
  private readonly pages: () => FollowingPage[]
  private readonly dueWithin: number

  constructor(
    hotel: Hotel,
    address: () => string,
    dice: () => number,
    counts: Written,
    pages: () => FollowingPage[],
    dueWithin: number,
  ) {
    this.hotel = hotel
    this.address = address
    this.dice = dice
    this.counts = counts
    this.pages = pages
    this.dueWithin = dueWithin
    this.bosses = hotel.staff.filter(({ role }) => rankOf(role) >= rankOf('admin'))
  }

  async fill(count: number) {
    for (let at = 0; at < count; at += 1) await this.create(pick(this.bosses, this.dice))
  }

  /** Writes so many times, several people at once. */
  async write(count: number) {
    const write = async () => {
      while (this.counts.writes < count) {
        this.isEnding = this.counts.writes > count * 0.7
        await this.writeOne()
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
  }

  private async writeOne() {
    try {
      await this.attempt()
      this.counts.writes += 1
    } catch (error) {
      if (error instanceof CallError && error.status < 500) this.counts.refused += 1
      else {
        this.counts.unanswered += 1
        await sleep(50)
      }
    }
  }

  private attempt(): Promise<unknown> {
    const { dice, hotel } = this
    const person = isTrue(0.6, dice) ? pick(this.bosses, dice) : pick(hotel.staff, dice)
    const task = pick(this.tasks, dice)
    const update = (body: object) => this.update(person, task.id, body)
    const kind = dice()
    if (kind < 0.25) return this.create(person)
    if (kind < 0.55) return update({ status: pick(['pending', 'in_progress', 'completed', 'overdue'], dice) })
    if (kind < 0.63) return update({ title: `Renamed ${Math.floor(dice() * 1e6)}` })
    if (kind < 0.68) return update({ priority: pick(priorities, dice) })
    if (kind < 0.76) return update({ assigneeId: isTrue(0.3, dice) ? null : pick(hotel.staff, dice).id })
    if (kind < 0.82) return update({ departmentId: isTrue(0.2, dice) ? null : pick(hotel.departments, dice) })
    if (kind < 0.9) return update({ dueDate: this.dueDate() })
    if (kind < 0.94) return this.remove(person, task)
    if (kind < 0.98)
      return this.restore(
        person,
        pick(
          this.tasks.filter(({ isDeleted }) => isDeleted),
          dice,
        ) ?? task,
      )
    // Events that make all pages read again would hide missed changes: in the end there are none.
    if (this.isEnding) return this.create(person)
    if (kind < 0.985) return this.updateMany(person, 5)
    if (kind < 0.988) return this.updateMany(person, 30)
    if (kind < 0.993) return this.move()
    return this.writeInPage()
  }

  private dueDate() {
    const kind = this.dice()
    if (kind < 0.2) return null
    const from = kind < 0.35 ? -60_000 : kind < 0.5 ? 86_400_000 : 0
    return new Date(Date.now() + from + this.dice() * this.dueWithin).toISOString()
  }

  private async create(person: Person) {
    const { dice, hotel } = this
    const departmentId = isTrue(0.2, dice) ? null : pick(hotel.departments, dice)
    const body = {
      title: `Task ${Math.floor(dice() * 1e6)}`,
      departmentId,
      status: pick(['pending', 'pending', 'in_progress', 'completed'] as const, dice),
      priority: pick(priorities, dice),
      projectId: isTrue(0.7, dice) ? null : pick(hotel.projects, dice),
      assigneeId: isTrue(0.5, dice) ? null : pick(hotel.staff, dice).id,
      dueDate: isTrue(0.8, dice) ? null : this.dueDate(),
    }
    const { id } = await this.call(person, tasksApi.create, { body })
    this.tasks.push({ id, isDeleted: false })
  }

  private update = (person: Person, id: number, body: object) =>
    this.call(person, tasksApi.update, { params: { id }, body } as never)

  private async remove(person: Person, task: { id: number; isDeleted: boolean }) {
    await this.call(person, tasksApi.remove, { params: { id: task.id } })
    task.isDeleted = true
  }

  private async restore(person: Person, task: { id: number; isDeleted: boolean }) {
    await this.call(person, tasksApi.restore, { params: { id: task.id } })
    task.isDeleted = false
  }

  private updateMany(person: Person, count: number) {
    const living = this.tasks.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
    const from = Math.floor(this.dice() * Math.max(1, living.length - count))
    const ids = living.slice(from, from + count)
    const status = pick(['pending', 'in_progress', 'completed'] as const, this.dice)
    return this.call(person, tasksApi.updateMany, { body: { ids, changes: { status } } })
  }

  /** Gives somebody another role, or another department. */
  private move() {
    const god = this.hotel.staff.at(-1) as Person
    const body = isTrue(0.5, this.dice)
      ? { role: pick(['user', 'manager', 'guest'] as const, this.dice) }
      : { departmentId: pick(this.hotel.departments, this.dice) }
    return this.call(god, usersApi.update, { params: { id: pick(this.hotel.movers, this.dice).id }, body })
  }

  /** Writes as one of the pages does, which does not receive its own change. */
  private async writeInPage() {
    const page = pick(
      this.pages().filter(({ person }) => rankOf(person.role) >= rankOf('admin')),
      this.dice,
    )
    const task = pick(this.tasks, this.dice)
    const body = { status: pick(['pending', 'in_progress', 'completed'] as const, this.dice) }
    try {
      return await this.call(
        page.person,
        tasksApi.update,
        { params: { id: task.id }, body },
        { [TAB_HEADER]: page.tab },
      )
    } finally {
      page.hasWritten()
    }
  }

  private call<E extends Endpoint>(person: Person, endpoint: E, args: Arguments<E>, headers = {}): Promise<Reply<E>> {
    return callEndpoint(transportTo(this.address(), person), endpoint, args, headers)
  }
}
