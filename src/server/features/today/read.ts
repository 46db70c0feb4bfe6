import type { Today } from '../../../shared/today.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { endOfToday } from '../../core/counts/own-tasks.ts'
import { listReceived } from '../shift/handed-over.ts'
import { listToRead } from '../sops/to-read.ts'
import { readToDo } from '../tasks/to-do.ts'

/** What the viewer has to do today. Each feature gives its own sections; a further one is a line here and in the contract. */
export async function readTodaysWork(ctx: Context): Promise<JsonText<Today>> {
  const [handedOver, toDo, procedures] = await Promise.all([listReceived(ctx), readToDo(ctx), listToRead(ctx)])
  const sections: Record<keyof Today, string | null> = {
    dayEnds: JSON.stringify(endOfToday(ctx)),
    handedOver: JSON.stringify(handedOver),
    ...toDo,
    procedures: JSON.stringify(procedures),
  }
  const fields = Object.entries(sections).map(([name, text]) => `"${name}":${text}`)
  return new JsonText(`{${fields.join()}}`)
}
