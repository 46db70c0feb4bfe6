import { HOUR, inBerlin, type SimulatedPerson } from './shift-week.ts'

/**
 * The waiting things of each person in the simulated week: on Today, in the briefing and on the sheet after a
 * clock-out. They are worked out from people's actions and the clock, with nothing of the product.
 */

const DAY = 24 * HOUR
/** A session that is longer counts as ended. */
const DUTY = 14 * HOUR
const PAID = HOUR / 4
/** Things that a section of Today and of the briefing shows at most. */
const ON_TODAY = 6
const IN_BRIEFING = 5

export interface SimulatedTask {
  id: number
  department: number
  creator: string
  assignee: string | null
  /** Its assignee has it from a handover. */
  isReceived?: boolean
  kind: 'task' | 'problem' | 'routine'
  status: 'pending' | 'in_progress' | 'completed'
  isHigh: boolean
  due: number | null
  /** When an occurrence that is not done is missed. */
  closesAt: number | null
  createdAt: number
  commenters: Set<string>
  /** Somebody else may have it any moment, so nobody comments on it any more. */
  isHandedOver: boolean
}

export interface SimulatedItem {
  id: number
  giver: string
  department: number
  task: number | null
  isUrgent: boolean
  to: string | null
  createdAt: number
  receivedBy: string | null
  receivedAt: number
  isDone: boolean
}

interface Question {
  item: number
  /** The people who can answer. */
  asked: Set<string>
  isAnswered: boolean
}

interface Session {
  user: string
  from: number
  to: number | null
}

/** The first things of a section, as `task 7`, and how many there are. */
export interface Listed {
  first: string[]
  total: number
}
export type Waiting = Record<string, Listed>

export class WaitingWork {
  readonly tasks: SimulatedTask[] = []
  readonly items: SimulatedItem[] = []
  readonly questions: Question[] = []
  /** Unread urgent messages, the oldest first, by the number of each one's notification. */
  readonly urgentMessages: { user: string; notification: number }[] = []
  /** The procedure that each department is to read. */
  readonly procedures = new Map<number, number>()
  readonly gone = new Set<string>()
  private readonly sessions: Session[] = []
  private readonly change: number

  /** @param change when summer time ends */
  constructor(change: number) {
    this.change = change
  }

  // Actions

  clockedIn(user: string, from: number) {
    this.sessions.push({ user, from, to: null })
  }
  clockedOut(user: string, to: number) {
    const last = this.sessions.findLast((session) => session.user === user)
    if (last) last.to = to
  }
  /** Something handed over soon after the clock-out was work too, and moves the end of the shift. */
  workedUntil(user: string, at: number) {
    const last = this.sessions.findLast((session) => session.user === user)
    if (last && last.to !== null && at > last.to && at <= last.to + PAID) last.to = at
  }

  /** A person receives an item with all that waits for them about the same task, and the task unless another has it. */
  receive(person: SimulatedPerson, id: number, at: number): SimulatedItem[] {
    const item = this.item(id)
    const others =
      item.task === null ? [] : this.items.filter((other) => other.task === item.task && this.waits(person, other, at))
    const received = [item, ...others.filter((other) => other !== item)]
    for (const each of received)
      Object.assign(each, { receivedBy: person.id, receivedAt: at, isDone: each.task !== null })
    const task = this.tasks.find((known) => known.id === item.task)
    if (task && this.isOpen(task, at) && (task.assignee === null || task.assignee === item.giver)) {
      Object.assign(task, { assignee: person.id, status: 'pending', isReceived: true })
    }
    return received
  }

  /** The task of an item if it is open and nobody has it. */
  freeTaskOf(item: SimulatedItem, at: number): SimulatedTask | undefined {
    return this.tasks.find((task) => task.id === item.task && task.assignee === null && this.isOpen(task, at))
  }

  item(id: number): SimulatedItem {
    const item = this.items.find((known) => known.id === id)
    if (!item) throw new Error(`Nobody knows item ${id}`)
    return item
  }

  // Consequences

  isClosed = (task: SimulatedTask, now: number) =>
    task.closesAt !== null && task.closesAt <= now && task.status !== 'completed'
  isOpen = (task: SimulatedTask, now: number) => task.status !== 'completed' && !this.isClosed(task, now)

  private isHeld = ({ receivedBy, task, isDone }: SimulatedItem) => receivedBy !== null && task === null && !isDone

  /** A shift of the receiver has ended since, or they have left: it waits for everybody again. */
  isReturned(item: SimulatedItem, now: number) {
    const { receivedBy, receivedAt } = item
    if (receivedBy === null || !this.isHeld(item)) return false
    const ends = this.sessions
      .filter(({ user }) => user === receivedBy)
      .map(({ from, to }) => Math.min(to ?? Number.POSITIVE_INFINITY, from + DUTY))
    return this.gone.has(receivedBy) || ends.some((end) => end > receivedAt && end <= now)
  }

  /** Whether an item waits for a person: it names them, or nobody who is here, and is for their department. */
  waits({ id, department }: SimulatedPerson, item: SimulatedItem, now: number) {
    const isHere = item.department === department
    if (item.receivedBy !== null) return (isHere || item.to === id) && this.isReturned(item, now)
    if (item.giver === id) return false
    return item.to === id || (isHere && (item.to === null || this.gone.has(item.to)))
  }

  /** The sections of Today, in their order. */
  today(person: SimulatedPerson, now: number): Waiting {
    const offered = oncePerTask(
      this.items
        .filter((item) => this.waits(person, item, now) && !(item.receivedBy === person.id && this.isHeld(item)))
        .sort(byUrgency),
    )
    const problems = this.tasks
      .filter((task) => this.isOpen(task, now) && task.kind === 'problem' && task.assignee === null)
      .filter(({ department }) => department === person.department)
      .sort((a, b) => Number(b.isHigh) - Number(a.isHigh) || a.createdAt - b.createdAt || a.id - b.id)
    const messages = this.urgentMessages.filter(({ user }) => user === person.id).toReversed()
    const [firstItems, firstProblems] = [offered.slice(0, ON_TODAY), problems.slice(0, ON_TODAY)]
    const isUrgent = (item: SimulatedItem) => item.isUrgent
    const isHigh = (task: SimulatedTask) => task.isHigh
    const urgent = [
      ...messages.slice(0, ON_TODAY).map(({ notification }) => `message ${notification}`),
      ...firstProblems.filter(isHigh).map(nameOfTask),
      ...firstItems.filter(isUrgent).map(nameOfItem),
    ]
    const calm = [
      ...firstProblems.filter((task) => !task.isHigh).map(nameOfTask),
      ...firstItems.filter((item) => !item.isUrgent).map(nameOfItem),
    ]
    const calmTotal =
      offered.length + problems.length - firstItems.filter(isUrgent).length - firstProblems.filter(isHigh).length
    const own = this.ownTasks(person, now)
    const procedure = this.procedures.get(person.department)
    return {
      urgent: { first: urgent, total: urgent.length },
      now: listed(own.now.map(nameOfTask)),
      handed_over: handedOver(own.received.map(nameOfTask), this.held(person).map(nameOfItem)),
      asked: listed(this.asked(person).map(nameOfItem)),
      waiting: { first: calm, total: calmTotal },
      overdue: listed(own.overdue.map(nameOfTask)),
      due_today: listed(own.due_today.map(nameOfTask)),
      also_mine: listed(own.also_mine.map(nameOfTask)),
      to_read: listed(procedure === undefined ? [] : [`sop ${procedure}`]),
    }
  }

  /** The tick that nothing waits may stand only where nothing does. */
  isFree(person: SimulatedPerson, now: number) {
    const { also_mine: _, to_read: __, ...sections } = this.today(person, now)
    return Object.values(sections).every(({ total }) => total === 0)
  }

  /** The person's own work on the sheet after a clock-out. */
  sheet(person: SimulatedPerson, now: number): string[] {
    const own = this.ownTasks(person, now)
    return [
      ...own.now.map(nameOfTask),
      ...this.held(person).slice(0, ON_TODAY).map(nameOfItem),
      ...[...own.received, ...own.overdue, ...own.due_today, ...own.also_mine].map(nameOfTask),
    ]
  }

  /** The sections of a briefing after a whole shift away, without held notifications. */
  briefing(person: SimulatedPerson, now: number): Waiting {
    const { department, id } = person
    const open = this.tasks.filter((task) => this.isOpen(task, now))
    const own = open.filter(({ assignee }) => assignee === id)
    const free = open.filter((task) => task.assignee === null && task.department === department)
    const isOverdue = ({ due }: SimulatedTask) => due !== null && due < now
    const problems = free
      .filter(({ kind }) => kind === 'problem')
      .sort((a, b) => Number(b.isHigh) - Number(a.isHigh) || a.createdAt - b.createdAt || a.id - b.id)
    const routines = [...own.filter((task) => !isOverdue(task)), ...free].filter(({ kind }) => kind === 'routine')
    const dueToday = own.filter((task) => !isOverdue(task) && task.kind !== 'routine' && this.isDueToday(task, now))
    const handedOver = oncePerTask(this.items.filter((item) => this.waits(person, item, now)).sort(byUrgency))
    const sections = {
      handed_over: handedOver.map(nameOfItem),
      unclaimed_problems: problems.map(nameOfTask),
      overdue: own.filter(isOverdue).sort(byDueDate).map(nameOfTask),
      routines_now: routines.sort(byDueDate).map(nameOfTask),
      due_today: dueToday.sort(byDueDate).map(nameOfTask),
    }
    return Object.fromEntries(
      Object.entries(sections).flatMap(([kind, names]) => {
        return names.length === 0 ? [] : [[kind, listed(names, IN_BRIEFING)]]
      }),
    )
  }

  /** Items without a task that a person has received and not done. */
  held = ({ id }: SimulatedPerson) =>
    this.items.filter((item) => item.receivedBy === id && this.isHeld(item)).sort(byUrgency)

  /** Items with an open question to this person. */
  asked({ id, department, role }: SimulatedPerson) {
    const isAsked = (item: SimulatedItem) =>
      this.questions.some((question) => {
        if (question.item !== item.id || question.isAnswered) return false
        if (item.giver === id || question.asked.has(id)) return true
        return this.gone.has(item.giver) && role === 'manager' && item.department === department
      })
    return this.items.filter(isAsked).sort(byUrgency)
  }

  private ownTasks({ id }: SimulatedPerson, now: number) {
    const own = this.tasks.filter((task) => task.assignee === id && this.isOpen(task, now)).sort(byDueDate)
    const isBegun = ({ status, kind }: SimulatedTask) => status === 'in_progress' || kind === 'problem'
    const isReceived = (task: SimulatedTask) => task.isReceived === true && !isBegun(task)
    const others = own.filter((task) => !isBegun(task) && !isReceived(task))
    const isOverdue = ({ due }: SimulatedTask) => due !== null && due < now
    const isDueToday = (task: SimulatedTask) => !isOverdue(task) && this.isDueToday(task, now)
    return {
      now: own.filter(isBegun),
      received: own.filter(isReceived),
      overdue: others.filter(isOverdue),
      due_today: others.filter(isDueToday),
      also_mine: others.filter((task) => !isOverdue(task) && !isDueToday(task)),
    }
  }

  private isDueToday = ({ due }: SimulatedTask, now: number) => due !== null && due < this.endOfDay(now)

  /** The next midnight in Berlin. */
  private endOfDay(now: number) {
    const day = Math.floor(now / DAY) * DAY
    const midnights = [0, 1, 2].map((days) => inBerlin(day + days * DAY, 0, this.change))
    return midnights.find((midnight) => midnight > now) ?? 0
  }
}

const nameOfTask = ({ id }: { id: number }) => `task ${id}`
const nameOfItem = ({ id }: { id: number }) => `item ${id}`
/** A section of two lists, each cut by itself. */
const handedOver = (tasks: string[], items: string[]): Listed => ({
  first: [...tasks.slice(0, ON_TODAY), ...items.slice(0, ON_TODAY)],
  total: tasks.length + items.length,
})
const listed = (names: string[], most = ON_TODAY): Listed => ({ first: names.slice(0, most), total: names.length })

const byDueDate = (a: SimulatedTask, b: SimulatedTask) => {
  const [dueA, dueB] = [a.due ?? Number.MAX_SAFE_INTEGER, b.due ?? Number.MAX_SAFE_INTEGER]
  return dueA - dueB || a.id - b.id
}
/** Urgent items first, then the newest. */
const byUrgency = (a: SimulatedItem, b: SimulatedItem) =>
  Number(b.isUrgent) - Number(a.isUrgent) || b.createdAt - a.createdAt || b.id - a.id

/** Each task once, with its first item. */
const oncePerTask = (items: SimulatedItem[]) =>
  items.filter(({ task }, at) => task === null || items.findIndex((other) => other.task === task) === at)
