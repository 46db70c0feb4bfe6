import type { Today } from '../../../shared/today.ts'
import { type Json, listOf } from '../../base/json-pieces.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { endOfToday } from '../../core/counts/own-tasks.ts'
import { listUrgentMessages } from '../notifications/read.ts'
import { listTodaysItems } from '../shift/handed-over.ts'
import { listToRead } from '../sops/to-read.ts'
import { readToDo } from '../tasks/to-do.ts'

/** The viewer's waiting work. Each feature gives sections; a further one is a line here and in the contract. */
export async function readTodaysWork(ctx: Context): Promise<JsonText<Today>> {
  const [urgentMessages, { handedOver, asked, offered }, toDo, procedures] = await Promise.all([
    listUrgentMessages(ctx),
    listTodaysItems(ctx),
    readToDo(ctx),
    listToRead(ctx),
  ])
  const sections: Record<keyof Today, Json | null> = {
    dayEnds: JSON.stringify(endOfToday(ctx)),
    urgentMessages: JSON.stringify(urgentMessages),
    handedOver: JSON.stringify(handedOver),
    asked: JSON.stringify(asked),
    offered: JSON.stringify(offered),
    ...toDo,
    procedures: JSON.stringify(procedures),
  }
  const fields = Object.entries(sections).map(([name, json]) => [`"${name}":`, json ?? 'null'])
  return new JsonText(['{', listOf(fields), '}'])
}
