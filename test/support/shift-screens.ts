import { startOfDay } from '../../src/shared/time/time.ts'
import { inOrder, isFree, partsOfToday, type WaitingPart, waitingKinds } from '../../src/shared/waiting.ts'
import type { Listed, Waiting, WaitingWork } from './shift-waiting.ts'
import type { SimulatedPerson } from './shift-week.ts'

interface Ways {
  /** Reads what the API answers a person. */
  // biome-ignore lint/suspicious/noExplicitAny: as the API answers
  call(person: SimulatedPerson, path: string): Promise<any>
  now(): number
}

/**
 * The screens of the simulated week that list waiting things. The product works their lists out from the API's answers,
 * and these are compared with the expected lists (`shift-waiting.ts`).
 */
export class ShiftScreens {
  readonly differences: string[] = []
  /** How often a screen was compared. */
  looks = 0
  private readonly work: WaitingWork
  private readonly ways: Ways

  constructor(work: WaitingWork, ways: Ways) {
    this.work = work
    this.ways = ways
  }

  /** A person looks at Today; with `further` also at the briefing, and at the sheet after a clock-out. */
  async look(person: SimulatedPerson, further: boolean) {
    const { work, ways } = this
    const before = ways.now()
    const today = await ways.call(person, '/today')
    const parts = partsOfToday(today)
    const shown: Waiting = Object.fromEntries(
      waitingKinds.map((kind) => [kind, kind === 'to_read' ? ofProcedures(today.procedures) : ofPart(parts[kind])]),
    )
    this.compare(person, 'Today', { ...shown, isFree: isFree(parts) }, before, (at) => ({
      ...work.today(person, at),
      isFree: work.isFree(person, at),
    }))
    if (!further) return
    await this.lookAtBriefing(person, before)
    await this.lookAtSheet(person, parts.handed_over, before)
  }

  private async lookAtBriefing(person: SimulatedPerson, before: number) {
    const { isSameShift, sections } = await this.ways.call(person, '/shift/briefing')
    // A person who comes back to the same shift reads only what is new: `briefing.test.ts` has its rules.
    if (isSameShift) return
    // Held notifications are judged by the ledger.
    const rest = (sections as Section[]).filter(({ kind }) => kind !== 'held' && kind !== 'procedures')
    const shown = Object.fromEntries(rest.map((section) => [section.kind, ofSection(section)]))
    this.compare(person, 'the briefing', shown, before, (at) => this.work.briefing(person, at))
  }

  private async lookAtSheet(person: SimulatedPerson, { items }: WaitingPart, before: number) {
    const lists = await Promise.all(
      ['in_progress', 'overdue', 'pending'].map((status) =>
        this.ways.call(person, `/tasks?assigneeId=${person.id}&status=${status}&limit=50`),
      ),
    )
    const now = this.ways.now()
    const dayEnds = new Date(startOfDay(now, 'Europe/Berlin', 1)).toISOString()
    const tasks = lists.flatMap((list) => list.tasks)
    const own = inOrder(tasks, now, { viewerId: person.id, dayEnds })
    const shown = [
      ...own.begun.map(nameOf('task')),
      ...items.items.map(nameOf('item')),
      ...own.others.map(nameOf('task')),
    ]
    this.compare(person, 'the sheet', shown, before, (at) => this.work.sheet(person, at))
  }

  /** Compares a screen with the expected list when it was read, or at the end of its reading. */
  private compare(
    { name }: SimulatedPerson,
    screen: string,
    shown: unknown,
    before: number,
    expectedAt: (at: number) => unknown,
  ) {
    this.looks += 1
    const [first, last] = [before, this.ways.now()].map((at) => JSON.stringify(expectedAt(at)))
    const actual = JSON.stringify(shown)
    if (actual === first || actual === last) return
    this.differences.push(`${new Date(before).toISOString()}: ${screen} of ${name} shows ${actual} instead of ${first}`)
  }
}

interface Named {
  id: number
}
interface Section {
  kind: string
  items: Named[]
  more: number
}

const nameOf =
  (thing: string) =>
  ({ id }: Named) =>
    `${thing} ${id}`

const ofPart = ({ messages, tasks, items }: WaitingPart): Listed => ({
  first: [...messages.map(nameOf('message')), ...tasks.tasks.map(nameOf('task')), ...items.items.map(nameOf('item'))],
  total: messages.length + tasks.total + items.total,
})
const ofProcedures = ({ items, total }: { items: Named[]; total: number }): Listed => ({
  first: items.map(nameOf('sop')),
  total,
})
const ofSection = ({ kind, items, more }: Section): Listed => ({
  first: items.map(nameOf(kind === 'handed_over' ? 'item' : 'task')),
  total: items.length + more,
})
