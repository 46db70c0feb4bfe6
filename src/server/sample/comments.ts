import { comments } from '../../../sample/comments.ts'
import type { PersonName } from '../../../sample/people.ts'
import { createComment } from '../features/comments/create.ts'
import { type Action, contextOf, type Hotel } from './hotel.ts'

/** People comment on a task between its making and its end; `idOf` gives its id once it is made. */
export function commentActions(
  { ctx, staff }: Hotel,
  { title, from, to, idOf }: { title: string; from: number; to: number; idOf(): number },
): Action[] {
  const written = comments[title] ?? []
  return written.map(([by, text, mentions = []], index) => {
    const at = Math.floor(from + ((to - from) * (index + 1)) / (written.length + 0.1))
    const body = { text, mentions: mentions.map((name: PersonName) => staff[name].id) }
    const act = () => createComment(contextOf(ctx, staff[by], at), { params: { id: idOf() }, query: undefined, body })
    return { at, act }
  })
}
