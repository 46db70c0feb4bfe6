import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audiences.ts'
import type { Shift } from './access.ts'

/** Questions to people about late changes. */

/** Lets the pages of people read their questions again. Nobody else hears of them. */
export function questionsChanged(ctx: Context, userIds: (string | null)[]) {
  const users = [...new Set(present(userIds))]
  if (users.length === 0) return
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'roster', id: null },
    audience: { fromRole: null, departments: [], users },
    tab: ctx.origin.tab,
  })
}

/** Tells the people who were asked about these drafts that there is no question any more. */
export const questionsEnd = (ctx: Context, befores: Shift[]) =>
  questionsChanged(
    ctx,
    befores.map(({ askedAt, userId }) => (askedAt === null ? null : userId)),
  )
