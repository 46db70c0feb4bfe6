import { comments } from '../../../sample/comments.ts'
import { createComment } from '../features/comments/create.ts'
import { type Action, contextOf, type Hotel } from './hotel.ts'
import { putPhoto } from './photos.ts'

/** People comment on a task between its making and its end; `idOf` gives its id once it is made. */
export function commentActions(
  { ctx, staff }: Hotel,
  { title, from, to, idOf }: { title: string; from: number; to: number; idOf(): number },
): Action[] {
  const written = comments[title] ?? []
  return written.map(([by, text, mentions, photos], index) => {
    const at = Math.floor(from + ((to - from) * (index + 1)) / (written.length + 0.1))
    const act = async () => {
      const author = contextOf(ctx, staff[by], at)
      const photoIds: string[] = []
      for (const name of photos) photoIds.push(await putPhoto(author, name, `${title} ${index}`))
      const body = { text, mentions: mentions.map((name) => staff[name].id), photoIds }
      await createComment(author, { params: { id: idOf() }, query: undefined, body })
    }
    return { at, act }
  })
}
