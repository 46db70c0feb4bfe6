import { eq } from 'drizzle-orm'
import { work } from '../../../sample/steps.ts'
import type { Context } from '../core/context.ts'
import { sops } from '../db/tables/sops.ts'
import { createSteps } from '../features/steps/create.ts'
import { setStepValue } from '../features/steps/set-value.ts'
import { updateTask } from '../features/tasks/update.ts'
import { type Action, type Employee, type Hotel, sampleContext } from './hotel.ts'

const MINUTE = 60_000

/** A new task's steps and procedure, and its people's entries until `to`. `idOf` gives its id then. */
export function workActions(
  { ctx }: Hotel,
  {
    title,
    creator,
    doer,
    from,
    to,
    idOf,
    isDone,
  }: { title: string; creator: Employee; doer: Employee; from: number; to: number; idOf(): number; isDone: boolean },
): Action[] {
  const { steps = [], done: begun = [], procedure } = work[title] ?? {}
  // A task that is completed in the story has all its ticks, and nothing that would hold it open.
  const isTick = ({ kind }: (typeof steps)[number]) => kind === undefined
  const done = isDone ? steps.map((step, at) => begun[at] ?? (isTick(step) ? (true as const) : null)) : begun
  const ids: number[] = []
  const params = () => ({ id: idOf() })
  const plan = async () => {
    const by = sampleContext(ctx, creator, from + MINUTE)
    if (procedure) await setProcedure(by, idOf(), ...procedure)
    if (steps.length === 0) return
    const body = {
      steps: steps.map((step) => (isDone && !isTick(step) ? { ...step, required: false } : step)),
    }
    const list = await createSteps(by, { params: params(), query: undefined, body })
    ids.push(...list.steps.map(({ id }) => id))
  }
  const entries = done.map((value, index): Action => {
    const at = Math.floor(from + 2 * MINUTE + ((to - from - 2 * MINUTE) * (index + 1)) / (done.length + 1))
    const act = async () => {
      const id = ids[index]
      if (id && value !== null)
        await setStepValue(sampleContext(ctx, doer, at), { params: { id }, query: undefined, body: { value } })
    }
    return { at, act }
  })
  return steps.length === 0 && !procedure ? [] : [{ at: from + MINUTE, act: plan }, ...entries]
}

async function setProcedure(ctx: Context, taskId: number, title: string, sopPage: number) {
  const [sop] = await ctx.db.select({ id: sops.id }).from(sops).where(eq(sops.title, title))
  // In some nights the task is older than its procedure.
  if (!sop) return
  const body = { sopId: sop.id, sopPage }
  await updateTask(ctx, { params: { id: taskId }, query: undefined, body })
}
