import { commentsApi } from '../../src/shared/comments.ts'
import { stepsApi } from '../../src/shared/steps.ts'
import { tasksApi } from '../../src/shared/tasks.ts'
import { CallError } from '../../src/web/api/call-endpoint.ts'
import type { Browser } from './test-app.ts'

/** Work of two people on one task at once, and the parts of it that are lost afterwards. */
export interface Together {
  comments: number
  ticks: number
  edits: number
  /** Calls that were refused, by their code. Nobody should be asked about the other's work. */
  refused: Record<string, number>
  /** Parts that are not as the last acknowledged call left them. */
  lost: string[]
}

type Caller = Pick<Browser, 'call'>

/**
 * A manager edits a task while both write comments and tick steps, each as fast as the server answers, for as long as
 * `goesOn` says so of the number of their rounds. Each ticks every second step; the first step belongs to both.
 */
export async function workTogether(
  manager: Caller,
  user: Caller,
  { departmentId, goesOn }: { departmentId: number; goesOn(round: number): boolean },
): Promise<Together> {
  const task = await manager.call(tasksApi.create, { body: { title: 'Prepare the hall', departmentId } })
  const params = { id: task.id }
  const texts = Array.from({ length: 21 }, (_, at) => ({ text: `Step ${at}` }))
  const { steps } = await manager.call(stepsApi.create, { params, body: { steps: texts } })
  const result: Together = { comments: 0, ticks: 0, edits: 0, refused: {}, lost: [] }
  const written = new Set<string>()
  const ticked = new Map<number, boolean>()
  let title = task.title

  const attempt = async (call: () => Promise<unknown>) => {
    try {
      await call()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const code = `${error.status} ${error.reply?.code}`
      result.refused[code] = (result.refused[code] ?? 0) + 1
      return false
    }
  }
  const comment = async (by: Caller, name: string, round: number) => {
    const text = `${name} ${round}`
    if (!(await attempt(() => by.call(commentsApi.create, { params, body: { text } })))) return
    written.add(text)
    result.comments += 1
  }
  const tick = async (by: Caller, step: { id: number } | undefined, isOn: boolean) => {
    if (!step) return
    const value = isOn ? (true as const) : null
    if (!(await attempt(() => by.call(stepsApi.setValue, { params: { id: step.id }, body: { value } })))) return
    if (step !== steps[0]) ticked.set(step.id, isOn)
    result.ticks += 1
  }
  const edit = async (round: number) => {
    const next = `Prepare the hall, ${round}`
    const { updatedAt } = await manager.call(tasksApi.get, { params })
    if (!(await attempt(() => manager.call(tasksApi.update, { params, body: { title: next, updatedAt } })))) return
    title = next
    result.edits += 1
  }
  const work = async (by: Caller, name: string, parity: number) => {
    for (let round = 0; goesOn(round); round++) {
      await comment(by, name, round)
      const place = 1 + parity + 2 * (round % 10)
      await tick(by, steps[place], Math.floor(round / 10) % 2 === 0)
      await tick(by, steps[0], round % 2 === parity)
      if (parity === 0) await edit(round)
    }
  }
  await Promise.all([work(manager, 'Manager', 0), work(user, 'User', 1)])

  const now = await manager.call(tasksApi.get, { params })
  const shown = new Set<string>()
  for (let after: number | undefined, isMore = true; isMore; ) {
    const page = await user.call(commentsApi.list, { params, query: after === undefined ? {} : { after } })
    for (const { text } of page.comments) shown.add(text)
    after = page.next ?? undefined
    isMore = page.next !== null
  }
  const list = (await user.call(stepsApi.list, { params })).steps
  result.lost.push(...[...written].filter((text) => !shown.has(text)))
  for (const { id, text, doneBy } of list)
    if (ticked.has(id) && (doneBy !== null) !== ticked.get(id)) result.lost.push(text)
  if (now.title !== title) result.lost.push(`title ${title}`)
  if (now.comments !== written.size) result.lost.push(`the task counts ${now.comments} comments, not ${written.size}`)
  const done = list.filter(({ doneBy }) => doneBy !== null).length
  if (now.stepsDone !== done) result.lost.push(`the task counts ${now.stepsDone} steps done, not ${done}`)
  return result
}

/** Whether everything is there, and nobody was refused. */
export const isWhole = ({ refused, lost }: Together) => lost.length === 0 && Object.keys(refused).length === 0
