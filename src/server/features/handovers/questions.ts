import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { type HandoverItem, type handoversApi, MAX_QUESTIONS } from '../../../shared/handovers.ts'
import { rankOf } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, forbidden } from '../../base/errors.ts'
import { handoverItemFor } from '../../core/access/handovers.ts'
import { seesTask } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { itemWithNames } from '../../core/handovers/items.ts'
import { peopleOnDuty } from '../../core/people/duty.ts'
import { note } from '../../core/write/write.ts'
import { handoverItems, handoverQuestions } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { markReadAbout } from '../notifications/read.ts'

type Item = typeof handoverItems.$inferSelect

/**
 * Asks about an item. The question reaches its giver if they are on duty, else the managers on duty in the item's
 * department, else those on duty anywhere. If nobody of these is there, the giver finds it at the next clock-in. Throws
 * 403 for one's own item, and 409 `too_many_questions`.
 */
export async function askAboutItem(
  ctx: Context,
  { params, body }: Input<typeof handoversApi.ask>,
): Promise<HandoverItem> {
  const item = await handoverItemFor(ctx, params.id)
  if (item.giverId === ctx.viewer.id) throw forbidden(msg('You have handed this over yourself'))
  const [asked] = await ctx.db
    .select({ count: count() })
    .from(handoverQuestions)
    .where(eq(handoverQuestions.itemId, item.id))
  if ((asked?.count ?? 0) >= MAX_QUESTIONS)
    throw conflict(
      'too_many_questions',
      msg(
        '{max, plural, one {Nobody can ask more than # question about this} other {Nobody can ask more than # questions about this}}',
        { max: MAX_QUESTIONS },
      ),
    )
  const { question } = body
  const at = ctx.now.toISOString()
  await ctx.db.insert(handoverQuestions).values({ itemId: item.id, askerId: ctx.viewer.id, question, askedAt: at })
  await note(ctx, handoverItems, item, 'ask', {})
  const recipients = await whoAnswers(ctx, item)
  const fact = { by: fullName(ctx.viewer), about: await aboutFor(ctx, item, recipients), question }
  await notify(ctx, recipients, { kind: 'handover-question', params: fact, subject: subjectOf(item) })
  return itemWithNames(ctx, item.id)
}

/** The people who can answer, without the person who asks. */
async function whoAnswers(ctx: Context, { giverId, departmentId }: Item) {
  const people = await peopleOnDuty(ctx)
  if (people.some(({ id }) => id === giverId)) return [giverId]
  const managers = (await peopleOnDuty(ctx, { from: 'manager' })).filter(({ id }) => id !== ctx.viewer.id)
  const own = managers.filter((manager) => departmentId !== null && manager.departmentId === departmentId)
  const asked = own.length > 0 ? own : managers
  return asked.length > 0 ? asked.map(({ id }) => id) : [giverId]
}

/**
 * Answers the latest open question about an item; its asker is told. Throws 403 for everybody but the giver and
 * managers, and 409 `no_question` when none is open.
 */
export async function answerQuestion(
  ctx: Context,
  { params, body }: Input<typeof handoversApi.answer>,
): Promise<HandoverItem> {
  const item = await handoverItemFor(ctx, params.id)
  const isManager = rankOf(ctx.viewer.role) >= rankOf('manager')
  if (item.giverId !== ctx.viewer.id && !isManager) throw forbidden()
  const [open] = await ctx.db
    .select()
    .from(handoverQuestions)
    .where(and(eq(handoverQuestions.itemId, item.id), isNull(handoverQuestions.answeredAt)))
    .orderBy(desc(handoverQuestions.id))
    .limit(1)
  if (!open) throw conflict('no_question', msg('There is no open question'))
  const { answer } = body
  await ctx.db
    .update(handoverQuestions)
    .set({ answer, answeredBy: ctx.viewer.id, answeredAt: ctx.now.toISOString() })
    .where(eq(handoverQuestions.id, open.id))
  await note(ctx, handoverItems, item, 'answer', {})
  await markReadAbout(ctx, 'handover-item', [item.id], ['handover-question'])
  const recipients = open.askerId === ctx.viewer.id ? [] : [open.askerId]
  const fact = { by: fullName(ctx.viewer), about: await aboutFor(ctx, item, recipients), answer }
  await notify(ctx, recipients, { kind: 'handover-answer', params: fact, subject: subjectOf(item) })
  return itemWithNames(ctx, item.id)
}

const subjectOf = ({ id }: Item) => ({ type: 'handover-item', id }) as const

/**
 * A short name for an item that all of these people may read. It is its task's title only if all of them see the task.
 */
async function aboutFor({ db }: Context, { taskId, text, next }: Item, readers: string[]) {
  const words = text ?? next
  if (taskId === null || readers.length === 0) return words
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), isNull(tasks.deletedAt)))
  if (!task) return words
  const [seeing] = await db
    .select({ count: count() })
    .from(users)
    .where(and(inArray(users.id, readers), seesTask(task)))
  return seeing?.count === readers.length ? task.title : words
}
