import { tasksApi } from '../../../src/shared/tasks.ts'
import { eventually } from '../faults/trial.ts'
import { FollowingPage, type Person } from '../following-page.ts'
import { differencesOf, untilQuiet } from '../live-consistency.ts'

/** The pages open during a failover, each with the board and the list of tasks, in their own process. */

export interface Opening {
  person: Person
  /** The servers, which pages use in turn. */
  addresses: string[]
  count: number
}

export type Question = { open: Opening } | { compare: true }

/** The differences between the pages and the API, a text for each. */
export type Compared = string[]

const OPEN_WITHIN = 30_000

let pages: FollowingPage[] = []
let anyAddress = ''

async function open({ person, addresses, count }: Opening) {
  const reads = [
    { name: 'board', endpoint: tasksApi.board, query: {} },
    { name: 'list', endpoint: tasksApi.list, query: { limit: 30 } },
  ]
  const addressOf = (at: number) => addresses[at % addresses.length] ?? ''
  anyAddress = addressOf(0)
  pages = Array.from({ length: count }, (_, at) => new FollowingPage(person, reads, 'UTC', () => addressOf(at)))
  await eventually('all pages are open', async () => pages.every((page) => page.isOpen()), OPEN_WITHIN)
}

async function compare(): Promise<Compared> {
  await untilQuiet(pages)
  return differencesOf(pages, () => anyAddress)
}

process.on('message', async (question: Question) => {
  if ('open' in question) await open(question.open)
  process.send?.('open' in question ? {} : await compare())
})
